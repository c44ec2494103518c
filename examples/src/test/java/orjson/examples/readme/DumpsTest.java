// SPDX-License-Identifier: Apache-2.0
package orjson.examples.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import orjson.Orjson;

final class DumpsTest {

  @Test
  void dumpsWhatTheReadmeSays() {
    Map<String, Object> order = new LinkedHashMap<>();
    order.put("id", 1001);
    order.put("items", List.of("龙井茶", "teapot \"Earl\""));
    order.put("placed", Instant.parse("2026-11-30T21:15:09.140123Z"));
    byte[] json = Orjson.dumps(order, Orjson.OPT_APPEND_NEWLINE);

    assertThat(Path.of("src/test/resources/readme/dumps.json")).hasBinaryContent(json);
  }
}
