// SPDX-License-Identifier: Apache-2.0
package orjson.event;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.List;
import orjson.JsonName;
import orjson.JsonWriter;

/**
 * One part of a log line: writes zero or more members of the line's object.
 *
 * <p>This is the one extension point. A field is called once per event on the logging thread, by
 * many threads at a time, with a writer that is inside an open object:
 *
 * <pre>{@code
 * EventField host = (event, json) -> {
 *   json.name("host");
 *   json.value(hostName);
 * };
 * }</pre>
 *
 * <p>A field may throw: what it wrote is then taken back and the line says so instead, in a member
 * named {@code encode_error}. It must not keep the event or the writer, and cannot end the object
 * it was given.
 *
 * @see EventFields for the fields that come with the library
 */
@FunctionalInterface
public interface EventField {

  /**
   * Writes this field's members, or nothing.
   *
   * @param event the event; belongs to the caller
   * @param json a lenient writer inside an open object
   */
  void write(ILoggingEvent event, JsonWriter json);

  /**
   * The names that belong to this field alone. Another member that would be called so, from the MDC
   * for example, is renamed, wherever it stands. Called once, when the encoder starts.
   *
   * @return the names, none by default
   */
  default List<JsonName> reservedNames() {
    return List.of();
  }
}
