// SPDX-License-Identifier: Apache-2.0
package orjson.event;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.List;
import orjson.JsonName;
import orjson.JsonWriter;

/**
 * The fields that come with the library, and the shapes made of them.
 *
 * <p>All fields are immutable and safe for use by many threads.
 */
public final class EventFields {

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
    return BuiltIn.timestamp(name, fractionDigits);
  }

  /** The message with its arguments filled in; nothing if it is null. */
  public static EventField message(String name) {
    return BuiltIn.of(BuiltIn.Kind.MESSAGE, name);
  }

  /** The logger's full name. */
  public static EventField loggerName(String name) {
    return BuiltIn.of(BuiltIn.Kind.LOGGER, name);
  }

  /** The name of the thread that logged. */
  public static EventField threadName(String name) {
    return BuiltIn.of(BuiltIn.Kind.THREAD, name);
  }

  /** The level's name: {@code TRACE}, {@code DEBUG}, {@code INFO}, {@code WARN}, {@code ERROR}. */
  public static EventField level(String name) {
    return BuiltIn.of(BuiltIn.Kind.LEVEL, name);
  }

  /** The level's number, 5000 for {@code TRACE} to 40000 for {@code ERROR}. */
  public static EventField levelValue(String name) {
    return BuiltIn.of(BuiltIn.Kind.LEVEL_VALUE, name);
  }

  /** The throwable with its frames, suppressed throwables and causes, as Logback prints it. */
  public static EventField stackTrace(String name) {
    return BuiltIn.of(BuiltIn.Kind.STACK_TRACE, name);
  }

  /** The logger context's properties, each a member of its own. */
  public static EventField contextProperties() {
    return BuiltIn.of(BuiltIn.Kind.CONTEXT, null);
  }

  /** The MDC's entries, each a member of its own; null keys and values are left out. */
  public static EventField mdc() {
    return BuiltIn.of(BuiltIn.Kind.MDC, null);
  }

  /**
   * The event's key-value pairs, each a member of its own and of its value's type; null keys and
   * values are left out.
   */
  public static EventField keyValuePairs() {
    return BuiltIn.of(BuiltIn.Kind.PAIRS, null);
  }

  /** The names of the event's markers and of those they refer to, as an array; nothing if none. */
  public static EventField tags(String name) {
    return BuiltIn.of(BuiltIn.Kind.TAGS, name);
  }

  /**
   * A member that is the same in every line, encoded once.
   *
   * @param name the member's name
   * @param value any value that a lenient writer takes
   */
  public static EventField constant(String name, Object value) {
    return BuiltIn.constant(name, value);
  }

  /**
   * An object that holds the members of other fields.
   *
   * @param name the member's name
   * @param fields the fields inside, in order
   */
  public static EventField object(String name, List<EventField> fields) {
    return new Nested(JsonName.of(name), List.copyOf(fields));
  }

  private record Nested(JsonName name, List<EventField> fields) implements EventField {

    @Override
    public void write(ILoggingEvent event, JsonWriter json) {
      json.name(name);
      json.beginObject();
      for (EventField field : fields) {
        field.write(event, json);
      }
      json.endObject();
    }

    @Override
    public List<JsonName> reservedNames() {
      return List.of(name);
    }
  }
}
