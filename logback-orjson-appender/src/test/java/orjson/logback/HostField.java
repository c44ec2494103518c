// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.classic.spi.ILoggingEvent;
import orjson.JsonWriter;
import orjson.event.EventField;

/** A field as an application would write it; Joran makes one by its class name. */
public final class HostField implements EventField {

  @Override
  public void write(ILoggingEvent event, JsonWriter json) {
    json.name("host");
    json.value("h1");
  }
}
