// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;
import static orjson.logback.Events.event;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;
import orjson.StrictJson;

/** The encoder's settings that change what a line looks like. */
final class LineSettingsTest {

  private final LoggerContext context = Events.context();
  private final OrjsonEncoder encoder = new OrjsonEncoder();

  private byte[] encode(LoggingEvent event) {
    encoder.setContext(context);
    encoder.start();
    assertThat(encoder.isStarted()).isTrue();
    return encoder.encode(event);
  }

  private void assertRefused(String error) {
    encoder.setContext(context);
    encoder.start();
    assertThat(encoder.isStarted()).isFalse();
    assertThat(Events.errors(context)).containsExactly(error);
  }

  @Test
  void leavesOutLaterMembersOfTheSameNameIfTold() {
    encoder.setDuplicateKeys("Drop");
    LoggingEvent event = event(context, "m");
    event.setMDCPropertyMap(Map.of("level", "x", "tags", "y", "user", "z"));
    event.addKeyValuePair(new KeyValuePair("user", 1));
    event.addKeyValuePair(new KeyValuePair("order", 2));
    JsonNode line = StrictJson.parseLine(encode(event));
    assertThat(line.get("level").textValue()).isEqualTo("INFO");
    assertThat(line.get("user").textValue()).isEqualTo("z");
    assertThat(line.get("order").intValue()).isEqualTo(2);
    assertThat(line.size()).isEqualTo(9);
  }

  @Test
  void writesMembersOfTheSameNameIfTold() {
    encoder.setDuplicateKeys("keep");
    LoggingEvent event = event(context, "m");
    event.addKeyValuePair(new KeyValuePair("level", 1));
    assertThat(new String(encode(event), StandardCharsets.UTF_8))
        .endsWith("\"level\":\"INFO\",\"level_value\":20000,\"level\":1}\n");
  }

  @Test
  void aChangedPolicyHoldsFromTheNextStartOn() {
    LoggingEvent event = event(context, "m");
    event.addKeyValuePair(new KeyValuePair("level", 1));
    assertThat(new String(encode(event), StandardCharsets.UTF_8)).contains("level_1");
    encoder.stop();
    encoder.setDuplicateKeys("drop");
    assertThat(StrictJson.parseLine(encode(event)).size()).isEqualTo(7);
  }

  @Test
  void refusesAnUnknownPolicyForDuplicateKeys() {
    encoder.setDuplicateKeys("merge");
    assertRefused("duplicateKeys: \"merge\" is not one of rename, drop, keep");
  }
}
