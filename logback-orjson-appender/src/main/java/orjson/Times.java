// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/**
 * java.time values to RFC 3339 text, as orjson writes Python's datetimes.
 *
 * <p>The fraction has no digits if it is zero, six if whole microseconds are enough, else nine; the
 * offset is hours and minutes, seconds being rounded (RFC 3339, section 5.6: time-numoffset).
 */
final class Times {

  /** Longest output: {@code 2026-11-30T21:15:09.140123456+01:00}. */
  static final int MAX_BYTES = 40;

  private Times() {}

  /** Whether RFC 3339 has a four-digit form of {@code year}. */
  static boolean hasYear(int year) {
    return year >= 1 && year <= 9999;
  }

  static int writeDate(byte[] buf, int pos, LocalDate date) {
    Timestamps.writeDate(buf, pos, date.getYear(), date.getMonthValue(), date.getDayOfMonth());
    return pos + 10;
  }

  /** Writes the time, without its fraction if it is to be {@code whole} seconds. */
  static int writeTime(byte[] buf, int pos, LocalTime time, boolean whole) {
    Timestamps.writeTime(buf, pos, time.toSecondOfDay());
    int p = pos + 8;
    int nano = time.getNano();
    if (nano == 0 || whole) {
      return p;
    }
    buf[p] = '.';
    if (nano % 1000 == 0) {
      Digits.writeFraction(buf, p + 1, nano / 1000, 6);
      return p + 7;
    }
    Digits.writeFraction(buf, p + 1, nano, 9);
    return p + 10;
  }

  static int writeDateTime(byte[] buf, int pos, LocalDateTime dateTime, boolean whole) {
    int p = writeDate(buf, pos, dateTime.toLocalDate());
    buf[p] = 'T';
    return writeTime(buf, p + 1, dateTime.toLocalTime(), whole);
  }

  /** Writes {@code Z} for a zero offset if {@code z} is set, else hours and minutes. */
  static int writeOffset(byte[] buf, int pos, ZoneOffset offset, boolean z) {
    int seconds = offset.getTotalSeconds();
    if (seconds == 0 && z) {
      buf[pos] = 'Z';
      return pos + 1;
    }
    int minutes = (Math.abs(seconds) + 30) / 60;
    // RFC 3339, section 4.3: -00:00 would say that the offset is unknown
    buf[pos] = (byte) (seconds < 0 && minutes > 0 ? '-' : '+');
    Digits.writePair(buf, pos + 1, minutes / 60);
    buf[pos + 3] = ':';
    Digits.writePair(buf, pos + 4, minutes % 60);
    return pos + 6;
  }
}
