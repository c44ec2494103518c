// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values of java.time and the old dates, in both modes. */
class TimesTest {

  private static String strict(Object value) {
    return new String(Orjson.dumps(value), StandardCharsets.UTF_8);
  }

  private static String lenient(Object value) {
    JsonWriter json = JsonWriter.lenient();
    json.value(value);
    return new String(json.toByteArray(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "0001-01-01T00:00:00.000005, 0001-01-01T00:00:00.000005",
    "9999-12-31T23:59:59.999999999, 9999-12-31T23:59:59.999999999",
    "2026-11-30T21:15:09, 2026-11-30T21:15:09",
    "2026-11-30T21:15:00, 2026-11-30T21:15:00",
    "2026-11-30T21:15:09.1, 2026-11-30T21:15:09.100000",
    "2026-11-30T21:15:09.140123, 2026-11-30T21:15:09.140123",
    "2026-11-30T21:15:09.000000001, 2026-11-30T21:15:09.000000001"
  })
  void writesLocalDateTimesWithNoSixOrNineFractionDigits(LocalDateTime value, String expected) {
    String quoted = '"' + expected + '"';
    assertThat(strict(value)).isEqualTo(quoted);
    assertThat(lenient(value)).isEqualTo(quoted);
    String date = '"' + expected.substring(0, 10) + '"';
    assertThat(strict(value.toLocalDate())).isEqualTo(date);
    assertThat(lenient(value.toLocalDate())).isEqualTo(date);
    String time = '"' + expected.substring(11) + '"';
    assertThat(strict(value.toLocalTime())).isEqualTo(time);
    assertThat(lenient(value.toLocalTime())).isEqualTo(time);
  }

  @ParameterizedTest
  @CsvSource({
    "0, +00:00", "19800, +05:30", "-18000, -05:00", "-18020, -05:00", "30, +00:01", "29, +00:00",
    "-29, +00:00", "-30, -00:01", "3585, +01:00", "64800, +18:00", "-64800, -18:00",
        "-12345, -03:26"
  })
  void roundsOffsetsToMinutes(int seconds, String expected) {
    LocalDateTime local = LocalDateTime.of(2026, 11, 30, 1, 2, 3);
    ZoneOffset offset = ZoneOffset.ofTotalSeconds(seconds);
    assertThat(strict(local.atOffset(offset))).isEqualTo("\"2026-11-30T01:02:03" + expected + '"');
    assertThat(lenient(local.atOffset(offset)))
        .isEqualTo("\"2026-11-30T01:02:03" + (seconds == 0 ? "Z" : expected) + '"');
  }

  @Test
  void writesInstantsAndOldDatesInUtc() {
    Instant instant = Instant.parse("2026-11-30T21:15:09.140Z");
    Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"));
    calendar.setTimeInMillis(instant.toEpochMilli());
    for (Object value : new Object[] {instant, Date.from(instant), calendar}) {
      assertThat(strict(value)).isEqualTo("\"2026-11-30T21:15:09.140000+00:00\"");
      assertThat(lenient(value)).isEqualTo("\"2026-11-30T21:15:09.140000Z\"");
    }
  }

  @Test
  void writesZonedTimesWithTheirOffsetAlone() {
    ZonedDateTime summer = ZonedDateTime.of(2026, 7, 1, 12, 0, 0, 0, ZoneId.of("Europe/Paris"));
    assertThat(strict(summer)).isEqualTo("\"2026-07-01T12:00:00+02:00\"");
    assertThat(lenient(summer.plusMonths(5))).isEqualTo("\"2026-12-01T12:00:00+01:00\"");
  }

  @Test
  void jdkReadsRandomTimesBack() {
    long seed = Seed.next();
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      OffsetDateTime value =
          LocalDate.of(1, 1, 2)
              .plusDays(random.nextInt(3_652_056))
              .atTime(LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L)))
              .atOffset(ZoneOffset.ofTotalSeconds(60 * random.nextInt(-1080, 1081)));
      String text = strict(value);
      assertThat(OffsetDateTime.parse(text.substring(1, text.length() - 1)))
          .as("seed %d", seed)
          .isEqualTo(value);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-999_999_999, -1, 0, 10_000, 999_999_999})
  void strictRefusesYearsThatRfc3339DoesNotHave(int year) {
    LocalDateTime local = LocalDateTime.of(year, 6, 1, 0, 0);
    Object[] values = {
      local, local.toLocalDate(), local.atOffset(ZoneOffset.UTC), local.toInstant(ZoneOffset.UTC)
    };
    for (Object value : values) {
      assertThatThrownBy(() -> Orjson.dumps(value))
          .isInstanceOf(JsonEncodeException.class)
          .hasMessageStartingWith("The year is not 1 to 9999: ");
    }
  }

  @Test
  void strictRefusesInstantsBeyondAllYears() {
    for (Object value : new Object[] {Instant.MIN, Instant.MAX}) {
      assertThatThrownBy(() -> Orjson.dumps(value)).isInstanceOf(JsonEncodeException.class);
    }
  }

  @Test
  void lenientWritesTheTextOfOtherYearsUnabridged() {
    LocalDateTime far = LocalDateTime.of(10_000, 6, 1, 12, 30);
    OffsetDateTime farOffset = far.atOffset(ZoneOffset.ofHours(2));
    Object[] values = {
      far,
      far.toLocalDate(),
      farOffset,
      farOffset.toInstant(),
      Instant.MIN,
      Instant.MAX,
      far.atZone(ZoneId.of("Asia/Tokyo")),
      LocalDate.of(0, 1, 1),
      LocalDate.MIN
    };
    for (Object value : values) {
      JsonWriter json = JsonWriter.lenient();
      json.value(value);
      assertThat(StrictJson.parse(json.toByteArray()).textValue()).isEqualTo(value.toString());
      assertThat(json.failedValues()).isZero();
    }
    assertThat(lenient(new Date(Long.MAX_VALUE)))
        .isEqualTo('"' + Instant.ofEpochMilli(Long.MAX_VALUE).toString() + '"');
  }

  @Test
  void otherTimesAreTextInLogLinesAndRefusedByDumps() {
    OffsetTime time = OffsetTime.of(12, 0, 15, 0, ZoneOffset.UTC);
    assertThat(lenient(time)).isEqualTo("\"12:00:15Z\"");
    assertThatThrownBy(() -> Orjson.dumps(time))
        .isInstanceOf(JsonEncodeException.class)
        .hasMessage("Type is not JSON serializable: java.time.OffsetTime");
  }
}
