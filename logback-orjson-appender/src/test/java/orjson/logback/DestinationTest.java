// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.status.Status;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import orjson.StrictJson;

/** Where an appender's lines go, and what happens to files under it. */
@Timeout(120)
final class DestinationTest {

  @TempDir Path directory;

  private final LoggerContext context = Events.context();
  private final Logger logger = context.getLogger("com.acme.Orders");
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = directory.resolve("app.jsonl");
  }

  @AfterEach
  void stopTheContext() {
    context.stop();
  }

  @Test
  void startsAndWritesLaterWhenTheFileCannotBeOpenedYet() throws IOException {
    Files.createDirectory(file);
    OrjsonAppender appender = appender("JSON", file.toString());
    appender.start();
    assertThat(appender.isStarted()).isTrue();
    assertThat(Events.statuses(context, Status.WARN)).anyMatch(each -> each.contains("yet"));
    logger.info("0");
    Files.delete(file);
    context.stop();
    assertThat(numbers(file)).containsExactly(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "nul\0inside"})
  void refusesWhatCanNeverBeAPath(String path) {
    OrjsonAppender appender = appender("JSON", path);
    appender.start();
    assertThat(appender.isStarted()).isFalse();
    assertThat(Events.errors(context)).containsExactly("file: \"" + path + "\" is not a path");
  }

  @Test
  void refusesAPriorityPrefixInAFile() {
    OrjsonAppender appender = appender("JSON", file.toString());
    appender.setJournaldPrefix("true");
    appender.start();
    assertThat(appender.isStarted()).isFalse();
    assertThat(Events.errors(context))
        .containsExactly(
            "journaldPrefix: \"true\" is allowed on standard streams only, not in files");
  }

  @Test
  void warnsOfASecondAppenderOnOneFile() {
    OrjsonAppender first = appender("FIRST", file.toString());
    first.start();
    appender("SECOND", file.toString()).start();
    assertThat(Events.statuses(context, Status.WARN))
        .containsExactly(
            "file: \""
                + file
                + "\" is written by the appender \"FIRST\" too; lines stay whole, in no common"
                + " order");
    for (int i = 0; i < 2000; i++) {
      logger.info("{}", i);
    }
    context.stop();
    assertThat(numbers(file)).hasSize(4000);
  }

  @Test
  void forgetsTheFileOfAnAppenderThatStopped() {
    for (String name : List.of("FIRST", "SECOND")) {
      OrjsonAppender appender = appender(name, file.toString());
      appender.start();
      appender.stop();
    }
    assertThat(Events.statuses(context, Status.WARN)).isEmpty();
  }

  @Test
  void writesToAFifoWithoutWaitingForItsReaderAtStart() throws Exception {
    assumeTrue(new ProcessBuilder("mkfifo", file.toString()).start().waitFor() == 0);
    appender("JSON", file.toString()).start();
    CompletableFuture<byte[]> read = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                read.complete(Files.readAllBytes(file));
              } catch (IOException e) {
                read.completeExceptionally(e);
              }
            });
    logger.info("0");
    logger.info("1");
    reader.start();
    context.stop();
    Path copy = Files.write(directory.resolve("copy"), read.get(60, TimeUnit.SECONDS));
    assertThat(numbers(copy)).containsExactly(0, 1);
  }

  @Test
  void writesEachLineOnceWhileTheFileIsRenamedReplacedAndEmptied() throws Exception {
    appender("JSON", file.toString()).start();
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Integer> logged =
        CompletableFuture.supplyAsync(
            () -> {
              int n = 0;
              while (!done.get()) {
                logger.info("{}", n++);
              }
              return n;
            });
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Thread.sleep(150);
      files.add(Files.move(file, directory.resolve("app." + i)));
      if (i % 2 == 0) {
        Files.createFile(directory.resolve("fresh"));
        Files.move(directory.resolve("fresh"), file);
      }
      while (!Files.exists(file)) {
        Thread.onSpinWait();
      }
    }
    done.set(true);
    int events = logged.get();
    context.stop();
    files.add(file);
    List<Integer> all = new ArrayList<>();
    for (Path each : files) {
      all.addAll(numbers(each));
    }
    assertThat(all).hasSize(events);
    for (int i = 0; i < events; i++) {
      assertThat(all.get(i)).isEqualTo(i);
    }
  }

  @Test
  void leavesNoHoleWhenTheFileIsTruncatedUnderLoad() throws Exception {
    appender("JSON", file.toString()).start();
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 2000; i++) {
        logger.info("{}", i);
      }
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(0);
      }
    }
    logger.info("-1");
    context.stop();
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes).doesNotContain((byte) 0);
    assertThat(new String(bytes, java.nio.charset.StandardCharsets.UTF_8)).endsWith("}\n");
  }

  @Test
  void movesALineOutOfTheWayOfItsPrefix() {
    byte[] roomy = {'a', 'b', '\n', 0, 0, 0};
    assertThat(JournalPrefix.prepend(roomy, 3, 4)).isSameAs(roomy);
    assertThat(roomy).containsExactly('<', '3', '>', 'a', 'b', '\n');
    byte[] tight = {'a', 'b', '\n'};
    assertThat(JournalPrefix.prepend(tight, 3, 0)).containsExactly('<', '7', '>', 'a', 'b', '\n');
    assertThat(tight).containsExactly('a', 'b', '\n');
  }

  private OrjsonAppender appender(String name, String path) {
    OrjsonAppender appender = new OrjsonAppender();
    appender.setContext(context);
    appender.setName(name);
    appender.setFile(path);
    logger.addAppender(appender);
    return appender;
  }

  private static List<Integer> numbers(Path file) {
    return StrictJson.lines(file).stream()
        .map(line -> Integer.valueOf(line.get("message").textValue()))
        .toList();
  }
}
