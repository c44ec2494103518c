// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every value that orjson 3.12.0 was seen to write or refuse, byte for byte. */
final class GoldenDumpsTest {

  private static final int ROWS = 7_977;

  @Test
  void writesWhatOrjsonWrites() throws IOException {
    Path golden = Corpora.path("golden/dumps.jsonl");
    List<String> differences = new ArrayList<>();
    int rows = 0;
    for (String row : Files.readAllLines(golden)) {
      JsonNode node = StrictJson.parse(row.getBytes(StandardCharsets.UTF_8));
      String expected = node.has("out") ? utf8(node.get("out").binaryValue()) : "error";
      String actual = dumps(node);
      if (!actual.equals(expected)) {
        differences.add(row + "\n    wrote " + actual + "\n    not   " + expected);
      }
      rows++;
    }
    assertThat(differences).isEmpty();
    assertThat(rows).isEqualTo(ROWS);
  }

  private static String dumps(JsonNode row) {
    try {
      return utf8(Orjson.dumps(Specs.value(row.get("spec")), row.get("opt").intValue()));
    } catch (JsonEncodeException e) {
      return "error";
    }
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
