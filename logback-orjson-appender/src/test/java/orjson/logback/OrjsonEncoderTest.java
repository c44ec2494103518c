// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static orjson.logback.Events.event;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MarkerFactory;
import org.slf4j.event.KeyValuePair;
import orjson.JsonName;
import orjson.JsonWriter;
import orjson.StrictJson;
import orjson.event.EventField;

final class OrjsonEncoderTest {

  private final LoggerContext context = Events.context();

  @Test
  void writesTheDefaultShapeByteForByte() {
    context.putProperty("app", "shop");
    LoggingEvent event = event(context, "order {} of {}", 42, "Zoë");
    event.setMDCPropertyMap(java.util.Map.of("trace_id", "4bf92f"));
    event.addKeyValuePair(new KeyValuePair("amount", 12.5));
    event.addKeyValuePair(new KeyValuePair("paid", true));
    event.addMarker(MarkerFactory.getMarker("AUDIT"));
    assertThat(text(started().encode(event)))
        .isEqualTo(
            "{\"@timestamp\":\"2026-11-30T12:00:00.123456Z\",\"@version\":\"1\","
                + "\"message\":\"order 42 of Zoë\",\"logger_name\":\"com.acme.Orders\","
                + "\"thread_name\":\"worker-1\",\"level\":\"INFO\",\"level_value\":20000,"
                + "\"app\":\"shop\",\"trace_id\":\"4bf92f\",\"amount\":12.5,\"paid\":true,"
                + "\"tags\":[\"AUDIT\"]}\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR"})
  void writesLevelAndItsNumber(String name) {
    Level level = Level.toLevel(name);
    JsonNode line = encode(event(context, level, "m", null));
    assertThat(line.get("level").textValue()).isEqualTo(name);
    assertThat(line.get("level_value").intValue()).isEqualTo(level.toInt());
  }

  @Test
  void writesTheStackTraceWithItsCause() {
    Exception thrown = new IllegalStateException("outer", new RuntimeException("in\nner"));
    JsonNode line = encode(event(context, Level.ERROR, "m", thrown));
    assertThat(line.get("stack_trace").textValue())
        .startsWith("java.lang.IllegalStateException: outer\n\tat orjson.logback.")
        .contains("\nCaused by: java.lang.RuntimeException: in\nner\n")
        .endsWith(" common frames omitted\n");
  }

  @Test
  void leavesOutANullMessage() {
    assertThat(encode(event(context, null)).has("message")).isFalse();
  }

  @Test
  void keepsStandardNamesAndRenamesOthers() {
    LoggingEvent event = event(context, "m");
    event.setMDCPropertyMap(java.util.Map.of("level", "x", "tags", "y", "stack_trace", "z"));
    event.addKeyValuePair(new KeyValuePair("level", 1));
    event.addMarker(MarkerFactory.getMarker("T"));
    JsonNode line = encode(event);
    assertThat(line.get("level").textValue()).isEqualTo("INFO");
    assertThat(line.get("level_1").textValue()).isEqualTo("x");
    assertThat(line.get("level_2").intValue()).isEqualTo(1);
    assertThat(line.get("tags_1").textValue()).isEqualTo("y");
    assertThat(line.get("tags").get(0).textValue()).isEqualTo("T");
    assertThat(line.get("stack_trace_1").textValue()).isEqualTo("z");
  }

  @Test
  void writesEveryControlCharacterAndUnpairedSurrogate() {
    StringBuilder hostile = new StringBuilder("\ud83d");
    for (char c = 0; c < 0x100; c++) {
      hostile.append(c);
    }
    hostile.append("\udc00x\ud800");
    JsonNode line = encode(event(context, hostile.toString()));
    assertThat(line.get("message").textValue())
        .isEqualTo(hostile.toString().replaceAll("[\ud800-\udfff]", "\ufffd"));
  }

