// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of write(2) that fail or fall short: no line may know of it. */
@Tag("fault")
@Timeout(180)
final class FailingWritesTest {

  private static final int EVENTS = 2500;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "EIO, 3..6, true",
    "EIO, 2+2, true",
    "ENOSPC, 3..6, true",
    "EDQUOT, 3..6, true",
    "EROFS, 3..6, true",
    "EFBIG, 3..6, true",
    "EAGAIN, 2+2, false",
    "EINTR, 2+2, false",
  })
  void keepsEveryLineWhenWritesFailWith(String error, String when, boolean isCounted)
      throws Exception {
    Machine.needs("strace");
    Path file = Files.createFile(directory.resolve("app.jsonl"));
    Path trace = directory.resolve("trace");
    LoadRun run =
        new LoadRun(directory)
            .to(file)
            .through("strace", "-f", "-qq", "-P", file.toString(), "-e", "trace=write")
            .through("-e", "inject=write:error=" + error + ":when=" + when)
            .through("-o", trace.toString())
            .events(EVENTS, 100);
    Properties told = run.run();
    assertThat(Files.readString(trace)).contains(error, "INJECTED");
    LogFileOracle.read(1, file).assertEveryEventOnce(EVENTS);
    assertThat(LoadRun.number(told, "writeErrors") > 0).isEqualTo(isCounted);
    assertThat(LoadRun.number(told, "dropped")).isZero();
  }

  @Test
  void keepsEveryLineWhenTheFileMayNotGrowForAWhile() throws Exception {
    Machine.needs("prlimit", "bash");
    Path file = directory.resolve("app.jsonl");
    LoadRun run =
        new LoadRun(directory)
            .to(file)
            .through("bash", "-c", "ulimit -S -f 64; exec \"$@\"", "bash")
            .events(EVENTS, 400);
    Process process = run.start();
    while (!Files.exists(file) || Files.size(file) < 64 * 1024) {
      assertThat(process.isAlive()).isTrue();
      Thread.sleep(1);
    }
    Thread.sleep(300);
    Machine.run("prlimit", "--pid", String.valueOf(process.pid()), "--fsize=unlimited");
    Properties told = run.finish(process);
    LogFileOracle.read(1, file).assertEveryEventOnce(EVENTS);
    assertThat(LoadRun.number(told, "writeErrors")).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "'enable_random name=posix/io/rw/write/reduce,probability=0.5', false",
    "'enable_random name=posix/io/rw/write,probability=0.3,failinfo=28', true",
  })
  void keepsEveryLineWhenTheLibraryOfTheSystem(String fault, boolean isCounted) throws Exception {
    Machine.needs("fiu-run");
    Path file = directory.resolve("app.jsonl");
    LoadRun run =
        new LoadRun(directory).to(file).through("fiu-run", "-x", "-c", fault).events(EVENTS, 100);
    Properties told = run.run();
    LogFileOracle.read(1, file).assertEveryEventOnce(EVENTS);
    assertThat(LoadRun.number(told, "writeErrors") > 0).isEqualTo(isCounted);
  }
}
