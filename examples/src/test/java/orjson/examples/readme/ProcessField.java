// SPDX-License-Identifier: Apache-2.0
package orjson.examples.readme;

import ch.qos.logback.classic.spi.ILoggingEvent;
import orjson.JsonWriter;
import orjson.event.EventField;

/** The field that the README shows. */
public final class ProcessField implements EventField {

  private final long pid = ProcessHandle.current().pid();

  @Override
  public void write(ILoggingEvent event, JsonWriter json) {
    json.name("pid");
    json.value(pid);
  }
}
