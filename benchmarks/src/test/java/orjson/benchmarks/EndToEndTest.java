// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EndToEndTest {

  private static final int THREADS = 3;
  private static final int EVENTS = 500;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Contestant.class)
  void findsEveryLineOfEachContestant(Contestant contestant) throws Exception {
    Path file = directory.resolve("lines.log");

    Outcome outcome = new EndToEndRun(contestant, THREADS, EVENTS, file).measure();

    assertThat(outcome.lines()).isEqualTo(THREADS * EVENTS);
    assertThat(outcome.isFlawless()).as("%s", outcome).isTrue();
    assertThat(outcome.bytes()).isEqualTo(Files.size(file));
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(THREADS * EVENTS);
    for (String line : lines) {
      JsonNode json = StrictJson.parse(line.getBytes(StandardCharsets.UTF_8));
      assertThat(json.get("message").textValue()).startsWith("Order ");
    }
  }

  @Test
  void runsEachContestantInItsOwnJvmAndReports() throws Exception {
    ByteArrayOutputStream table = new ByteArrayOutputStream();

    boolean flawless =
        new EndToEnd(2, 100, 1, directory, new PrintStream(table, true, StandardCharsets.UTF_8))
            .run();

    assertThat(flawless).isTrue();
    assertThat(table.toString(StandardCharsets.UTF_8))
        .contains("2 threads x 100 events", "orjson", "logstash-batched", "logstash-sync");

    JsonNode report = StrictJson.parse(Files.readAllBytes(directory.resolve("end-to-end.json")));
    assertThat(report.get("threads").intValue()).isEqualTo(2);
    assertThat(report.get("contestants")).hasSize(Contestant.values().length);
    for (JsonNode contestant : report.get("contestants")) {
      assertThat(contestant.get("runs")).hasSize(1);
      assertThat(contestant.get("runs").get(0).get("lines").intValue()).isEqualTo(200);
      assertThat(contestant.get("runs").get(0).get("lost").intValue()).isZero();
    }
    assertThat(directory).isDirectoryNotContaining("glob:**.log");
  }

  @Test
  void countsALineThatIsMissing() throws IOException {
    List<String> lines = lines();
    lines.remove(1);
    assertThat(check(lines)).isEqualTo(new LineCheck.Result(5, 0, 1));
  }

  @Test
  void countsLinesThatChangedPlaces() throws IOException {
    List<String> lines = lines();
    Collections.swap(lines, 1, 3);
    assertThat(check(lines).disordered()).isPositive();
  }

  @Test
  void countsALineThatIsThereTwice() throws IOException {
    List<String> lines = lines();
    lines.add(2, lines.get(1));
    assertThat(check(lines)).isEqualTo(new LineCheck.Result(7, 0, 1));
  }

  @Test
  void countsATornLine() throws IOException {
    List<String> lines = lines();
    lines.set(5, lines.get(5).substring(0, 40));
    assertThat(check(lines)).isEqualTo(new LineCheck.Result(6, 1, 0));
  }

  @Test
  void countsALastLineWithoutItsLineFeed() throws IOException {
    Path file = directory.resolve("torn.log");
    Files.writeString(file, String.join("\n", lines()));
    assertThat(LineCheck.check(file, 2)).isEqualTo(new LineCheck.Result(6, 1, 0));
  }

  @Test
  void acceptsALineOfAnotherThreadInBetween() throws IOException {
    assertThat(check(lines())).isEqualTo(new LineCheck.Result(6, 0, 0));
  }

  @Test
  void readsAnOutcomeBehindOtherOutput() {
    Outcome outcome = new Outcome(5, 4, 3, 2, 1, 0);
    assertThat(Outcome.parse("SLF4J says hello\n" + outcome.toLine() + "\n")).isEqualTo(outcome);
  }

  @Test
  void refusesARunThatCrashed() {
    assertThatThrownBy(() -> Outcome.parse("# A fatal error\n"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("A fatal error");
  }

  private LineCheck.Result check(List<String> lines) throws IOException {
    Path file = directory.resolve("checked.log");
    Files.write(file, lines);
    return LineCheck.check(file, 2);
  }

  /** Three events of each of two threads. */
  private static List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int event = 0; event < 3; event++) {
      for (int thread = 0; thread < 2; thread++) {
        lines.add(
            "{\"@timestamp\":\"2026-11-30T21:15:09.140123Z\",\"message\":\"Order "
                + thread
                + "-"
                + event
                + " of customer 1\",\"level\":\"INFO\"}");
      }
    }
    return lines;
  }
}