  @Test
  void survivesArgumentsWhoseToStringThrows() {
    Object bad =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("closed");
          }
        };
    LoggingEvent event = event(context, "{} stays", bad);
    event.addKeyValuePair(new KeyValuePair("bad", bad));
    event.addKeyValuePair(new KeyValuePair("good", 1));
    JsonNode line = encode(event);
    assertThat(line.get("message").textValue()).endsWith("stays");
    assertThat(line.get("bad").textValue()).isEqualTo("<IllegalStateException: closed>");
    assertThat(line.get("good").intValue()).isEqualTo(1);
  }

  @Test
  void encodesWhileEncoding() {
    OrjsonEncoder encoder = started();
    List<byte[]> inner = new ArrayList<>();
    Object logsItself =
        new Object() {
          @Override
          public String toString() {
            inner.add(encoder.encode(event(context, "inner")));
            return "outer";
          }
        };
    LoggingEvent event = event(context, "m");
    event.addKeyValuePair(new KeyValuePair("k", logsItself));
    JsonNode line = StrictJson.parseLine(encoder.encode(event));
    assertThat(line.get("k").textValue()).isEqualTo("outer");
    assertThat(StrictJson.parseLine(inner.get(0)).get("message").textValue()).isEqualTo("inner");
  }

  @Test
  void keepsTheLineWhenACustomFieldThrows() {
    JsonNode line =
        encodeWith(
            (event, json) -> {
              json.name("half");
              json.beginObject();
              throw new IllegalArgumentException("no");
            },
            (event, json) -> {
              json.name("after");
              json.value(1);
            });
    assertThat(line.get("encode_error").textValue()).isEqualTo("<IllegalArgumentException: no>");
    assertThat(line.has("half")).isFalse();
    assertThat(line.get("after").intValue()).isEqualTo(1);
  }

  @Test
  void keepsTheLineWhenACustomFieldMisusesTheWriter() {
    JsonNode line =
        encodeWith(
            (event, json) -> json.endObject(),
            (event, json) -> json.name("no value"),
            (event, json) -> json.value("no name"),
            (event, json) -> json.newline(),
            (event, json) -> json.reset(),
            (event, json) -> {
              json.name("open");
              json.beginArray();
            },
            (event, json) -> {
              json.name("level");
              json.value("mine");
            });
    assertThat(line.get("encode_error").textValue()).contains("IllegalStateException");
    assertThat(line.has("encode_error_5")).isTrue();
    assertThat(line.has("encode_error_6")).isFalse();
    assertThat(line.get("level_1").textValue()).isEqualTo("mine");
  }

  @Test
  void passesOnAnOutOfMemoryErrorAndGoesOn() {
    OrjsonEncoder encoder = new OrjsonEncoder();
    boolean[] fail = {true};
    encoder.addCustomField(
        (event, json) -> {
          json.name("k");
          json.beginObject();
          if (fail[0]) {
            throw new OutOfMemoryError("test");
          }
          json.endObject();
        });
    start(encoder);
    LoggingEvent event = event(context, "m");
    assertThatThrownBy(() -> encoder.encode(event)).isInstanceOf(OutOfMemoryError.class);
    fail[0] = false;
    assertThat(StrictJson.parseLine(encoder.encode(event)).has("k")).isTrue();
  }

  @Test
  void refusesACustomFieldWithAStandardName() {
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.addCustomField(
        new EventField() {
          @Override
          public void write(ch.qos.logback.classic.spi.ILoggingEvent event, JsonWriter json) {}

          @Override
          public List<JsonName> reservedNames() {
            return List.of(JsonName.of("level"));
          }
        });
    encoder.setContext(context);
    encoder.start();
    assertThat(encoder.isStarted()).isFalse();
    assertThat(Events.errors(context)).singleElement().asString().contains("\"level\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "6", "9"})
  void writesAFixedNumberOfFractionDigits(String digits) {
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setTimestampFractionDigits(digits);
    start(encoder);
    LoggingEvent event = event(context, "m");
    event.setInstant(java.time.Instant.parse("2026-11-30T12:00:00Z"));
    String timestamp = StrictJson.parseLine(encoder.encode(event)).get("@timestamp").textValue();
    String zeros = "0".repeat(Integer.parseInt(digits));
    assertThat(timestamp).isEqualTo("2026-11-30T12:00:00." + zeros + "Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "4", "-3", "six", ""})
  void refusesOtherFractionDigitsByName(String digits) {
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setContext(context);
    encoder.setTimestampFractionDigits(digits);
    encoder.start();
    assertThat(encoder.isStarted()).isFalse();
    assertThat(Events.errors(context))
        .containsExactly("timestampFractionDigits: \"" + digits + "\" is not one of 3, 6, 9");
  }

  @Test
  void writesNothingBeforeStartAndAfterStop() {
    OrjsonEncoder encoder = new OrjsonEncoder();
    LoggingEvent event = event(context, "m");
    assertThat(encoder.encode(event)).isEmpty();
    start(encoder);
    assertThat(encoder.encode(event)).isNotEmpty();
    encoder.stop();
    assertThat(encoder.encode(event)).isEmpty();
    start(encoder);
    assertThat(encoder.encode(event)).as("after a restart").isNotEmpty();
  }

  @Test
  void hasNoHeaderAndNoFooter() {
    assertThat(started().headerBytes()).isNull();
    assertThat(started().footerBytes()).isNull();
  }

  @Test
  void encodesForManyThreadsAtOnce() throws Exception {
    OrjsonEncoder encoder = started();
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<Future<Integer>> results = new ArrayList<>();
    for (int t = 0; t < 16; t++) {
      String text = ("thread " + t + " \u4e2d ").repeat(1 + 10 * t);
      Callable<Integer> work =
          () -> {
            for (int i = 0; i < 500; i++) {
              JsonNode line = StrictJson.parseLine(encoder.encode(event(context, text + i)));
              assertThat(line.get("message").textValue()).isEqualTo(text + i);
            }
            return 500;
          };
      results.add(threads.submit(work));
    }
    for (Future<Integer> result : results) {
      assertThat(result.get(60, TimeUnit.SECONDS)).isEqualTo(500);
    }
    threads.shutdown();
  }

  @Test
  void worksWithAContextThatHasNoMdcAdapter() {
    LoggerContext bare = new LoggerContext();
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setContext(bare);
    encoder.start();
    JsonNode line = StrictJson.parseLine(encoder.encode(event(bare, "m")));
    assertThat(line.get("message").textValue()).isEqualTo("m");
    assertThat(line.has("encode_error")).isFalse();
  }

  private JsonNode encode(LoggingEvent event) {
    return StrictJson.parseLine(started().encode(event));
  }

  private JsonNode encodeWith(EventField... fields) {
    OrjsonEncoder encoder = new OrjsonEncoder();
    for (EventField field : fields) {
      encoder.addCustomField(field);
    }
    start(encoder);
    return StrictJson.parseLine(encoder.encode(event(context, "m")));
  }

  private OrjsonEncoder started() {
    return start(new OrjsonEncoder());
  }

  private OrjsonEncoder start(OrjsonEncoder encoder) {
    encoder.setContext(context);
    encoder.start();
    assertThat(encoder.isStarted()).isTrue();
    return encoder;
  }

  private static String text(byte[] line) {
    return new String(line, StandardCharsets.UTF_8);
  }
}
