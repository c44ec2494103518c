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
import java.util.function.Function;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import orjson.Fragment;
import orjson.JsonName;
import orjson.JsonWriter;

/**
 * The fields that come with the library, and the shapes made of them.
 *
 * <p>All fields are immutable and safe for use by many threads.
 */
public final class EventFields {

  /** Markers of one event that are written; references among markers may be circular. */
  private static final int MAX_TAGS = 100;

  private EventFields() {}

  /**
   * The default shape: names and order of logstash-logback-encoder's {@code LogstashEncoder}.
   *
   * @param fractionDigits digits of the timestamp's fraction: 3, 6 or 9
   * @return the fields in their order
   */
  public static List<EventField> logstash(int fractionDigits) {
    return List.of(
        timestamp("@timestamp", fractionDigits),
        constant("@version", "1"),
        message("message"),
        loggerName("logger_name"),
        threadName("thread_name"),
        level("level"),
        levelValue("level_value"),
        stackTrace("stack_trace"),
        contextProperties(),
        mdc(),
        keyValuePairs(),
        tags("tags"));
  }

  /**
   * The event's time in UTC, as in {@code "2026-11-30T21:15:09.140123Z"}.
   *
   * @param name the member's name
   * @param fractionDigits 0, 3, 6 or 9, the same in every line
   */
  public static EventField timestamp(String name, int fractionDigits) {
    return member(
        name,
        (event, member, json) -> {
          Instant instant = event.getInstant();
          if (instant == null) {
            instant = Instant.ofEpochMilli(event.getTimeStamp());
          }
          json.name(member);
          json.timestamp(instant.getEpochSecond(), instant.getNano(), fractionDigits);
        });
  }

  /** The message with its arguments filled in; nothing if it is null. */
  public static EventField message(String name) {
    return text(name, ILoggingEvent::getFormattedMessage);
  }

  /** The logger's full name. */
  public static EventField loggerName(String name) {
    return text(name, ILoggingEvent::getLoggerName);
  }

  /** The name of the thread that logged. */
  public static EventField threadName(String name) {
    return text(name, ILoggingEvent::getThreadName);
  }

  /** The level's name: {@code TRACE}, {@code DEBUG}, {@code INFO}, {@code WARN}, {@code ERROR}. */
  public static EventField level(String name) {
    return text(name, event -> event.getLevel() == null ? null : event.getLevel().toString());
  }

  /** The level's number, 5000 for {@code TRACE} to 40000 for {@code ERROR}. */
  public static EventField levelValue(String name) {
    return member(
        name,
        (event, member, json) -> {
          Level level = event.getLevel();
          if (level != null) {
            json.name(member);
            json.value(level.toInt());
          }
        });
  }

  /** The throwable with its frames, suppressed throwables and causes, as Logback prints it. */
  public static EventField stackTrace(String name) {
    return member(
        name,
        (event, member, json) -> {
          IThrowableProxy throwable = event.getThrowableProxy();
          if (throwable != null) {
            json.name(member);
            StackTraces.write(throwable, json);
          }
        });
  }

  /** The logger context's properties, each a member of its own. */
  public static EventField contextProperties() {
    return (event, json) -> {
      LoggerContextVO context = event.getLoggerContextVO();
      if (context != null) {
        entries(context.getPropertyMap(), json);
      }
    };
  }

  /** The MDC's entries, each a member of its own; null keys and values are left out. */
  public static EventField mdc() {
    return (event, json) -> entries(mdc(event), json);
  }

  /** Events of a context without an MDC adapter throw when they are asked. */
  private static Map<String, String> mdc(ILoggingEvent event) {
    try {
      return event.getMDCPropertyMap();
    } catch (NullPointerException e) {
      return Map.of();
    }
  }

  /**
   * The event's key-value pairs, each a member of its own and of its value's type; null keys and
   * values are left out.
   */
  public static EventField keyValuePairs() {
    return (event, json) -> {
      List<KeyValuePair> pairs = event.getKeyValuePairs();
      if (pairs == null) {
        return;
      }
      for (KeyValuePair pair : pairs) {
        if (pair != null && pair.key != null && pair.value != null) {
          json.name(pair.key);
          json.value(pair.value);
        }
      }
    };
  }

  /** The names of the event's markers and of those they refer to, as an array; nothing if none. */
  public static EventField tags(String name) {
    return member(
        name,
        (event, member, json) -> {
          List<Marker> markers = event.getMarkerList();
          if (markers == null || markers.isEmpty()) {
            return;
          }
          json.name(member);
          json.beginArray();
          tags(new ArrayList<>(markers), json);
          json.endArray();
        });
  }

  /**
   * A member that is the same in every line, encoded once.
   *
   * @param name the member's name
   * @param value any value that a lenient writer takes
   */
  public static EventField constant(String name, Object value) {
    JsonWriter encoder = JsonWriter.lenient();
    encoder.value(value);
    Fragment fragment = new Fragment(encoder.toByteArray());
    return member(
        name,
        (event, member, json) -> {
          json.name(member);
          json.value(fragment);
        });
  }

  /**
   * An object that holds the members of other fields.
   *
   * @param name the member's name
   * @param fields the fields inside, in order
   */
  public static EventField object(String name, List<EventField> fields) {
    EventField[] inner = fields.toArray(EventField[]::new);
    return member(
        name,
        (event, member, json) -> {
          json.name(member);
          json.beginObject();
          for (EventField field : inner) {
            field.write(event, json);
          }
          json.endObject();
        });
  }

  /** Depth first: those that a marker refers to follow right behind it. */
  @SuppressWarnings("deprecation") // Marker.iterator() is the only way to its references
  private static void tags(List<Marker> pending, JsonWriter json) {
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

  private static EventField text(String name, Function<ILoggingEvent, String> value) {
    return member(
        name,
        (event, member, json) -> {
          String text = value.apply(event);
          if (text != null) {
            json.name(member);
            json.value(text);
          }
        });
  }

  private static EventField member(String name, Body body) {
    return new Member(JsonName.of(name), body);
  }

  private interface Body {
    void write(ILoggingEvent event, JsonName member, JsonWriter json);
  }

  /** A field of one member, whose name it reserves. */
  private record Member(JsonName name, Body body) implements EventField {

    @Override
    public void write(ILoggingEvent event, JsonWriter json) {
      body.write(event, name, json);
    }

    @Override
    public List<JsonName> reservedNames() {
      return List.of(name);
    }
  }
}
