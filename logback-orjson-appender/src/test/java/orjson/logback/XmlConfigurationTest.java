// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.Status;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import orjson.StrictJson;

/** What people write into logback.xml, read by Joran itself. */
final class XmlConfigurationTest {

  private static final String ENCODER = "<encoder class=\"orjson.logback.OrjsonEncoder\"/>";

  @TempDir Path directory;

  private final LoggerContext context = Events.context();

  @AfterEach
  void stopTheContext() {
    context.stop();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<file>%s</file>",
        "<file>%s</file><encoder/>",
        "<file>%s</file><encoder class=\"orjson.logback.OrjsonEncoder\"/>",
        "<file>%s</file><encoder><timestampFractionDigits>9</timestampFractionDigits></encoder>",
        "<file>%s</file><append>false</append><ringBufferSize>1024</ringBufferSize>"
            + "<appendTimeout>-1</appendTimeout>"
            + "<shutdownGracePeriod>2 seconds</shutdownGracePeriod>",
        "<file>%s</file><filter class=\"ch.qos.logback.classic.filter.ThresholdFilter\">"
            + "<level>INFO</level></filter>",
      })
  void startsWithoutAWarningAndWritesLines(String body) throws JoranException {
    Path file = directory.resolve("app.jsonl");
    configure("orjson.logback.OrjsonAppender", String.format(body, file));
    assertThat(Events.statuses(context, Status.WARN)).isEmpty();
    logAndStop();
    assertThat(messages(file)).containsExactly("one", "two");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ch.qos.logback.core.FileAppender|",
        "ch.qos.logback.core.rolling.RollingFileAppender|"
            + "<rollingPolicy class=\"ch.qos.logback.core.rolling.TimeBasedRollingPolicy\">"
            + "<fileNamePattern>%s.%%d</fileNamePattern></rollingPolicy>",
      })
  void theEncoderWorksInLogbacksOwnAppenders(String appenderClass, String body)
      throws JoranException {
    Path file = directory.resolve("app.jsonl");
    String rest = body == null ? "" : String.format(body, file);
    configure(appenderClass, "<file>" + file + "</file>" + rest + ENCODER);
    assertThat(Events.statuses(context, Status.WARN)).isEmpty();
    logAndStop();
    assertThat(messages(file)).containsExactly("one", "two");
  }

  @Test
  void theAppenderWorksBehindAnAsyncAppender() throws JoranException {
    Path file = directory.resolve("app.jsonl");
    doConfigure(
        "<appender name=\"JSON\" class=\"orjson.logback.OrjsonAppender\"><file>"
            + file
            + "</file></appender>"
            + "<appender name=\"A\" class=\"ch.qos.logback.classic.AsyncAppender\">"
            + "<appender-ref ref=\"JSON\"/></appender>"
            + "<root level=\"INFO\"><appender-ref ref=\"A\"/></root>");
    assertThat(Events.statuses(context, Status.WARN)).isEmpty();
    logAndStop();
    assertThat(messages(file)).containsExactly("one", "two");
  }

  @Test
  void aCustomFieldIsNamedByItsClass() throws JoranException {
    Path file = directory.resolve("app.jsonl");
    configure(
        "orjson.logback.OrjsonAppender",
        "<file>"
            + file
            + "</file><encoder><customField class=\""
            + HostField.class.getName()
            + "\"/></encoder>");
    assertThat(Events.statuses(context, Status.WARN)).isEmpty();
    logAndStop();
    assertThat(StrictJson.lines(file)).allMatch(line -> line.get("host").textValue().equals("h1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<ringBufferSize>1000</ringBufferSize>|ringBufferSize: \"1000\" is not a power of two",
        "<ringBufferSize>many</ringBufferSize>|ringBufferSize: \"many\" is not a power of two",
        "<appendTimeout>later</appendTimeout>|appendTimeout: \"later\" is not -1 (wait), 0 (drop)",
        "<append>maybe</append>|append: \"maybe\" is not true or false",
        "<target>printer</target>|target: \"printer\" is not one of System.out, System.err",
        "<shutdownGracePeriod>x</shutdownGracePeriod>|shutdownGracePeriod: \"x\" is not a duration",
        "<encoder><timestampFractionDigits>5</timestampFractionDigits></encoder>"
            + "|timestampFractionDigits: \"5\" is not one of 3, 6, 9",
      })
  void saysWhatIsWrongAndLogsNothing(String body, String error) throws JoranException {
    configure("orjson.logback.OrjsonAppender", body);
    assertThat(Events.errors(context)).anyMatch(each -> each.startsWith(error));
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.info("goes nowhere");
    assertThat(root.getAppender("JSON").isStarted()).isFalse();
  }

  @Test
  @Timeout(60)
  void reconfiguresWhileThreadsLog() throws Exception {
    Path file = directory.resolve("app.jsonl");
    AtomicBoolean done = new AtomicBoolean();
    Thread producer =
        new Thread(
            () -> {
              Logger logger = context.getLogger("com.acme.Orders");
              while (!done.get()) {
                logger.info("event");
              }
            });
    producer.start();
    List<OrjsonAppender> appenders = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      context.reset();
      configure("orjson.logback.OrjsonAppender", "<file>" + file + "</file>");
      Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
      OrjsonAppender appender = (OrjsonAppender) root.getAppender("JSON");
      appenders.add(appender);
      while (appender.getWrittenLines() == 0) {
        // Logback's list may overlook an appender that is added while another thread reads it
        root.addAppender(appender);
        Thread.sleep(1);
      }
    }
    done.set(true);
    producer.join();
    context.stop();
    long written = appenders.stream().mapToLong(OrjsonAppender::getWrittenLines).sum();
    assertThat(StrictJson.forEachLine(file, line -> {})).isEqualTo(written);
  }

  private void logAndStop() {
    Logger logger = context.getLogger("com.acme.Orders");
    logger.info("one");
    logger.info("two");
    context.stop();
  }

  private static List<String> messages(Path file) {
    return StrictJson.lines(file).stream()
        .map((JsonNode line) -> line.get("message").textValue())
        .toList();
  }

  private void configure(String appenderClass, String body) throws JoranException {
    doConfigure(
        "<appender name=\"JSON\" class=\""
            + appenderClass
            + "\">"
            + body
            + "</appender><root level=\"INFO\"><appender-ref ref=\"JSON\"/></root>");
  }

  private void doConfigure(String xml) throws JoranException {
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    String document = "<configuration>" + xml + "</configuration>";
    configurator.doConfigure(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
  }
}
