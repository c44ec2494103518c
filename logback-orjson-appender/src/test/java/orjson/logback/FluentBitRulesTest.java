// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.LoggerContext;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import orjson.StrictJson;

/**
 * A model of the rules by which Fluent Bit's tail input and JSON parser take lines, with the parser
 * that {@code examples/consumers} has for it.
 *
 * <p>The rules are those of Fluent Bit 5.1 with its defaults: a buffer of 32 KiB, of which the last
 * byte is not used; the whole file is left at a line that does not fit; {@code %L} stands for one
 * to nine digits that must be there.
 */
final class FluentBitRulesTest {

  private static final int LONGEST_LINE = 32 * 1024 - 1;
  private static final String TIME_FORMAT = "%Y-%m-%dT%H:%M:%S.%L%z";

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
          .appendOffset("+HH:MM", "Z")
          .toFormatter();

  private final LoggerContext context = Events.context();

  @AfterEach
  void stopTheContext() {
    context.stop();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 31_000, 32_000, 33_000, 100_000})
  void noLineMakesItLeaveTheFile(int length) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    OrjsonEncoder encoder = encoder("6");
    for (int i = 0; i < 10; i++) {
      file.writeBytes(encoder.encode(Events.event(context, i + "x".repeat(length))));
    }
    List<JsonNode> records = tail(file.toByteArray());
    assertThat(records).hasSize(10);
    for (int i = 0; i < 10; i++) {
      assertThat(records.get(i).get("message").textValue()).startsWith(String.valueOf(i));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "6", "9"})
  void everyTimestampIsReadThoughItsFractionIsZero(String digits) throws Exception {
    Path parsers = Path.of("..", "examples", "consumers", "fluent-bit", "parsers.conf");
    assertThat(Files.readString(parsers)).contains("Time_Format " + TIME_FORMAT + "\n");
    for (Instant instant : List.of(Instant.EPOCH, Events.NOON, Events.NOON.plusMillis(500))) {
      var event = Events.event(context, "on time");
      event.setInstant(instant);
      JsonNode read = tail(encoder(digits).encode(event)).get(0);
      Instant time = OffsetDateTime.parse(read.get("@timestamp").textValue(), TIME).toInstant();
      assertThat(time.toEpochMilli()).isEqualTo(instant.toEpochMilli());
    }
  }

  @Test
  void theModelRefusesWhatFluentBitRefuses() {
    byte[] line = ("{\"a\":\"" + "x".repeat(33_000) + "\"}\n").getBytes(StandardCharsets.US_ASCII);
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> tail(line));
    assertThatExceptionOfType(DateTimeException.class)
        .isThrownBy(() -> OffsetDateTime.parse("2026-11-30T12:00:00Z", TIME));
  }

  /** The records of a file, or an error where Fluent Bit would leave it. */
  private static List<JsonNode> tail(byte[] file) {
    List<JsonNode> records = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < file.length; i++) {
      assertThat(i - start).as("bytes of a line").isLessThan(LONGEST_LINE);
      if (file[i] == '\n') {
        records.add(StrictJson.parseLine(Arrays.copyOfRange(file, start, i + 1)));
        start = i + 1;
      }
    }
    return records;
  }

  private OrjsonEncoder encoder(String digits) {
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setContext(context);
    encoder.setTimestampFractionDigits(digits);
    encoder.start();
    return encoder;
  }
}
