// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Timestamps against java.time's own formatting. */
class TimestampsTest {

  private static final int[] FRACTIONS = {0, 3, 6, 9};
  private static final DateTimeFormatter[] FORMATS = {
    format("uuuu-MM-dd'T'HH:mm:ss'Z'"),
    format("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'"),
    format("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'"),
    format("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'")
  };

  private static final long FIRST = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  private final JsonWriter json = JsonWriter.lenient();

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern).withZone(ZoneOffset.UTC);
  }

  private String written(long second, int nano, int digits) {
    json.reset();
    json.timestamp(second, nano, digits);
    return new String(json.toByteArray(), StandardCharsets.US_ASCII);
  }

  private void check(long second, int nano, Object why) {
    Instant instant = Instant.ofEpochSecond(second, nano);
    for (int i = 0; i < FRACTIONS.length; i++) {
      assertThat(written(second, nano, FRACTIONS[i]))
          .as("%s", why)
          .isEqualTo('"' + FORMATS[i].format(instant) + '"');
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1795986909, 140123456, 9, 2026-11-29T21:15:09.140123456Z",
    "1795986909, 140123456, 6, 2026-11-29T21:15:09.140123Z",
    "1795986909, 140999999, 3, 2026-11-29T21:15:09.140Z",
    "1795986909, 999999999, 0, 2026-11-29T21:15:09Z",
    "0, 0, 3, 1970-01-01T00:00:00.000Z",
    "-1, 999999999, 9, 1969-12-31T23:59:59.999999999Z"
  })
  void writesTheGoldenTimestamps(long second, int nano, int digits, String expected) {
    assertThat(written(second, nano, digits)).isEqualTo('"' + expected + '"');
  }

  @Test
  void writesBothSidesOfEverySecondMinuteHourAndDayBoundary() {
    long midnight = Instant.parse("2026-11-30T00:00:00Z").getEpochSecond();
    for (long second = midnight - 130; second < midnight + 130; second++) {
      check(second, 0, "second");
      check(second, 999_999_999, "second");
    }
    for (long minute = -70; minute < 70; minute++) {
      check(midnight + minute * 60 - 1, 1, "minute");
      check(midnight + minute * 60, 1_000, "minute");
    }
  }

  @Test
  void writesTheEndsOfEveryMonthOfEveryYear() {
    for (int year = 1; year <= 9999; year++) {
      int month = year % 12 + 1;
      LocalDate first = LocalDate.of(year, month, 1);
      checkDate(first);
      checkDate(first.withDayOfMonth(first.lengthOfMonth()));
      checkDate(LocalDate.of(year, 2, 28).plusDays(year == 9999 ? 0 : 1));
      checkDate(LocalDate.of(year, 12, 31));
    }
  }

  private void checkDate(LocalDate date) {
    long second = date.toEpochDay() * 86_400;
    assertThat(written(second, 0, 0))
        .isEqualTo(
            '"'
                + String.format(
                    "%04d-%02d-%02d", date.getYear(), date.getMonthValue(), date.getDayOfMonth())
                + "T00:00:00Z\"");
  }

  @Test
  void writesTheFirstAndTheLastMoment() {
    check(FIRST, 0, "first");
    check(LAST, 999_999_999, "last");
    assertThat(written(FIRST, 0, 3)).isEqualTo("\"0001-01-01T00:00:00.000Z\"");
    assertThat(written(LAST, 999_999_999, 9)).isEqualTo("\"9999-12-31T23:59:59.999999999Z\"");
  }

  @Test
  void writesRandomMoments() {
    long seed = Seed.next();
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      check(random.nextLong(FIRST, LAST + 1), random.nextInt(1_000_000_000), seed);
    }
  }

  @Test
  void writesSecondsThatComeOutOfOrder() {
    long seed = Seed.next();
    Random random = new Random(seed);
    long now = Instant.parse("2024-02-29T23:59:58Z").getEpochSecond();
    for (int round = 0; round < 20_000; round++) {
      check(now + random.nextInt(-2, 5), random.nextInt(1_000_000_000), seed);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "-62135596801, 0, 3, epochSecond: -62135596801 is outside the years 1 to 9999",
    "253402300800, 0, 3, epochSecond: 253402300800 is outside the years 1 to 9999",
    "-9223372036854775808, 0, 3, epochSecond: -9223372036854775808 is outside the years 1 to 9999",
    "9223372036854775807, 0, 3, epochSecond: 9223372036854775807 is outside the years 1 to 9999",
    "0, -1, 3, nano: -1 is not 0 to 999999999",
    "0, 1000000000, 3, nano: 1000000000 is not 0 to 999999999"
  })
  void refusesArgumentsOutOfRange(long second, int nano, int digits, String message) {
    json.beginArray();
    assertThatThrownBy(() -> json.timestamp(second, nano, digits))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    json.endArray();
    assertThat(json.toByteArray()).asString(StandardCharsets.UTF_8).isEqualTo("[]");
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -3, -1, 1, 2, 4, 5, 7, 8, 10, 12, Integer.MAX_VALUE})
  void refusesOtherFractions(int digits) {
    assertThatThrownBy(() -> json.timestamp(0, 0, digits))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("fractionDigits: " + digits + " is not 0, 3, 6 or 9");
    assertThat(json.size()).isZero();
  }

  @Test
  void fitsIntoABufferThatIsNearlyFull() {
    for (int filled = 980; filled < 1030; filled++) {
      JsonWriter nearlyFull = JsonWriter.strict();
      nearlyFull.beginArray();
      nearlyFull.value("x".repeat(filled));
      nearlyFull.timestamp(LAST, 999_999_999, 9);
      nearlyFull.endArray();
      assertThat(StrictJson.parse(nearlyFull.toByteArray()).get(1).textValue())
          .isEqualTo("9999-12-31T23:59:59.999999999Z");
    }
  }
}
