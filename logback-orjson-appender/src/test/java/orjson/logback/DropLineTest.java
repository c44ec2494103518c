// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import orjson.StrictJson;

/** The line about drops, made by any encoder. */
final class DropLineTest {

  private static final long[] DROPS = {0, 0, 40, 2, 0};

  private final LoggerContext context = Events.context();

  @Test
  void hasTheShapeOfOtherLines() {
    context.putProperty("service", "checkout");
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setContext(context);
    encoder.start();
    JsonNode line = StrictJson.parse(new DropLine(context, encoder, false).line(DROPS));
    assertThat(line.get("message").textValue()).isEqualTo("42 events dropped");
    assertThat(line.get("logger_name").textValue()).isEqualTo("orjson.logback.OrjsonAppender");
    assertThat(line.get("level").textValue()).isEqualTo("WARN");
    assertThat(line.get("thread_name").textValue()).isEqualTo(Thread.currentThread().getName());
    assertThat(line.get("service").textValue()).isEqualTo("checkout");
    assertThat(line.get("dropped").longValue()).isEqualTo(42);
    assertThat(line.get("dropped_info").longValue()).isEqualTo(40);
    assertThat(line.get("dropped_warn").longValue()).isEqualTo(2);
    assertThat(line.has("dropped_error")).isFalse();
  }

  @Test
  void isWrittenByOtherEncodersToo() {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%level %logger{0} %msg %kvp%n");
    encoder.start();
    byte[] line = new DropLine(context, encoder, false).line(new long[] {1, 0, 0, 0, 0});
    assertThat(new String(line, StandardCharsets.UTF_8).strip())
        .isEqualTo("WARN OrjsonAppender 1 event dropped dropped=\"1\" dropped_trace=\"1\"");
  }

  @Test
  void hasAPriorityForJournaldIfOtherLinesHave() {
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setContext(context);
    encoder.start();
    byte[] line = new DropLine(context, encoder, true).line(DROPS);
    assertThat(new String(line, StandardCharsets.UTF_8)).startsWith("<4>{").endsWith("}\n");
  }

  @Test
  void isNullAndReportedOnceIfTheEncoderThrows() {
    PatternLayoutEncoder broken =
        new PatternLayoutEncoder() {
          @Override
          public byte[] encode(ILoggingEvent event) {
            throw new LinkageError("broken");
          }
        };
    DropLine report = new DropLine(context, broken, false);
    assertThat(report.line(DROPS)).isNull();
    assertThat(report.line(DROPS)).isNull();
    assertThat(Events.errors(context))
        .containsExactly("Drops cannot be reported in the stream; they are counted");
  }

  @Test
  void needsNoLoggerContext() {
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setContext(context);
    encoder.start();
    assertThat(StrictJson.parse(new DropLine(null, encoder, false).line(DROPS)).has("dropped"))
        .isTrue();
  }
}
