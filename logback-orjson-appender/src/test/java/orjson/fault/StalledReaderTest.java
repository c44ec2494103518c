// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Standard output is a pipe that nobody reads for a while, or at all. */
@Tag("fault")
@Timeout(180)
final class StalledReaderTest {

  private static final int EVENTS = 100_000;
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(1);

  @TempDir Path directory;

  @Test
  void callsGoOnAndStopReturnsWhenNobodyReadsAtAll() throws Exception {
    LoadRun run =
        new LoadRun(directory)
            .through("env", "JDK_JAVA_OPTIONS=-Xmn512m") // no collection of garbage among the calls
            .with("<appendTimeout>0</appendTimeout>")
            .with("<shutdownGracePeriod>1 second</shutdownGracePeriod>")
            .events(EVENTS);
    Process process = run.startPiped();
    Properties told = run.finish(process);
    LogFileOracle oracle = LogFileOracle.read(1, process.getInputStream().readAllBytes());
    assertThat(oracle.broken()).as("the last line may be torn").isLessThanOrEqualTo(1);
    System.out.println("figures: stalled reader: " + told);
    assertThat(LoadRun.number(told, "slowestNanos")).isLessThan(MOST_NANOS);
    assertThat(LoadRun.number(told, "stopNanos")).isLessThan(TimeUnit.SECONDS.toNanos(5));
    assertThat(oracle.lines() + LoadRun.number(told, "dropped")).isEqualTo(EVENTS);
  }

  @Test
  void reportsWhatItDroppedAsSoonAsTheReaderReadsOn() throws Exception {
    LoadRun run =
        new LoadRun(directory).with("<appendTimeout>0</appendTimeout>").events(EVENTS, 10);
    Process process = run.startPiped();
    run.awaitReturned(40_000);
    byte[] out;
    try (InputStream in = process.getInputStream()) {
      out = in.readAllBytes();
    }
    Properties told = run.finish(process);
    LogFileOracle oracle = LogFileOracle.read(1, out);
    oracle.assertWhole();
    long dropped = LoadRun.number(told, "dropped");
    assertThat(dropped).isPositive();
    assertThat(oracle.reportedDrops()).isEqualTo(dropped);
    assertThat(oracle.lines() + dropped).isEqualTo(EVENTS);
  }
}
