// SPDX-License-Identifier: Apache-2.0
package orjson;

/**
 * Points in time to RFC 3339 text, with the text of the latest second kept.
 *
 * <p>Log events come many to a second, so most calls copy twenty bytes and write the fraction.
 * Owned by one {@link JsonWriter}; not thread-safe.
 */
final class Timestamps {

  /** Longest output: {@code 2026-11-30T21:15:09.140123456Z}. */
  static final int MAX_BYTES = 32;

  /** 0001-01-01T00:00:00Z; RFC 3339 has four-digit years only. */
  static final long MIN_SECOND = -62_135_596_800L;

  /** 9999-12-31T23:59:59Z. */
  static final long MAX_SECOND = 253_402_300_799L;

  private static final int PREFIX_BYTES = 19;
  private static final int[] NANOS_PER_UNIT = {
    1_000_000_000, 0, 0, 1_000_000, 0, 0, 1_000, 0, 0, 1
  };

  private long cachedSecond = Long.MIN_VALUE;

  /** {@code yyyy-mm-ddThh:mm:ss} of the cached second, padded for three long copies. */
  private final byte[] prefix = new byte[24];

  /** Throws an {@link IllegalArgumentException} that names the argument that is out of range. */
  static void check(long epochSecond, int nano, int fractionDigits) {
    if (epochSecond < MIN_SECOND || epochSecond > MAX_SECOND) {
      throw new IllegalArgumentException(
          "epochSecond: " + epochSecond + " is outside the years 1 to 9999");
    }
    if (nano < 0 || nano > 999_999_999) {
      throw new IllegalArgumentException("nano: " + nano + " is not 0 to 999999999");
    }
    if (fractionDigits < 0 || fractionDigits > 9 || fractionDigits % 3 != 0) {
      throw new IllegalArgumentException(
          "fractionDigits: " + fractionDigits + " is not 0, 3, 6 or 9");
    }
  }

  /**
   * Writes the UTC time with {@code digits} fraction digits (0, 3, 6 or 9; further ones are cut)
   * and {@code Z}.
   *
   * @return the position behind it
   */
  int write(byte[] buf, int pos, long epochSecond, int nano, int digits) {
    if (epochSecond != cachedSecond) {
      cache(epochSecond);
    }
    for (int i = 0; i < prefix.length; i += Long.BYTES) {
      Bytes.LONG.set(buf, pos + i, (long) Bytes.LONG.get(prefix, i)); // a few bytes too many
    }
    int p = pos + PREFIX_BYTES;
    if (digits > 0) {
      buf[p] = '.';
      Digits.writeFraction(buf, p + 1, nano / NANOS_PER_UNIT[digits], digits);
      p += 1 + digits;
    }
    buf[p] = 'Z';
    return p + 1;
  }

  private void cache(long epochSecond) {
    writeDate(prefix, 0, Math.floorDiv(epochSecond, 86_400L));
    prefix[10] = 'T';
    writeTime(prefix, 11, Math.floorMod(epochSecond, 86_400));
    cachedSecond = epochSecond;
  }

  /** Writes {@code hh:mm:ss}. */
  static void writeTime(byte[] buf, int pos, int secondOfDay) {
    Digits.writePair(buf, pos, secondOfDay / 3600);
    buf[pos + 2] = ':';
    Digits.writePair(buf, pos + 3, secondOfDay / 60 % 60);
    buf[pos + 5] = ':';
    Digits.writePair(buf, pos + 6, secondOfDay % 60);
  }

  /**
   * Writes {@code yyyy-mm-dd} of a day counted from 1970-01-01, years 1 to 9999.
   *
   * <p>Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
   */
  static void writeDate(byte[] buf, int pos, long epochDay) {
    int z = (int) epochDay + 719_468;
    int era = Math.floorDiv(z, 146_097);
    int dayOfEra = z - era * 146_097;
    int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int shiftedMonth = (5 * dayOfYear + 2) / 153;
    int month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
    int year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    writeDate(buf, pos, year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1);
  }

  /** Writes {@code yyyy-mm-dd}, years 0 to 9999. */
  static void writeDate(byte[] buf, int pos, int year, int month, int day) {
    Digits.writePair(buf, pos, year / 100);
    Digits.writePair(buf, pos + 2, year % 100);
    buf[pos + 4] = '-';
    Digits.writePair(buf, pos + 5, month);
    buf[pos + 7] = '-';
    Digits.writePair(buf, pos + 8, day);
  }
}
