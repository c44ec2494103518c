// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class EncodeBenchmarkTest {

  private static final int KINDS = 5;
  private static final int CONTENDERS = 3;

  @Test
  void runsEachContenderOnEachKindOfEvent() throws RunnerException {
    Options once =
        new OptionsBuilder()
            .include(EncodeBenchmark.class.getName())
            .forks(0)
            .warmupIterations(0)
            .measurementIterations(1)
            .measurementTime(TimeValue.milliseconds(1))
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .build();

    Collection<RunResult> results = new Runner(once).run();

    assertThat(results).hasSize(KINDS * CONTENDERS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "rich", "chinese", "long", "exception"})
  void writesTheSameEventWithEachContender(String kind) throws IOException {
    for (LoggingEvent event : new Events().of(kind, 3)) {
      byte[] ours = Encoders.orjson().encode(event);
      byte[] theirs = Encoders.logstash().encode(event);
      JsonNode orjson = StrictJson.parse(ours);
      JsonNode logstash = StrictJson.parse(theirs);
      JsonNode logback = StrictJson.parse(Encoders.logback().encode(event));

      assertThat(orjson.fieldNames()).toIterable().hasSameElementsAs(logstash::fieldNames);
      assertThat(orjson.get("message").textValue())
          .isEqualTo(event.getFormattedMessage())
          .isEqualTo(logstash.get("message").textValue())
          .isEqualTo(logback.get("formattedMessage").textValue());
      assertThat(ours).endsWith('\n');
    }
  }

  @Test
  void makesPlainEventsOfAboutAHundredCharacters() {
    assertThat(new Events().of("plain", 64))
        .allSatisfy(event -> assertThat(event.getFormattedMessage().length()).isBetween(85, 110));
  }

  @Test
  void givesRichEventsFiveMdcEntriesAndFourPairs() {
    assertThat(new Events().of("rich", 64))
        .allSatisfy(
            event -> {
              assertThat(event.getMDCPropertyMap()).hasSize(5);
              assertThat(event.getKeyValuePairs()).hasSize(4);
            });
  }

  @Test
  void givesExceptionsTheirFramesAndACause() {
    assertThat(new Events().of("exception", 64))
        .allSatisfy(
            event -> {
              var thrown = event.getThrowableProxy();
              assertThat(thrown.getStackTraceElementProxyArray()).hasSize(45);
              assertThat(thrown.getCause().getCommonFrames()).isPositive();
            });
  }

  @Test
  void repeatsNoMessageAndNoInstant() {
    LoggingEvent[] events = new Events().of("long", 64);
    Set<Object> seen = new HashSet<>();
    for (LoggingEvent event : events) {
      seen.add(event.getFormattedMessage());
      seen.add(event.getInstant());
    }
    assertThat(seen).hasSize(2 * events.length);
  }
}
