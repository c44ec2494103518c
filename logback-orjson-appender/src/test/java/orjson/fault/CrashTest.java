// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import orjson.Seed;

/** Processes that end in the middle of logging. */
@Tag("fault")
@Timeout(180)
final class CrashTest {

  private static final int THREADS = 4;
  private static final int RING = 8192;

  /** The most lines in one buffer of 64 KiB, of the length that {@link Load} writes. */
  private static final int BATCH = 64 * 1024 / 150;

  @TempDir Path directory;

  private Path file;
  private LoadRun run;

  private void prepare(String settings) {
    file = directory.resolve("app.jsonl");
    run = new LoadRun(directory).to(file).with(settings).threads(THREADS);
  }

  @RepeatedTest(20)
  void killedItLosesOnlyWhatWasInTheRingAndTearsAtMostTheLastLine() throws Exception {
    prepare("");
    killAtSomeMoment(run.endless(0));
    LogFileOracle oracle = LogFileOracle.read(THREADS, file);
    oracle.assertNoGap();
    assertThat(oracle.broken()).as("torn lines").isLessThanOrEqualTo(1);
    assertThat(lost(oracle)).isLessThanOrEqualTo(RING + BATCH);

    boolean torn = oracle.broken() > 0;
    new LoadRun(Files.createDirectory(directory.resolve("next"))).to(file).events(1).run();
    byte[] repaired = Files.readAllBytes(file);
    int end = repaired.length - 1;
    while (repaired[end - 1] != '\n') {
      end--;
    }
    byte[] last = Arrays.copyOfRange(repaired, end, repaired.length);
    LogFileOracle.read(1, last).assertEveryEventOnce(1);
    assertThat(LogFileOracle.read(THREADS, Arrays.copyOf(repaired, end)).broken())
        .isEqualTo(torn ? 1 : 0);
  }

  @RepeatedTest(5)
  void killedItLosesNothingThatReturnedFromTheSyncLevelOn() throws Exception {
    prepare("<syncLevel>TRACE</syncLevel>");
    killAtSomeMoment(run.endless(0));
    LogFileOracle oracle = LogFileOracle.read(THREADS, file);
    oracle.assertNoGap();
    assertThat(oracle.broken()).as("torn lines").isLessThanOrEqualTo(1);
    assertNothingThatReturnedIsMissing(oracle);
  }

  @Test
  void losesNothingThatReturnedWhenSigtermEndsItUnderLoad() throws Exception {
    prepare("");
    Process process = run.endless(0).start();
    run.awaitReturned(50_000);
    process.destroy();
    LoadRun.waitFor(process);
    assertThat(process.exitValue()).isEqualTo(128 + 15);
    LogFileOracle oracle = LogFileOracle.read(THREADS, file);
    oracle.assertWhole();
    oracle.assertNoGap();
    assertNothingThatReturnedIsMissing(oracle);
  }

  @Test
  void haltedItLosesOnlyWhatWasInTheRing() throws Exception {
    prepare("");
    Process process = run.events(50_000).halting().start();
    LoadRun.waitFor(process);
    assertThat(process.exitValue()).isEqualTo(7);
    LogFileOracle oracle = LogFileOracle.read(THREADS, file);
    oracle.assertNoGap();
    assertThat(lost(oracle)).isLessThanOrEqualTo(RING + BATCH);
  }

  private void killAtSomeMoment(LoadRun load) throws Exception {
    long seed = Seed.next();
    Process process = load.start();
    load.awaitReturned(1);
    int millis = new Random(seed).nextInt(400);
    Thread.sleep(millis);
    process.destroyForcibly();
    LoadRun.waitFor(process);
  }

  private long lost(LogFileOracle oracle) throws Exception {
    long lost = -oracle.lines();
    for (long each : run.returned()) {
      lost += each;
    }
    return lost;
  }

  private void assertNothingThatReturnedIsMissing(LogFileOracle oracle) throws Exception {
    long[] returned = run.returned();
    for (int i = 0; i < THREADS; i++) {
      assertThat((long) oracle.lines(i)).isBetween(returned[i], returned[i] + 1);
    }
  }
}
