// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.status.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import orjson.StrictJson;

/** Files that Logback's policies roll, configured by XML as people write it. */
@Timeout(120)
final class RollingTest {

  private static final String PACKAGE = "ch.qos.logback.core.rolling.";

  /** A batch is no larger, and no file exceeds its limit by more than one. */
  private static final int BATCH = 64 * 1024;

  private static final int EVENTS = 20_000;

  @TempDir Path directory;

  /**
   * Logback runs compressions and cleanings side by side, and stop() waits for the last begun only.
   * Here they take turns: an earlier compression is then over when stop() returns, and no two
   * cleanings overlap, where Logback may remove archives that are new enough.
   */
  private final ExecutorService background = Executors.newSingleThreadExecutor();

  private final LoggerContext context =
      new LoggerContext() {
        @Override
        public ExecutorService getExecutorService() {
          return background;
        }

        @Override
        public ExecutorService getAlternateExecutorService() {
          return background;
        }
      };

  private final Logger logger = context.getLogger("com.acme.Orders");

  @AfterEach
  void stopTheContext() {
    context.stop();
    background.shutdown();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".gz", ".zip"})
  void rollsBySizeAndTimeWithEveryLineInOrder(String suffix) throws Exception {
    configure(active() + sizeAndTime("app.%d.%i.jsonl" + suffix, "200KB", ""));
    logAll();
    List<Path> archives = archives("app\\..*\\.(\\d+)\\.jsonl" + Pattern.quote(suffix));
    assertThat(archives).hasSizeGreaterThan(5);
    assertThat(allLines(archives, directory.resolve("app.jsonl"))).isEqualTo(expected());
    for (Path archive : archives) {
      assertThat(content(archive).length).isBetween(200 * 1024, 200 * 1024 + BATCH);
    }
    assertNoTrouble();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".gz"})
  void namesTheFileByThePatternWhenThereIsNoOtherName(String suffix) throws Exception {
    configure(sizeAndTime("app.%d.%i.jsonl" + suffix, "200KB", ""));
    logAll();
    List<Path> archives = archives("app\\..*\\.(\\d+)\\.jsonl(\\.gz)?");
    assertThat(archives).hasSizeGreaterThan(5);
    Path last = archives.remove(archives.size() - 1);
    assertThat(last.toString()).endsWith(".jsonl");
    assertThat(allLines(archives, last)).isEqualTo(expected());
    assertNoTrouble();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".gz", ".zip"})
  void movesTheWindowBySize(String suffix) throws Exception {
    configure(
        active()
            + policy(
                "FixedWindowRollingPolicy",
                "app.%i.jsonl" + suffix,
                "<minIndex>1</minIndex><maxIndex>20</maxIndex>")
            + "<triggeringPolicy class=\""
            + PACKAGE
            + "SizeBasedTriggeringPolicy\"><maxFileSize>300KB</maxFileSize></triggeringPolicy>");
    logAll();
    List<Path> archives = archives("app\\.(\\d+)\\.jsonl" + Pattern.quote(suffix));
    java.util.Collections.reverse(archives); // the highest number is the oldest
    assertThat(archives).hasSizeGreaterThan(5);
    assertThat(allLines(archives, directory.resolve("app.jsonl"))).isEqualTo(expected());
    assertNoTrouble();
  }

  @Test
  void rollsByTime() throws Exception {
    configure(active() + policy("TimeBasedRollingPolicy", "app.%d{yyyyMMddHHmmss}.jsonl.gz", ""));
    for (int i = 0; i < 25; i++) {
      logger.info("{}", i);
      Thread.sleep(100);
    }
    context.stop();
    List<Path> archives = archives("app\\.(\\d+)\\.jsonl\\.gz");
    assertThat(archives).hasSizeGreaterThanOrEqualTo(2);
    List<String> lines = allLines(archives, directory.resolve("app.jsonl"));
    assertThat(lines).hasSize(25);
    assertThat(lines.get(24)).isEqualTo("24");
    assertNoTrouble();
  }

  @Test
  void keepsNoMoreThanTheTotalSize() throws Exception {
    configure(
        active()
            + sizeAndTime(
                "app.%d.%i.jsonl",
                "100KB", "<maxHistory>10</maxHistory><totalSizeCap>500KB</totalSizeCap>"));
    logAll();
    List<Path> archives = archives("app\\..*\\.(\\d+)\\.jsonl");
    assertThat(archives).isNotEmpty();
    assertThat(sum(archives, RollingTest::size))
        .isLessThanOrEqualTo(500 * 1024 + 100 * 1024 + BATCH);
    List<String> lines = allLines(archives, directory.resolve("app.jsonl"));
    assertThat(lines).isEqualTo(expected().subList(EVENTS - lines.size(), EVENTS));
  }

  @Test
  void cleansHistoryOnStart() throws Exception {
    Path recent = directory.resolve("other");
    Files.writeString(recent, "not ours\n");
    java.time.LocalDate day =
        java.time.LocalDate.now(java.time.ZoneId.systemDefault()).minusDays(3);
    Path aged = directory.resolve("app." + day + ".jsonl");
    Files.writeString(aged, "aged\n");
    configure(
        active()
            + policy(
                "TimeBasedRollingPolicy",
                "app.%d.jsonl",
                "<maxHistory>1</maxHistory><cleanHistoryOnStart>true</cleanHistoryOnStart>"));
    context.stop();
    assertThat(aged).doesNotExist();
    assertThat(recent).exists();
  }

  @Test
  void appendsToWhatAnEarlierRunLeft() throws Exception {
    Files.writeString(directory.resolve("app.jsonl"), "{\"message\":\"torn");
    configure(active() + sizeAndTime("app.%d.%i.jsonl", "10MB", ""));
    logger.info("next");
    context.stop();
    List<String> lines = Files.readAllLines(directory.resolve("app.jsonl"));
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).isEqualTo("{\"message\":\"torn");
  }

  @Test
  void startsAgainAfterAStop() throws Exception {
    OrjsonAppender appender = configure(active() + sizeAndTime("app.%d.%i.jsonl", "200KB", ""));
    logger.info("one");
    appender.stop();
    appender.start();
    assertThat(appender.isStarted()).isTrue();
    logger.info("two");
    context.stop();
    assertThat(allLines(List.of(), directory.resolve("app.jsonl"))).containsExactly("one", "two");
  }

  @Test
  void writesOnWhenTheArchiveCannotBeMade() throws Exception {
    Files.writeString(directory.resolve("blocked"), "a file where a directory is needed");
    configure(active() + sizeAndTime("blocked/app.%d.%i.jsonl", "100KB", ""));
    logAll();
    assertThat(allLines(List.of(), directory.resolve("app.jsonl"))).isEqualTo(expected());
    assertThat(Events.errors(context))
        .filteredOn(error -> error.contains("cannot be rolled"))
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<rollingFile><file>%1$s/a</file></rollingFile>|rollingPolicy: not set",
        "<rollingFile><file>%1$s/a</file><rollingPolicy"
            + " class=\"ch.qos.logback.core.rolling.FixedWindowRollingPolicy\">"
            + "<fileNamePattern>%1$s/a.%%i</fileNamePattern></rollingPolicy></rollingFile>"
            + "|triggeringPolicy: not set; FixedWindowRollingPolicy needs one such as Size",
        "<rollingFile><prudent>true</prudent><rollingPolicy"
            + " class=\"ch.qos.logback.core.rolling.TimeBasedRollingPolicy\">"
            + "<fileNamePattern>%1$s/a.%%d</fileNamePattern></rollingPolicy></rollingFile>"
            + "|prudent: \"true\" is not supported",
        "<rollingFile><file>%1$s/a.2020-01-01</file><rollingPolicy"
            + " class=\"ch.qos.logback.core.rolling.TimeBasedRollingPolicy\">"
            + "<fileNamePattern>%1$s/a.%%d</fileNamePattern></rollingPolicy></rollingFile>"
            + "|file: \"%1$s/a.2020-01-01\" is not to be a name that fileNamePattern makes",
        "<rollingFile><file>%1$s/a</file><rollingPolicy"
            + " class=\"ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy\">"
            + "<fileNamePattern>%1$s/a.%%d.%%i</fileNamePattern></rollingPolicy></rollingFile>"
            + "|rollingPolicy: did not start",
        "<file>%1$s/b</file><rollingFile><file>%1$s/a</file><rollingPolicy"
            + " class=\"ch.qos.logback.core.rolling.TimeBasedRollingPolicy\">"
            + "<fileNamePattern>%1$s/a.%%d</fileNamePattern></rollingPolicy></rollingFile>"
            + "|file: \"%1$s/b\" belongs inside rollingFile",
      })
  void saysWhatIsWrongAndStaysStopped(String body, String error) throws Exception {
    OrjsonAppender appender = configureRaw(String.format(body, directory));
    assertThat(Events.errors(context))
        .anyMatch(each -> each.startsWith(String.format(error, directory)));
    assertThat(appender.isStarted()).isFalse();
  }

  private String active() {
    return "<file>" + directory.resolve("app.jsonl") + "</file>";
  }

  private String sizeAndTime(String pattern, String maxFileSize, String rest) {
    String size = "<maxFileSize>" + maxFileSize + "</maxFileSize>";
    return policy("SizeAndTimeBasedRollingPolicy", pattern, size + rest);
  }

  private String policy(String type, String pattern, String rest) {
    return "<rollingPolicy class=\""
        + PACKAGE
        + type
        + "\"><fileNamePattern>"
        + directory.resolve(pattern)
        + "</fileNamePattern>"
        + rest
        + "</rollingPolicy>";
  }

  private OrjsonAppender configure(String files) throws Exception {
    OrjsonAppender appender = configureRaw("<rollingFile>" + files + "</rollingFile>");
    assertThat(Events.statuses(context, Status.WARN)).isEmpty();
    return appender;
  }

  private OrjsonAppender configureRaw(String body) throws Exception {
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    String document =
        "<configuration><appender name=\"JSON\" class=\"orjson.logback.OrjsonAppender\">"
            + body
            + "</appender><root level=\"INFO\"><appender-ref ref=\"JSON\"/></root></configuration>";
    configurator.doConfigure(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
    return (OrjsonAppender) context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("JSON");
  }

  private void logAll() {
    for (int i = 0; i < EVENTS; i++) {
      logger.info("{}", i);
    }
    context.stop();
  }

  private static List<String> expected() {
    List<String> messages = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      messages.add(String.valueOf(i));
    }
    return messages;
  }

  private void assertNoTrouble() {
    assertThat(Events.statuses(context, Status.WARN)).isEmpty();
  }

  /** The files of that name, by the number in it. */
  private List<Path> archives(String name) throws Exception {
    Pattern pattern = Pattern.compile(name);
    try (Stream<Path> files = Files.list(directory)) {
      return new ArrayList<>(
          files
              .filter(each -> pattern.matcher(each.getFileName().toString()).matches())
              .sorted(Comparator.comparingLong(each -> number(pattern, each)))
              .toList());
    }
  }

  private static long number(Pattern pattern, Path file) {
    Matcher matcher = pattern.matcher(file.getFileName().toString());
    assertThat(matcher.matches()).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  private static long sum(List<Path> files, ToLongFunction<Path> size) {
    return files.stream().mapToLong(size).sum();
  }

  private static long size(Path file) {
    return file.toFile().length();
  }

  private static List<String> allLines(List<Path> archives, Path last) throws IOException {
    List<String> messages = new ArrayList<>();
    List<Path> files = new ArrayList<>(archives);
    files.add(last);
    for (Path file : files) {
      String text = new String(content(file), StandardCharsets.UTF_8);
      assertThat(text).endsWith("\n");
      for (String line : text.lines().toList()) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        messages.add(StrictJson.parse(bytes).get("message").textValue());
      }
    }
    return messages;
  }

  private static byte[] content(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      if (file.toString().endsWith(".gz")) {
        return new GZIPInputStream(in).readAllBytes();
      }
      if (file.toString().endsWith(".zip")) {
        ZipInputStream zip = new ZipInputStream(in);
        assertThat(zip.getNextEntry()).isNotNull();
        return zip.readAllBytes();
      }
      return in.readAllBytes();
    }
  }
}
