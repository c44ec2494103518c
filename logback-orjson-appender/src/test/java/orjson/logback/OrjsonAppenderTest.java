// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static orjson.logback.Events.event;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import orjson.StrictJson;

@Timeout(120)
final class OrjsonAppenderTest {

  @TempDir Path directory;

  private final LoggerContext context = Events.context();
  private final OrjsonAppender appender = new OrjsonAppender();
  private final Logger logger = context.getLogger("com.acme.Orders");
  private Path file;

  @BeforeEach
  void nameTheAppender() {
    file = directory.resolve("logs/app.jsonl");
    appender.setContext(context);
    appender.setName("JSON");
    appender.setFile(file.toString());
    logger.addAppender(appender);
  }

  @AfterEach
  void stopTheContext() {
    context.stop();
  }

  @Test
  void writesEveryEventToTheFile() {
    appender.start();
    for (int i = 0; i < 1000; i++) {
      logger.info("event {}", i);
    }
    appender.stop();
    List<JsonNode> lines = StrictJson.lines(file);
    assertThat(lines).hasSize(1000);
    for (int i = 0; i < 1000; i++) {
      assertThat(lines.get(i).get("message").textValue()).isEqualTo("event " + i);
    }
    assertThat(appender.getWrittenLines()).isEqualTo(1000);
    assertThat(appender.getWrittenBytes()).isEqualTo(file.toFile().length());
    assertThat(appender.getDroppedLines()).isZero();
    assertThat(Events.errors(context)).isEmpty();
  }

  @Test
  void losesNothingInTwoHundredShortLives() {
    for (int round = 1; round <= 200; round++) {
      appender.start();
      for (int i = 0; i < 10; i++) {
        logger.info("event");
      }
      appender.stop();
      assertThat(appender.getWrittenLines()).isEqualTo(10);
    }
    assertThat(StrictJson.lines(file)).hasSize(2000);
  }

