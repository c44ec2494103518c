// SPDX-License-Identifier: Apache-2.0
package orjson.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import orjson.examples.ChildJvm;
import orjson.examples.ChildJvm.Result;
import orjson.examples.JsonLines;

final class QuickstartTest {

  private static final int LINES = 15;

  @TempDir Path directory;

  @Test
  void writesOnlyJsonLinesOnTheClassPath() throws Exception {
    check(ChildJvm.onClassPath(directory, Main.class).run(Main.class));
  }

  @Test
  void writesOnlyJsonLinesOnTheModulePath() throws Exception {
    check(ChildJvm.onModulePath(directory, Main.class).run(Main.class));
  }

  private void check(Result result) throws IOException {
    assertThat(result.stderr())
        .isEqualToNormalizingNewlines(
            "quickstart: 15 lines on stdout, 15 lines in target/quickstart.jsonl, 0 dropped\n");
    assertThat(result.exitCode()).isZero();
    byte[] file = Files.readAllBytes(directory.resolve("target/quickstart.jsonl"));
    // the same events, yet two appenders may take those of different threads in different order
    assertThat(JsonLines.lines(file))
        .hasSize(LINES)
        .containsExactlyInAnyOrderElementsOf(JsonLines.lines(result.stdout()));
    check(JsonLines.objects(result.stdout()));
  }

  private static void check(List<JsonNode> events) {
    assertThat(events.get(0).get("message").textValue())
        .isEqualTo("Shop open, 6 orders are waiting");
    assertThat(events.get(LINES - 1).get("message").textValue()).isEqualTo("Shop closed");

    JsonNode paid = only(events, "Paid, thank you 王小明 🎉");
    assertThat(paid.get("order_id").isIntegralNumber()).isTrue();
    assertThat(paid.get("order_id").longValue()).isEqualTo(1001);
    assertThat(paid.get("total").decimalValue()).isEqualByComparingTo("129.90");
    assertThat(paid.get("gift").isBoolean()).isTrue();
    assertThat(paid.get("tags")).hasToString("[\"AUDIT\"]");

    JsonNode received = only(events, "Order 1001 received: 2 × 龙井茶");
    assertThat(received.get("trace_id")).isEqualTo(paid.get("trace_id"));
    assertThat(received.get("thread_name")).isEqualTo(paid.get("thread_name"));

    only(events, "Paid, thank you 𝒜lice 👩‍🚀 🎉");
    only(events, "Order 1002 received: 1 × teapot \"Earl\"");

    JsonNode failed = only(events, "Order failed");
    assertThat(failed.get("level").textValue()).isEqualTo("ERROR");
    assertThat(failed.get("stack_trace").textValue())
        .startsWith(PaymentGateway.PaymentException.class.getName() + ": Order 1005")
        .contains("\nCaused by: java.io.IOException: bank.example:443 did not answer within 2 s\n");
  }

  private static JsonNode only(List<JsonNode> events, String message) {
    List<JsonNode> found =
        events.stream().filter(event -> event.get("message").textValue().equals(message)).toList();
    assertThat(found).as(message).hasSize(1);
    return found.get(0);
  }
}
