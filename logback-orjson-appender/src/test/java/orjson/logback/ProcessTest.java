// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import orjson.StrictJson;

/** How the appender lives and dies with its JVM, seen from outside. */
@Timeout(120)
final class ProcessTest {

  private static final String ROOT = "<root level=\"INFO\"><appender-ref ref=\"JSON\"/></root>";
  private static final String ALONE =
      "<appender name=\"JSON\" class=\"orjson.logback.OrjsonAppender\"/>" + ROOT;

  @TempDir Path directory;

  private ChildJvm child;

  @BeforeEach
  void prepare() {
    child = new ChildJvm(directory);
  }

  @Test
  void theAppenderAloneWritesToStandardOutput() throws Exception {
    assertThat(child.run(ALONE, Logs.class, "1000", "return")).isZero();
    assertThatLinesAre(child.out, 1000);
    assertThat(child.stderr()).isEmpty();
  }

  @Test
  void writesEverythingBeforeSystemExit() throws Exception {
    assertThat(child.run(ALONE, Logs.class, "1000", "exit")).isEqualTo(3);
    assertThatLinesAre(child.out, 1000);
  }

  @Test
  void writesEverythingWhenMainThrows() throws Exception {
    assertThat(child.run(ALONE, Logs.class, "1000", "throw")).isEqualTo(1);
    assertThatLinesAre(child.out, 1000);
  }

  @Test
  void writesWhatOtherShutdownHooksLog() throws Exception {
    assertThat(child.run(ALONE, Logs.class, "1000", "hooks")).isEqualTo(3);
    assertThatLinesAre(child.out, 1000 + Logs.HOOKS * Logs.PER_HOOK);
  }

  @Test
  void writesEverythingBeforeLogbacksOwnShutdownHookStopsIt() throws Exception {
    String xml = "<shutdownHook/>" + ALONE;
    assertThat(child.run(xml, Logs.class, "1000", "exit")).isEqualTo(3);
    assertThatLinesAre(child.out, 1000);
  }

  @Test
  void writesToStandardErrorIfToldTo() throws Exception {
    String xml =
        "<appender name=\"JSON\" class=\"orjson.logback.OrjsonAppender\">"
            + "<target>System.err</target></appender>"
            + ROOT;
    assertThat(child.run(xml, Logs.class, "10", "return")).isZero();
    assertThatLinesAre(child.err, 10);
    assertThat(child.out).isEmptyFile();
  }

  @Test
  void writesToAFileWithoutAWordOnTheConsole() throws Exception {
    Path file = directory.resolve("logs/app.jsonl");
    assertThat(child.run(toFile(file), Logs.class, "1000", "exit")).isEqualTo(3);
    assertThatLinesAre(file, 1000);
    assertThat(child.out).isEmptyFile();
    assertThat(child.stderr()).isEmpty();
  }

  @Test
  void writesWhatWasLoggedBeforeSigterm() throws Exception {
    Path file = directory.resolve("app.jsonl");
    Path counter = directory.resolve("counter");
    Process process = child.start(toFile(file), Logs.class, "0", "load", counter.toString());
    while (!Files.exists(file) || Files.size(file) < 1_000_000) {
      assertThat(process.isAlive()).as(child.stderr()).isTrue();
      Thread.sleep(5);
    }
    process.destroy();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + 15);
    List<JsonNode> lines = StrictJson.lines(file);
    for (int i = 0; i < lines.size(); i++) {
      assertThat(lines.get(i).get("message").textValue()).isEqualTo("event " + i);
    }
    long returned = ByteBuffer.wrap(Files.readAllBytes(counter)).getLong();
    assertThat((long) lines.size()).isBetween(returned, returned + 1);
  }

  @Test
  void leavesStandardOutputOpenAfterStop() throws Exception {
    assertThat(child.run(ALONE, Logs.class, "10", "stop")).isZero();
    String out = Files.readString(child.out);
    assertThat(out).endsWith("}\nstill open\n");
  }

  @Test
  void goesOnWhenTheReaderOfStandardOutputIsGone() throws Exception {
    Process process = child.startPiped(ALONE, Logs.class, "100000", "stop");
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      StrictJson.parse(reader.readLine().getBytes(StandardCharsets.UTF_8));
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(child.stderr()).contains("System.out has no reader any more");
  }

  private static String toFile(Path file) {
    return "<appender name=\"JSON\" class=\"orjson.logback.OrjsonAppender\"><file>"
        + file
        + "</file></appender>"
        + ROOT;
  }

  private static void assertThatLinesAre(Path file, int count) {
    List<JsonNode> lines = StrictJson.lines(file);
    assertThat(lines).hasSize(count);
    long distinct = lines.stream().map(line -> line.get("message").textValue()).distinct().count();
    assertThat(distinct).isEqualTo(count);
  }

  /** Logs as many events as its first argument says and ends as the second one says. */
  static final class Logs {

    static final int HOOKS = 4;
    static final int PER_HOOK = 200;

    private Logs() {}

    public static void main(String[] args) throws IOException {
      Logger logger = LoggerFactory.getLogger(Logs.class);
      int events = Integer.parseInt(args[0]);
      if (args[1].equals("hooks")) {
        for (int i = 0; i < HOOKS; i++) {
          addHook(logger, i);
        }
      }
      for (int i = 0; i < events; i++) {
        logger.info("event {}", i);
      }
      switch (args[1]) {
        case "exit", "hooks" -> System.exit(3);
        case "throw" -> throw new IllegalStateException("main is over");
        case "load" -> logForever(logger, Path.of(args[2]));
        case "stop" -> {
          ((ch.qos.logback.classic.LoggerContext) LoggerFactory.getILoggerFactory()).stop();
          System.out.println("still open");
        }
        default -> {}
      }
    }

    /** Keeps the number of calls that returned in a file that outlives any death. */
    private static void logForever(Logger logger, Path counter) throws IOException {
      try (FileChannel channel =
          FileChannel.open(
              counter,
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        MappedByteBuffer returned = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
        for (long i = 0; ; i++) {
          logger.info("event {}", i);
          returned.putLong(0, i + 1);
        }
      }
    }

    private static void addHook(Logger logger, int id) {
      Runnable work =
          () -> {
            for (int i = 0; i < PER_HOOK; i++) {
              logger.info("hook {} event {}", id, i);
            }
          };
      Runtime.getRuntime().addShutdownHook(new Thread(work));
    }
  }
}
