// SPDX-License-Identifier: Apache-2.0
package orjson.examples.readme;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import orjson.examples.ChildJvm;
import orjson.examples.ChildJvm.Result;
import orjson.examples.JsonLines;

/** Each configuration that the README shows does what it says there. */
final class ConfigurationsTest {

  private static final Path CONFIGURATIONS = Path.of("src/test/resources/readme").toAbsolutePath();

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"stdout.xml", "console.xml"})
  void writesToStdout(String configuration) throws Exception {
    check(JsonLines.objects(run(configuration).stdout()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"file.xml", "rolling.xml"})
  void writesToAFile(String configuration) throws Exception {
    assertThat(run(configuration).stdout()).isEmpty();
    check(JsonLines.objects(Files.readAllBytes(directory.resolve("logs/app.jsonl"))));
  }

  @Test
  void addsTheCustomField() throws Exception {
    List<JsonNode> events = JsonLines.objects(run("customfield.xml").stdout());
    check(events);
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(event.get("pid").isIntegralNumber()).isTrue();
              assertThat(event.get("@timestamp").textValue())
                  .hasSize("2026-11-30T21:15:09.140123456Z".length());
            });
  }

  private Result run(String configuration) throws Exception {
    Result result =
        ChildJvm.onClassPath(directory, TenEvents.class)
            .with("-Dlogback.configurationFile=" + CONFIGURATIONS.resolve(configuration).toUri())
            .run(TenEvents.class);
    assertThat(result.stderr()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return result;
  }

  private static void check(List<JsonNode> events) {
    assertThat(events)
        .extracting(event -> event.get("message").textValue())
        .containsExactlyElementsOf(
            IntStream.range(0, 10).mapToObj(i -> "event " + i + " 🎉").toList());
  }
}
