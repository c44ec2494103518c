// SPDX-License-Identifier: Apache-2.0
package orjson.event;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggerContextVO;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import orjson.Fragment;
import orjson.JsonName;
import orjson.JsonWriter;

/**
 * One of the fields that come with the library.
 *
 * <p>A new one is a kind, a case of the switch and a line in {@link BuiltInRun}, which writes those
 * that stand in the usual order without the switch.
 */
final class BuiltIn implements EventField {

  /** Markers of one event that are written; references among markers may be circular. */
  private static final int MAX_TAGS = 100;

  private final Kind kind;

  /** The member's name; null for a kind that writes many members or none. */
  private final JsonName name;

  private final int fractionDigits;
  private final Fragment constant;
  private final String constantText;

  /** What is written; the order is the usual one. */
  enum Kind {
    TIMESTAMP,
    CONSTANT,
    CONSTANT_TEXT,
    MESSAGE,
    LOGGER,
    THREAD,
    LEVEL,
    LEVEL_VALUE,
    STACK_TRACE,
    CONTEXT,
    MDC,
    PAIRS,
    TAGS
  }

  private BuiltIn(Kind kind, String name, int fractionDigits, Fragment constant, String text) {
    this.kind = kind;
    this.name = name == null ? null : JsonName.of(name);
    this.fractionDigits = fractionDigits;
    this.constant = constant;
    this.constantText = text;
  }

  static BuiltIn of(Kind kind, String name) {
    return new BuiltIn(kind, name, 0, null, null);
  }

  static BuiltIn timestamp(String name, int fractionDigits) {
    return new BuiltIn(Kind.TIMESTAMP, name, fractionDigits, null, null);
  }

  static BuiltIn constant(String name, Object value) {
    if (value instanceof String text) {
      return new BuiltIn(Kind.CONSTANT_TEXT, name, 0, null, text);
    }
    JsonWriter encoder = JsonWriter.lenient();
    encoder.value(value);
    return new BuiltIn(Kind.CONSTANT, name, 0, new Fragment(encoder.toByteArray()), null);
  }

  @Override
  public List<JsonName> reservedNames() {
    return name == null ? List.of() : List.of(name);
  }

  @Override
  public void write(ILoggingEvent event, JsonWriter json) {
    switch (kind) {
      case TIMESTAMP -> timestamp(event, json);
      case CONSTANT -> constant(json);
      case CONSTANT_TEXT -> constantText(json);
      case MESSAGE -> message(event.getFormattedMessage(), json);
      case LOGGER -> recurring(event.getLoggerName(), json);
      case THREAD -> recurring(event.getThreadName(), json);
      case LEVEL -> level(event.getLevel(), json);
      case LEVEL_VALUE -> levelValue(event.getLevel(), json);
      case STACK_TRACE -> stackTrace(event.getThrowableProxy(), json);
      case CONTEXT -> context(event.getLoggerContextVO(), json);
      case MDC -> mdc(event, json);
      case PAIRS -> pairs(event.getKeyValuePairs(), json);
      case TAGS -> tags(event.getMarkerList(), json);
    }
  }

  void timestamp(ILoggingEvent event, JsonWriter json) {
    Instant instant = event.getInstant();
    if (instant == null) {
      instant = Instant.ofEpochMilli(event.getTimeStamp());
    }
    json.name(name);
    json.timestamp(instant.getEpochSecond(), instant.getNano(), fractionDigits);
  }

  Kind kind() {
    return kind;
  }

  void constantText(JsonWriter json) {
    json.member(name, constantText);
  }

  void constant(JsonWriter json) {
    json.name(name);
    json.value(constant);
  }

  void message(String text, JsonWriter json) {
    if (text != null) {
      json.name(name);
      json.value(text);
    }
  }

  /** A text that is the same in many lines. */
  void recurring(String text, JsonWriter json) {
    if (text != null) {
      json.member(name, text);
    }
  }

  void level(Level level, JsonWriter json) {
    if (level != null) {
      json.member(name, level.toString());
    }
  }

  void levelValue(Level level, JsonWriter json) {
    if (level != null) {
      json.name(name);
      json.value(level.toInt());
    }
  }

  void stackTrace(IThrowableProxy throwable, JsonWriter json) {
    if (throwable != null) {
      json.name(name);
      StackTraces.write(throwable, json);
    }
  }

  void context(LoggerContextVO context, JsonWriter json) {
    if (context != null) {
      entries(context.getPropertyMap(), json);
    }
  }

  /** Events of a context without an MDC adapter throw when they are asked. */
  private static Map<String, String> mdcOf(ILoggingEvent event) {
    try {
      return event.getMDCPropertyMap();
    } catch (NullPointerException e) {
      return Map.of();
    }
  }

  void mdc(ILoggingEvent event, JsonWriter json) {
    entries(mdcOf(event), json);
  }

  private static void entries(Map<String, String> map, JsonWriter json) {
    if (map == null || map.isEmpty()) {
      return;
    }
    for (Map.Entry<String, String> entry : map.entrySet()) {
      if (entry.getKey() != null && entry.getValue() != null) {
        json.name(entry.getKey());
        json.value(entry.getValue());
      }
    }
  }

  void pairs(List<KeyValuePair> pairs, JsonWriter json) {
    if (pairs == null) {
      return;
    }
    for (KeyValuePair pair : pairs) {
      if (pair != null && pair.key != null && pair.value != null) {
        json.name(pair.key);
        json.value(pair.value);
      }
    }
  }

  void tags(List<Marker> markers, JsonWriter json) {
    if (markers == null || markers.isEmpty()) {
      return;
    }
    json.name(name);
    json.beginArray();
    names(new ArrayList<>(markers), json);
    json.endArray();
  }

  /** Depth first: those that a marker refers to follow right behind it. */
  @SuppressWarnings("deprecation") // Marker.iterator() is the only way to its references
  private static void names(List<Marker> pending, JsonWriter json) {
    for (int i = 0; i < pending.size() && i < MAX_TAGS; i++) {
      Marker marker = pending.get(i);
      if (marker != null) {
        json.value(marker.getName());
        int at = i + 1;
        for (var references = marker.iterator(); references.hasNext(); at++) {
          pending.add(at, references.next());
        }
      }
    }
  }
}
