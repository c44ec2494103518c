// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import orjson.StrictJson;

/**
 * The configurations of {@code examples/consumers} under load: logrotate takes the file away again
 * and again while rsyslog and tail read it.
 *
 * <p>{@code -Dfault.soakSeconds=60} makes it a soak.
 */
@Tag("fault")
@Timeout(300)
final class RotationTest {

  private static final int SOAK_SECONDS = Integer.getInteger("fault.soakSeconds", 6);
  private static final int THREADS = 2;
  private static final int PAUSE_MICROS = 500;

  /** With the rest of the parks and the call itself a round is longer than its pause. */
  private static final int EVENTS = SOAK_SECONDS * 1_000_000 / PAUSE_MICROS * 3 / 4;

  @TempDir Path directory;

  private final List<Process> readers = new ArrayList<>();
  private int rotations;

  @AfterEach
  void stopTheReaders() throws Exception {
    for (Process each : readers) {
      each.destroy();
      each.waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void everyEventIsInTheFilesOnceAndRsyslogReadsThemAllWhileLogrotateMovesThem() throws Exception {
    LogFileOracle parsed = readByRsyslogWhileRotated("nocreate");
    parsed.assertEveryEventOnce(EVENTS);
  }

  /**
   * A file that another process puts in place may be there before a write that is under way ends.
   */
  @Test
  void atMostOneLineARotationComesTooLateForRsyslogWhenLogrotateCreatesTheFile() throws Exception {
    LogFileOracle parsed = readByRsyslogWhileRotated("create 0644");
    parsed.assertWhole();
    assertThat(parsed.lines()).isBetween(THREADS * EVENTS - rotations, THREADS * EVENTS);
  }

  private LogFileOracle readByRsyslogWhileRotated(String way) throws Exception {
    Machine.needs("logrotate", "rsyslogd", "tail");
    Path logs = Files.createDirectory(directory.resolve("logs"));
    Path file = Files.createFile(logs.resolve("app.jsonl"));
    Path parsed = rsyslog(logs);
    Path tailed = tail(file);
    LoadRun run = new LoadRun(directory).to(file).threads(THREADS).events(EVENTS, PAUSE_MICROS);
    Process process = run.start();
    rotateWhileAlive(process, way);
    run.finish(process);

    LogFileOracle.read(THREADS, oldestFirst(logs)).assertEveryEventOnce(EVENTS);
    awaitLines(parsed, THREADS * EVENTS);
    assertThat(parsed.resolveSibling("refused.log")).doesNotExist();
    LogFileOracle seen = LogFileOracle.read(THREADS, tailed);
    seen.assertWhole();
    LogFileOracle read = LogFileOracle.read(THREADS, parsed);
    System.out.printf(
        "figures: %s, %d events, %d rotations, rsyslog read %d, tail -F %d%n",
        way, THREADS * EVENTS, rotations, read.lines(), seen.lines());
    return read;
  }

  @Test
  void leavesNoHoleAndNoTornLineWhenLogrotateCopiesAndTruncates() throws Exception {
    Machine.needs("logrotate");
    Path logs = Files.createDirectory(directory.resolve("logs"));
    Path file = Files.createFile(logs.resolve("app.jsonl"));
    LoadRun run = new LoadRun(directory).to(file).threads(THREADS).events(EVENTS, PAUSE_MICROS);
    Process process = run.start();
    rotateWhileAlive(process, "copytruncate");
    run.finish(process);

    LogFileOracle oracle = LogFileOracle.read(THREADS, oldestFirst(logs));
    assertThat(oracle.broken()).as("a copy may end in a write").isLessThanOrEqualTo(rotations);
    assertThat(oracle.lines()).as("only copies lose lines").isBetween(1, THREADS * EVENTS);
    for (Path each : oldestFirst(logs)) {
      assertThat(Files.readString(each)).doesNotContain("\0");
    }
    System.out.printf(
        "figures: copytruncate kept %d of %d events in %d rotations, %d broken%n",
        oracle.lines(), THREADS * EVENTS, rotations, oracle.broken());
  }

  /** Starts rsyslog with the configuration we ship; returns the file that it writes. */
  private Path rsyslog(Path logs) throws Exception {
    Path work = Files.createDirectory(directory.resolve("rsyslog"));
    Path parsed = work.resolve("parsed.jsonl");
    String configuration =
        Machine.example("rsyslog/orjson.conf")
            .replace("/var/spool/rsyslog", work.toString())
            .replace("/var/log/app/app.jsonl", logs.resolve("app.jsonl").toString())
            .replace("/var/log/app", work.toString());
    Path file = Files.writeString(directory.resolve("rsyslog.conf"), configuration);
    Machine.run("rsyslogd", "-N1", "-f", file.toString());
    String pid = work.resolve("pid").toString();
    start("rsyslogd", "-n", "-f", file.toString(), "-i", pid);
    while (!Files.exists(Path.of(pid))) {
      Thread.sleep(10);
    }
    return parsed;
  }

  private Path tail(Path file) throws Exception {
    Path seen = directory.resolve("tailed");
    readers.add(
        new ProcessBuilder("tail", "-n", "+1", "-F", file.toString())
            .redirectError(directory.resolve("tail.err").toFile())
            .redirectOutput(seen.toFile())
            .start());
    return seen;
  }

  private void start(String program, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(arguments));
    command.add(0, Machine.find(program));
    readers.add(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve(program + ".out").toFile())
            .start());
  }

  private void rotateWhileAlive(Process process, String way) throws Exception {
    String configuration =
        Machine.example("logrotate/app")
            .replace("/var/log/app/app.jsonl", directory.resolve("logs/app.jsonl").toString())
            .replaceAll("(?m)^ *(compress|delaycompress|notifempty|daily|rotate 7)\n", "")
            .replace("nocreate", way + "\n    rotate 1000\n    su root root");
    Path file = Files.writeString(directory.resolve("logrotate.conf"), configuration);
    String state = directory.resolve("logrotate.state").toString();
    while (process.isAlive()) {
      rotations++;
      new ProcessBuilder(Machine.find("logrotate"), "-f", "-s", state, file.toString())
          .redirectErrorStream(true)
          .redirectOutput(directory.resolve("logrotate.out").toFile())
          .start()
          .waitFor(); // it may complain of a file that is there before it creates it
      process.waitFor(300, TimeUnit.MILLISECONDS);
    }
  }

  private static void awaitLines(Path file, int count) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < end) {
      if (Files.exists(file) && lines(file) >= count) {
        return;
      }
      Thread.sleep(100);
    }
  }

  private static long lines(Path file) throws Exception {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    }
  }

  /** By the time of their first line. */
  private static List<Path> oldestFirst(Path logs) throws Exception {
    try (Stream<Path> files = Files.list(logs)) {
      List<Path> all =
          files
              .filter(each -> each.toFile().length() > 0)
              .sorted(Comparator.comparing(RotationTest::firstTime))
              .toList();
      assertThat(all).hasSizeGreaterThan(5);
      return all;
    }
  }

  private static String firstTime(Path file) {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      byte[] first = lines.readLine().getBytes(StandardCharsets.UTF_8);
      return StrictJson.parse(first).get("@timestamp").textValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
