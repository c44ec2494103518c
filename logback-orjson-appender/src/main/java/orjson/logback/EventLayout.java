// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.ArrayList;
import java.util.List;
import orjson.JsonName;
import orjson.JsonWriter;
import orjson.event.EventField;

/** The members of a line in their order; immutable, for use by many threads. */
final class EventLayout {

  private static final JsonName ENCODE_ERROR = JsonName.of("encode_error");

  private final EventField[] fields;
  private final JsonName[] reserved;

  /** Throws an {@link IllegalArgumentException} if two fields claim the same name. */
  EventLayout(List<EventField> fields) {
    this.fields = fields.toArray(EventField[]::new);
    List<JsonName> names = new ArrayList<>();
    for (EventField field : this.fields) {
      for (JsonName name : field.reservedNames()) {
        if (names.contains(name)) {
          throw new IllegalArgumentException("Two fields have the name \"" + name + "\"");
        }
        names.add(name);
      }
    }
    this.reserved = names.toArray(JsonName[]::new);
  }

  /**
   * Writes one event as one line, line feed included. A field that throws costs only itself.
   *
   * @param json a lenient writer in its initial state
   */
  void write(ILoggingEvent event, JsonWriter json) {
    json.beginObject();
    json.reserve(reserved);
    for (EventField field : fields) {
      long mark = json.mark();
      try {
        field.write(event, json);
        json.commit(mark);
      } catch (Throwable t) {
        json.rewind(mark);
        failed(t, json);
      }
    }
    json.endObject();
    json.newline();
  }

  private static void failed(Throwable t, JsonWriter json) {
    json.name(ENCODE_ERROR);
    json.failure(t);
  }
}
