// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import orjson.StrictJson;

/** A clock that somebody sets while the program logs. */
@Tag("fault")
@Timeout(180)
final class ClockTest {

  private static final String LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

  private static final int EVENTS = 2000;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"-3600s", "+3600s"})
  void goesOnAndShowsTheNewTimeWhenTheClockIsSet(String jump) throws Exception {
    Machine.needsFile(LIBRARY);
    Path offset = Files.writeString(directory.resolve("offset"), "+0s\n");
    Path file = directory.resolve("app.jsonl");
    LoadRun run =
        new LoadRun(directory)
            .to(file)
            .through("env", "LD_PRELOAD=" + LIBRARY, "FAKETIME_TIMESTAMP_FILE=" + offset)
            .through("FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1")
            .events(EVENTS, 500);
    Process process = run.start();
    run.awaitReturned(EVENTS / 4);
    Files.writeString(offset, jump + "\n");
    Properties told = run.finish(process);
    LogFileOracle.read(1, file).assertEveryEventOnce(EVENTS);
    assertThat(LoadRun.number(told, "slowestNanos")).isLessThan(Duration.ofSeconds(10).toNanos());
    List<Instant> times = new ArrayList<>();
    StrictJson.forEachLine(
        file, line -> times.add(Instant.parse(line.get("@timestamp").textValue())));
    Duration between = Duration.between(times.get(0), times.get(EVENTS - 1));
    Duration expected = Duration.ofHours(jump.startsWith("-") ? -1 : 1);
    assertThat(between).isCloseTo(expected, Duration.ofMinutes(3));
  }
}
