// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * Numbers of a document: {@code Long}, beyond that up to 2^64-1 {@code BigInteger}, else {@code
 * Double}.
 *
 * <p>Owned by one {@link Parser}; not thread-safe.
 */
final class NumberParser {

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** Any number of as many digits fits into a {@code long}. */
  private static final int LONG_DIGITS = 18;

  /** Any number of as many digits fits into a {@code long} read as unsigned. */
  private static final int UNSIGNED_DIGITS = 19;

  private static final int MAX_INTEGER_DIGITS = 20;

  /** Beyond any power of ten that a document's digits could make up for. */
  private static final long ENDLESS = 1_000_000_000_000L;

  private static final long[] POWERS_OF_TEN = {
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000
  };

  private final Source source;
  private final byte[] bytes;
  private final int limit;

  /** The position behind the last number. */
  int end;

  /** The value of the digits of the number so far, modulo 2^64. */
  private long digits;

  NumberParser(Source source) {
    this.source = source;
    this.bytes = source.bytes;
    this.limit = source.end;
  }

  /** Reads the number that begins at {@code start} with a minus or a digit. */
  Object value(int start) {
    boolean negative = bytes[start] == '-';
    int first = negative ? start + 1 : start;
    digits = 0;
    int p = digits(first);
    if (p == first) {
      throw source.failure(p, "a digit must follow the minus");
    }
    if (bytes[first] == '0' && p - first > 1) {
      throw source.failure(first, "a number must not begin with 0");
    }
    int c = source.at(p);
    if (c == '.' || (c | 0x20) == 'e') {
      return fraction(start, first, p);
    }
    end = p;
    if (p - first <= LONG_DIGITS) {
      return negative ? -digits : digits;
    }
    return bigInteger(start, first, p);
  }

  /**
   * Takes digits from {@code from} on and returns where they end.
   *
   * <p>Eight at a time: a byte less '0' is above 9 if it is no digit, and the digits before it are
   * moved up so that zeros stand in front of them; then pairs, fours and eights are added up side
   * by side (Lemire, "Quickly parsing eight digits", 2018-10-03). How long a number is thus costs
   * no mispredicted branch.
   */
  private int digits(int from) {
    int p = from;
    long value = digits;
    while (p + Long.BYTES <= limit) {
      long v = (long) Bytes.LONG.get(bytes, p) ^ '0' * ONES;
      long others = ((v & ~HIGH_BITS) + (0x7F - 9) * ONES | v) & HIGH_BITS;
      int n = Long.numberOfTrailingZeros(others) >>> 3;
      if (n == 0) {
        digits = value;
        return p;
      }
      value = value * POWERS_OF_TEN[n] + eightDigits(v << -8 * n);
      p += n;
      if (n < Long.BYTES) {
        digits = value;
        return p;
      }
    }
    while (p < limit && bytes[p] >= '0' && bytes[p] <= '9') {
      value = value * 10 + bytes[p++] - '0';
    }
    digits = value;
    return p;
  }

  private static long eightDigits(long v) {
    long pairs = v * 10 + (v >>> 8) & 0x00FF00FF00FF00FFL;
    long fours = pairs * 100 + (pairs >>> 16) & 0x0000FFFF0000FFFFL;
    return fours * 10_000 + (fours >>> 32) & 0xFFFFFFFFL;
  }

  private Object bigInteger(int start, int first, int p) {
    boolean negative = first > start;
    int count = p - first;
    if (count == UNSIGNED_DIGITS) {
      if (negative ? digits >= 0 || digits == Long.MIN_VALUE : digits >= 0) {
        return negative ? -digits : digits;
      }
    }
    if (count <= MAX_INTEGER_DIGITS && !negative) {
      BigInteger integer = new BigInteger(text(start, p));
      if (integer.bitLength() <= Long.SIZE) {
        return integer;
      }
    }
    return decimal(start, first, p, p, 0);
  }

  /** Reads on from {@code point}, where a point or an exponent begins. */
  private Double fraction(int start, int first, int point) {
    int p = point;
    if (bytes[p] == '.') {
      p = digits(point + 1);
      if (p == point + 1) {
        throw source.failure(p, "a digit must follow the point");
      }
    }
    int mantissaEnd = p;
    long exponent = 0;
    if ((source.at(p) | 0x20) == 'e') {
      exponent = exponent(p + 1);
      p = end;
    }
    end = p;
    return decimal(start, first, point, mantissaEnd, exponent);
  }

  private long exponent(int from) {
    int sign = source.at(from);
    int first = sign == '-' || sign == '+' ? from + 1 : from;
    int p = first;
    long value = 0;
    for (; p < limit && bytes[p] >= '0' && bytes[p] <= '9'; p++) {
      value = Math.min(value * 10 + bytes[p] - '0', ENDLESS);
    }
    if (p == first) {
      throw source.failure(p, "a digit must follow in the exponent");
    }
    end = p;
    return sign == '-' ? -value : value;
  }

  /**
   * The double nearest to the number with whole digits in {@code [first..point)}, fraction digits
   * behind the point up to {@code mantissaEnd}, and this exponent.
   */
  private Double decimal(int start, int first, int point, int mantissaEnd, long exponent) {
    int fractionDigits = Math.max(0, mantissaEnd - point - 1);
    double magnitude =
        point - first + fractionDigits <= UNSIGNED_DIGITS
            ? Decimals.toDouble(digits, exponent - fractionDigits)
            : manyDigits(first, point, mantissaEnd, exponent);
    if (magnitude == Double.POSITIVE_INFINITY) {
      throw source.failure(start, "the number is too large for a double");
    }
    return first > start ? -magnitude : magnitude;
  }

  /**
   * More digits than 64 bits hold. The first ones of them decide, unless their own value and that
   * plus one round differently.
   */
  private double manyDigits(int first, int point, int mantissaEnd, long exponent) {
    int p = first;
    while (p < mantissaEnd && (bytes[p] == '0' || bytes[p] == '.')) {
      p++;
    }
    long head = 0;
    int taken = 0;
    for (; p < mantissaEnd && taken < UNSIGNED_DIGITS; p++) {
      if (bytes[p] != '.') {
        head = head * 10 + bytes[p] - '0';
        taken++;
      }
    }
    long scale = exponent + (p <= point ? point - p : point + 1L - p);
    double low = Decimals.toDouble(head, scale);
    if (p == mantissaEnd || low == Decimals.toDouble(head + 1, scale)) {
      return low;
    }
    return Double.parseDouble(text(first, end));
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
