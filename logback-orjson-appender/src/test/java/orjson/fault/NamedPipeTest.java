// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A named pipe in place of a file, whose reader goes and comes back. */
@Tag("fault")
@Timeout(180)
final class NamedPipeTest {

  private static final int EVENTS = 20_000;

  @TempDir Path directory;

  @Test
  void theNextReaderFindsWholeLinesAndNothingIsLostButWhatTheFirstLeftInThePipe() throws Exception {
    Machine.needs("mkfifo");
    Path pipe = directory.resolve("pipe");
    Machine.run("mkfifo", pipe.toString());
    LoadRun run = new LoadRun(directory).to(pipe).events(EVENTS);
    Process process = run.start();
    byte[] first;
    try (InputStream in = Files.newInputStream(pipe)) {
      first = in.readNBytes(100_000);
      Thread.sleep(300); // the pipe is full now, and the writer stands inside a line
    }
    Thread.sleep(300);
    byte[] second;
    try (InputStream in = Files.newInputStream(pipe)) {
      second = in.readAllBytes();
    }
    Properties told = run.finish(process);
    LogFileOracle before = LogFileOracle.read(1, first);
    LogFileOracle after = LogFileOracle.read(1, second);
    assertThat(before.broken()).as("where it stopped to read").isLessThanOrEqualTo(1);
    after.assertWhole();
    assertThat(LoadRun.number(told, "dropped")).isZero();
    assertThat(EVENTS - before.lines() - after.lines())
        .as("lines in a pipe of 64 KiB")
        .isBetween(0, 64 * 1024 / 150);
  }
}
