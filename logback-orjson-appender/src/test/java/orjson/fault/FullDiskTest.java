// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk, in memory but with the kernel's own errors, that is full for a while. */
@Tag("fault")
@Timeout(180)
final class FullDiskTest {

  private static final int DISK_KIBIBYTES = 1024;

  /** Room for a third of the lines; they fill it while the program still logs. */
  private static final long FREE_BYTES = 150 * 1024;

  @TempDir Path directory;

  private Path disk;
  private Machine.Mount mount;

  @BeforeEach
  void mount() throws Exception {
    disk = directory.resolve("disk");
    mount = Machine.Mount.tmpfs(disk, DISK_KIBIBYTES);
  }

  @AfterEach
  void unmount() throws Exception {
    if (mount != null) {
      mount.unmount();
    }
  }

  @Test
  void keepsEveryLineWhenTheDiskIsFullForASecond() throws Exception {
    Path ballast = mount.fillUpTo(FREE_BYTES);
    Path file = disk.resolve("app.jsonl");
    LoadRun run = new LoadRun(directory).to(file).threads(2).events(1250, 800);
    Process process = run.start();
    mount.awaitFull();
    Thread.sleep(1000);
    Files.delete(ballast);
    Properties told = run.finish(process);
    LogFileOracle.read(2, file).assertEveryEventOnce(1250);
    assertThat(LoadRun.number(told, "writeErrors")).isPositive();
    assertThat(LoadRun.number(told, "dropped")).isZero();
  }

  @Test
  void countsWhatADiskThatStaysFullDoesNotTake() throws Exception {
    mount.fillUpTo(FREE_BYTES);
    Path file = disk.resolve("app.jsonl");
    LoadRun run =
        new LoadRun(directory)
            .to(file)
            .with("<shutdownGracePeriod>500 ms</shutdownGracePeriod>")
            .threads(2)
            .events(1250);
    Properties told = run.run();
    LogFileOracle oracle = LogFileOracle.read(2, file);
    assertThat(oracle.broken()).as("the last line may be torn").isLessThanOrEqualTo(1);
    oracle.assertNoGap();
    assertThat(oracle.lines() + LoadRun.number(told, "dropped")).isEqualTo(2500);
    assertThat(oracle.lines()).isEqualTo(Math.toIntExact(LoadRun.number(told, "written")));
  }

  @Test
  void deletesNoArchiveBecauseTheDiskIsFull() throws Exception {
    Path ballast = mount.fillUpTo(FREE_BYTES);
    Path file = disk.resolve("app.jsonl");
    LoadRun run = new LoadRun(directory).with(rolling(file)).threads(2).events(1250, 800);
    Process process = run.start();
    mount.awaitFull();
    Thread.sleep(1000);
    Files.delete(ballast);
    Properties told = run.finish(process);
    LogFileOracle.read(2, oldestFirst(disk, file)).assertEveryEventOnce(1250);
    assertThat(LoadRun.number(told, "writeErrors")).isPositive();
  }

  private static String rolling(Path file) {
    String policies = "ch.qos.logback.core.rolling.";
    return "<rollingFile><file>"
        + file
        + "</file><rollingPolicy class=\""
        + policies
        + "FixedWindowRollingPolicy\"><fileNamePattern>"
        + file
        + ".%i</fileNamePattern><minIndex>1</minIndex><maxIndex>20</maxIndex></rollingPolicy>"
        + "<triggeringPolicy class=\""
        + policies
        + "SizeBasedTriggeringPolicy\"><maxFileSize>40KB</maxFileSize></triggeringPolicy>"
        + "</rollingFile>";
  }

  /** Archives by falling number, then the file itself. */
  private static List<Path> oldestFirst(Path disk, Path file) throws Exception {
    String prefix = file.getFileName() + ".";
    try (Stream<Path> files = Files.list(disk)) {
      List<Path> archives =
          new ArrayList<>(
              files
                  .filter(each -> each.getFileName().toString().startsWith(prefix))
                  .sorted(Comparator.comparingInt((Path each) -> index(each, prefix)).reversed())
                  .toList());
      assertThat(archives).hasSizeGreaterThan(3);
      archives.add(file);
      return archives;
    }
  }

  private static int index(Path archive, String prefix) {
    return Integer.parseInt(archive.getFileName().toString().substring(prefix.length()));
  }
}
