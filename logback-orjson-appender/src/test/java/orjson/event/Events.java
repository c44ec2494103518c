// SPDX-License-Identifier: Apache-2.0
package orjson.event;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import orjson.JsonName;
import orjson.JsonWriter;
import orjson.StrictJson;

/** Real Logback events for the tests, and the line that fields make of one. */
@SuppressWarnings(
    "exports") // the tests are compiled as part of the module, Jackson is no part of it
final class Events {

  static final Instant INSTANT = Instant.parse("2026-11-30T21:15:09.140123456Z");

  private Events() {}

  static LoggingEvent event(String message, Object... arguments) {
    return event(new LoggerContext(), null, message, arguments);
  }

  static LoggingEvent event(Throwable throwable) {
    return event(new LoggerContext(), throwable, "failed");
  }

  static LoggingEvent event(
      LoggerContext context, Throwable throwable, String message, Object... arguments) {
    LoggingEvent event =
        new LoggingEvent(
            Events.class.getName(),
            context.getLogger("shop.orders.OrderService"),
            Level.INFO,
            message,
            throwable,
            arguments);
    event.setInstant(INSTANT);
    event.setThreadName("worker-1");
    event.setMDCPropertyMap(Map.of());
    return event;
  }

  /** One line of the given fields, written as the encoder does. */
  static JsonNode line(List<EventField> fields, ILoggingEvent event) {
    JsonWriter json = JsonWriter.lenient();
    json.beginObject();
    json.reserve(
        fields.stream().flatMap(field -> field.reservedNames().stream()).toArray(JsonName[]::new));
    for (EventField field : fields) {
      long mark = json.mark();
      field.write(event, json);
      json.commit(mark);
    }
    json.endObject();
    json.newline();
    return StrictJson.parseLine(json.toByteArray());
  }
}