  @Test
  void keepsEachThreadsOrder() throws Exception {
    appender.setRingBufferSize("64");
    appender.start();
    int threads = 8;
    int events = 5000;
    List<Thread> producers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      producers.add(
          new Thread(
              () -> {
                for (int i = 0; i < events; i++) {
                  logger.info("{}", i);
                }
              },
              "producer-" + t));
    }
    producers.forEach(Thread::start);
    for (Thread producer : producers) {
      producer.join();
    }
    appender.stop();
    Map<String, Integer> next = new HashMap<>();
    StrictJson.forEachLine(
        file,
        line -> {
          int n = Integer.parseInt(line.get("message").textValue());
          String thread = line.get("thread_name").textValue();
          assertThat(n).isEqualTo(next.getOrDefault(thread, 0));
          next.put(thread, n + 1);
        });
    assertThat(next).hasSize(threads);
    assertThat(next.values()).containsOnly(events);
  }

  @Test
  void freezesMutableArguments() {
    appender.start();
    StringBuilder mutable = new StringBuilder("before");
    logger.atInfo().addKeyValue("k", mutable).log("{}", mutable);
    mutable.setLength(0);
    mutable.append("after");
    appender.stop();
    JsonNode line = StrictJson.lines(file).get(0);
    assertThat(line.get("message").textValue()).isEqualTo("before");
    assertThat(line.get("k").textValue()).isEqualTo("before");
  }

  @Test
  void survivesAToStringThatLogsIntoAFullRing() {
    appender.setRingBufferSize("2");
    appender.start();
    Object logs =
        new Object() {
          @Override
          public String toString() {
            for (int i = 0; i < 10; i++) {
              logger.info("inner {}", i);
            }
            return "outer";
          }
        };
    logger.info("{}", logs);
    logger.atInfo().addKeyValue("k", logs).log("pair");
    appender.stop();
    List<JsonNode> lines = StrictJson.lines(file);
    assertThat(lines.get(lines.size() - 1).get("k").textValue()).isEqualTo("outer");
    assertThat(lines).extracting(line -> line.get("message").textValue()).contains("outer");
    assertThat(appender.getDroppedLines()).isZero();
  }

  @Test
  void writesHostileMessagesAsOneLineEach() {
    appender.setEncoder(Events.unlimited(context));
    appender.start();
    logger.info("x\u4e2d\ud83d\ude00".repeat(250_000));
    logger.info("unpaired \ud800 here");
    StringBuilder controls = new StringBuilder();
    for (char c = 0; c < 0x20; c++) {
      controls.append(c);
    }
    logger.info(controls.toString());
    logger.info(null);
    logger.info("after");
    appender.stop();
    List<JsonNode> lines = StrictJson.lines(file);
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0).get("message").textValue()).hasSize(1_000_000);
    assertThat(lines.get(2).get("message").textValue()).isEqualTo(controls.toString());
    assertThat(lines.get(3).has("message")).isFalse();
    assertThat(lines.get(4).get("message").textValue()).isEqualTo("after");
  }

  @Test
  void countsFailedValues() {
    appender.start();
    Map<String, Object> self = new HashMap<>();
    self.put("self", self);
    logger.atInfo().addKeyValue("map", self).log("m");
    appender.stop();
    assertThat(appender.getFailedValues()).isEqualTo(1);
    assertThat(StrictJson.lines(file).get(0).get("map").get("self").textValue())
        .startsWith("<cycle");
  }

  @Test
  void countsEventsThatComeTooLateOrTooEarly() {
    logger.info("early");
    assertThat(appender.getDroppedLines()).isEqualTo(1);
    appender.start();
    logger.info("in time");
    appender.stop();
    assertThatCode(() -> logger.info("late")).doesNotThrowAnyException();
    assertThat(appender.getDroppedLines()).isEqualTo(1);
    assertThat(StrictJson.lines(file)).hasSize(1);
  }

  @Test
  void appliesFilters() {
    ThresholdFilter filter = new ThresholdFilter();
    filter.setLevel("WARN");
    filter.start();
    appender.addFilter(filter);
    appender.start();
    logger.info("below");
    logger.warn("above");
    appender.stop();
    assertThat(StrictJson.lines(file)).hasSize(1);
    assertThat(appender.getCopyOfAttachedFiltersList()).containsExactly(filter);
    assertThat(appender.getFilterChainDecision(event(context, "m")).name()).isEqualTo("DENY");
    appender.clearAllFilters();
    assertThat(appender.getCopyOfAttachedFiltersList()).isEmpty();
  }

  @Test
  void shieldsTheApplicationFromAnEncoderThatThrows() {
    PatternLayoutEncoder broken =
        new PatternLayoutEncoder() {
          @Override
          public byte[] encode(ILoggingEvent event) {
            if (event.getMessage().startsWith("bad")) {
              throw new LinkageError("broken");
            }
            return super.encode(event);
          }
        };
    broken.setContext(context);
    broken.setPattern("%msg%n");
    broken.start();
    appender.setEncoder(broken);
    appender.start();
    logger.info("bad 1");
    logger.info("bad 2");
    logger.info("good");
    appender.stop();
    assertThat(file).hasContent("good");
    assertThat(appender.getFailedEvents()).isEqualTo(2);
    assertThat(Events.errors(context)).singleElement().asString().contains("was not written");
  }

  @Test
  void emptiesTheFileWhenToldNotToAppend() throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "old\n");
    appender.setAppend("false");
    appender.start();
    logger.info("new");
    appender.stop();
    assertThat(StrictJson.lines(file)).hasSize(1);
  }

  @Test
  void removesItsShutdownHookAndItsThreadOnStop() {
    appender.start();
    assertThat(threadsNamed("orjson-writer-JSON")).isOne();
    appender.stop();
    assertThat(threadsNamed("orjson-writer-JSON")).isZero();
    appender.stop();
    appender.start();
    appender.start();
    assertThat(threadsNamed("orjson-writer-JSON")).as("a second start does nothing").isOne();
  }

  @ParameterizedTest
  @CsvSource({
    "ringBufferSize, 1000, a power of two from 2 to 1048576",
    "ringBufferSize, 8k, a power of two from 2 to 1048576",
    "ringBufferSize, 0, a power of two from 2 to 1048576",
    "ringBufferSize, 2097152, a power of two from 2 to 1048576",
    "appendTimeout, soon, '-1 (wait), 0 (drop) or a duration such as 50 ms or 5 seconds'",
    "appendTimeout, -2, '-1 (wait), 0 (drop) or a duration such as 50 ms or 5 seconds'",
    "shutdownGracePeriod, 1 fortnight, a duration such as 50 ms or 5 seconds",
    "shutdownGracePeriod, -1, a duration such as 50 ms or 5 seconds",
    "shutdownGracePeriod, '', a duration such as 50 ms or 5 seconds",
    "append, yes, true or false",
    "target, stdout, 'one of System.out, System.err'",
  })
  void refusesAWrongSettingByNameAndStaysStopped(String property, String value, String allowed) {
    set(property, value);
    appender.start();
    assertThat(appender.isStarted()).isFalse();
    assertThat(Events.errors(context))
        .containsExactly(property + ": \"" + value + "\" is not " + allowed);
    assertThatCode(() -> logger.info("m")).doesNotThrowAnyException();
    assertThat(file).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "ringBufferSize, 2",
    "ringBufferSize, ' 16384 '",
    "appendTimeout, -1",
    "appendTimeout, -1 ms",
    "appendTimeout, 0",
    "appendTimeout, 50 ms",
    "appendTimeout, 1.5 seconds",
    "appendTimeout, 2 Milliseconds",
    "shutdownGracePeriod, 3s",
    "shutdownGracePeriod, 0",
    "shutdownGracePeriod, 1 minute",
    "append, FALSE",
    "target, system.err",
  })
  void acceptsEveryFormOfASetting(String property, String value) {
    set(property, value);
    appender.start();
    assertThat(Events.errors(context)).isEmpty();
    assertThat(appender.isStarted()).isTrue();
  }

  @Test
  void reportsAllWrongSettingsAtOnce() {
    appender.setRingBufferSize("3");
    appender.setAppend("perhaps");
    appender.start();
    assertThat(Events.errors(context)).hasSize(2);
  }

  @Test
  void staysStoppedWhenTheEncoderDoesNotStart() {
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setContext(context);
    encoder.setTimestampFractionDigits("5");
    appender.setEncoder(encoder);
    appender.start();
    assertThat(appender.isStarted()).isFalse();
    assertThat(Events.errors(context)).anyMatch(error -> error.contains("encoder: did not start"));
  }

  @Test
  void reportsADiskThatIsFullOnceAndCountsWhatIsLost() {
    org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")));
    appender.setFile("/dev/full");
    appender.setShutdownGracePeriod("100 ms");
    appender.start();
    for (int i = 0; i < 10; i++) {
      logger.info("event {}", i);
    }
    appender.stop();
    assertThat(appender.getDroppedLines()).isEqualTo(10);
    assertThat(appender.getWrittenLines()).isZero();
    assertThat(appender.getWriteErrors()).isPositive();
    assertThat(Events.errors(context))
        .hasSize(2)
        .anyMatch(error -> error.startsWith("Cannot write to /dev/full"))
        .anyMatch(error -> error.startsWith("10 lines were not written"));
  }

  @Test
  void twoAppendersOnOneFileTearNoLine() {
    OrjsonAppender other = new OrjsonAppender();
    other.setContext(context);
    other.setName("OTHER");
    other.setFile(file.toString());
    logger.addAppender(other);
    appender.start();
    other.start();
    for (int i = 0; i < 5000; i++) {
      logger.info("event {}", i);
    }
    appender.stop();
    other.stop();
    assertThat(StrictJson.lines(file).size())
        .isEqualTo(appender.getWrittenLines() + other.getWrittenLines());
  }

  private void set(String property, String value) {
    switch (property) {
      case "ringBufferSize" -> appender.setRingBufferSize(value);
      case "appendTimeout" -> appender.setAppendTimeout(value);
      case "shutdownGracePeriod" -> appender.setShutdownGracePeriod(value);
      case "append" -> appender.setAppend(value);
      case "target" -> appender.setTarget(value);
      default -> throw new IllegalArgumentException(property);
    }
  }

  private static long threadsNamed(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .count();
  }
}
