// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that stands still: the writer thread hangs in write(2), where nothing can wake it. */
@Tag("fault")
@Timeout(180)
final class HungDiskTest {

  private static final int DISK_MEBIBYTES = 32;
  private static final int EVENTS = 4000;

  /** Far above what a call may take, far below what the disk stands still. */
  private static final long MOST_NANOS = 1_000_000_000;

  @TempDir Path directory;

  private Path disk;
  private Machine.Mount mount;

  @BeforeEach
  void mount() throws Exception {
    Machine.needs("fsfreeze");
    disk = directory.resolve("disk");
    mount = Machine.Mount.ext4(disk, directory.resolve("image"), DISK_MEBIBYTES);
  }

  @AfterEach
  void unmount() throws Exception {
    if (mount != null) {
      mount.unmount();
    }
  }

  @Test
  void losesNothingWhenCallersMayWait() throws Exception {
    Path file = disk.resolve("app.jsonl");
    LoadRun run = new LoadRun(directory).to(file).with(ring(256)).threads(2).events(EVENTS, 100);
    Process process = run.start();
    freezeForASecondAndAHalf(run, disk);
    Properties told = run.finish(process);
    LogFileOracle.read(2, file).assertEveryEventOnce(EVENTS);
    assertThat(LoadRun.number(told, "slowestNanos")).as("they waited").isPositive();
  }

  @Test
  void stopsNobodyWhenLinesMayBeDropped() throws Exception {
    Path file = disk.resolve("app.jsonl");
    LoadRun run =
        new LoadRun(directory)
            .to(file)
            .with(ring(256) + "<appendTimeout>0</appendTimeout>")
            .threads(2)
            .events(EVENTS, 200);
    Process process = run.start();
    freezeForASecondAndAHalf(run, disk);
    Properties told = run.finish(process);
    LogFileOracle oracle = LogFileOracle.read(2, file);
    oracle.assertWhole();
    long dropped = LoadRun.number(told, "dropped");
    assertThat(dropped).isPositive();
    assertThat(oracle.reportedDrops()).isEqualTo(dropped);
    assertThat(oracle.lines() + dropped).isEqualTo(2 * EVENTS);
    assertThat(LoadRun.number(told, "slowestNanos")).isLessThan(MOST_NANOS);
  }

  private static String ring(int size) {
    return "<ringBufferSize>" + size + "</ringBufferSize>";
  }

  private static void freezeForASecondAndAHalf(LoadRun run, Path disk) throws Exception {
    run.awaitReturned(200);
    Machine.run("fsfreeze", "-f", disk.toString());
    try {
      Thread.sleep(1500);
    } finally {
      Machine.run("fsfreeze", "-u", disk.toString());
    }
  }
}
