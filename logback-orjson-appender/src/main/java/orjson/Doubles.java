// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.math.BigInteger;

/**
 * Floating point to the shortest decimal that reads back as the same number, in orjson's layout.
 *
 * <p>Source of the digits: Raffaello Giulietti, "The Schubfach way to render doubles" (2020). The
 * names follow the paper. {@code Double.toString} is no substitute: before Java 19 it was neither
 * shortest nor fast, and it always prints at least two digits.
 *
 * <p>Layout: decimal exponents from -5 to 15 are written as {@code 0.00001} to {@code
 * 1000000000000000.0}, all others as {@code 1e-6}, {@code 1.5e+16}.
 */
final class Doubles {

  /** The longest output: {@code -1.7976931348623157e+308}. */
  static final int MAX_BYTES = 26;

  private static final int DOUBLE_MANTISSA_BITS = 52;
  private static final int FLOAT_MANTISSA_BITS = 23;
  private static final int MIN_DOUBLE_Q = -1074;
  private static final int MIN_FLOAT_Q = -149;
  private static final long LOW_63 = Long.MAX_VALUE;

  private static final int FEW = 3;
  private static final double FEW_SCALE = 1e3;
  private static final double MIN_FEW = 1e-3;
  private static final double MAX_FEW = 1e12;

  private Doubles() {}

  /** Writes a finite {@code value}; returns the position behind it. */
  static int write(byte[] buf, int pos, double value) {
    long bits = Double.doubleToRawLongBits(value);
    int p = sign(buf, pos, bits < 0);
    long fraction = bits & (1L << DOUBLE_MANTISSA_BITS) - 1;
    int exponent = (int) (bits >>> DOUBLE_MANTISSA_BITS) & 0x7FF;
    if (exponent == 0) {
      return fraction == 0 ? zero(buf, p) : shortest(buf, p, MIN_DOUBLE_Q, fraction, false);
    }
    long c = fraction | 1L << DOUBLE_MANTISSA_BITS;
    int q = exponent - 1 + MIN_DOUBLE_Q;
    if (q < 0 && q >= -DOUBLE_MANTISSA_BITS && (c & (1L << -q) - 1) == 0) {
      return whole(buf, p, c >> -q);
    }
    double magnitude = Math.abs(value);
    if (magnitude >= MIN_FEW && magnitude < MAX_FEW) {
      long scaled = fewDecimals(magnitude);
      if (scaled != 0) {
        return layout(buf, p, scaled, -FEW);
      }
    }
    return shortest(buf, p, q, c, fraction == 0 && exponent > 1);
  }

  /**
   * {@code value} times 1,000 if that is a whole number, else 0: most numbers that people write.
   *
   * <p>A whole number below 2^53 and 1,000 are exact, and division rounds correctly, so the decimal
   * reads back as {@code value}. It has at most 15 digits, and no two such decimals read as the
   * same double, so it is also the only and the shortest one.
   */
  private static long fewDecimals(double value) {
    long scaled = (long) (value * FEW_SCALE + 0.5);
    return scaled / FEW_SCALE == value ? scaled : 0;
  }

  /** Writes a finite {@code value} with the digits a {@code float} needs. */
  static int write(byte[] buf, int pos, float value) {
    int bits = Float.floatToRawIntBits(value);
    int p = sign(buf, pos, bits < 0);
    int fraction = bits & (1 << FLOAT_MANTISSA_BITS) - 1;
    int exponent = bits >>> FLOAT_MANTISSA_BITS & 0xFF;
    if (exponent == 0) {
      return fraction == 0 ? zero(buf, p) : shortest(buf, p, MIN_FLOAT_Q, fraction, false);
    }
    int c = fraction | 1 << FLOAT_MANTISSA_BITS;
    int q = exponent - 1 + MIN_FLOAT_Q;
    if (q < 0 && q >= -FLOAT_MANTISSA_BITS && (c & (1 << -q) - 1) == 0) {
      return whole(buf, p, c >> -q);
    }
    return shortest(buf, p, q, c, fraction == 0 && exponent > 1);
  }

  private static int sign(byte[] buf, int pos, boolean negative) {
    buf[pos] = '-';
    return negative ? pos + 1 : pos;
  }

  private static int zero(byte[] buf, int pos) {
    return pointZero(buf, Digits.write(buf, pos, 0));
  }

  /** A whole number below 2^53, which is always within the fixed notation. */
  private static int whole(byte[] buf, int pos, long value) {
    return value < 1_000_000_000_000_000L
        ? pointZero(buf, Digits.write(buf, pos, value))
        : layout(buf, pos, value, 0);
  }

  private static int pointZero(byte[] buf, int pos) {
    buf[pos] = '.';
    buf[pos + 1] = '0';
    return pos + 2;
  }

  /**
   * Writes the shortest decimal within the rounding interval of {@code c * 2^q}, the closest one if
   * there are several. {@code irregular}: the interval is narrower below than above.
   */
  private static int shortest(byte[] buf, int pos, int q, long c, boolean irregular) {
    long out = c & 1; // an odd significand excludes the ends of its interval
    long cb = c << 2;
    long cbr = cb + 2;
    long cbl = irregular ? cb - 1 : cb - 2;
    int k = irregular ? floorLog10ThreeQuartersPow2(q) : floorLog10Pow2(q);
    int h = q + floorLog2Pow10(-k) + 2;
    long g1 = Powers.high(k);
    long g0 = Powers.low(k);
    long vb = roundToOdd(g1, g0, cb << h);
    long vbl = roundToOdd(g1, g0, cbl << h) + out;
    long vbr = roundToOdd(g1, g0, cbr << h) - out;
    long s = vb >> 2;
    long s10 = s / 10 * 10;
    boolean lowerIn = vbl <= s10 << 2;
    boolean upperIn = s10 + 10 << 2 <= vbr;
    if (lowerIn != upperIn) {
      return layout(buf, pos, lowerIn ? s10 : s10 + 10, k);
    }
    boolean floorIn = vbl <= s << 2;
    boolean ceilingIn = s + 1 << 2 <= vbr;
    if (floorIn != ceilingIn) {
      return layout(buf, pos, floorIn ? s : s + 1, k);
    }
    long middle = vb - (2 * s + 1 << 1);
    boolean down = middle < 0 || middle == 0 && (s & 1) == 0;
    return layout(buf, pos, down ? s : s + 1, k);
  }

  /** The product's integer part, with the lowest bit set if anything was cut off. */
  private static long roundToOdd(long g1, long g0, long cp) {
    long x1 = Math.multiplyHigh(g0, cp);
    long y0 = g1 * cp;
    long y1 = Math.multiplyHigh(g1, cp);
    long z = (y0 >>> 1) + x1;
    long w = y1 + (z >>> 63);
    return w | (z & LOW_63) + LOW_63 >>> 63;
  }

  private static int floorLog10Pow2(int e) {
    return (int) (e * 661_971_961_083L >> 41);
  }

  private static int floorLog10ThreeQuartersPow2(int e) {
    return (int) (e * 661_971_961_083L + -274_743_187_321L >> 41);
  }

  private static int floorLog2Pow10(int e) {
    return (int) (e * 913_124_641_741L >> 38);
  }

  /** Writes {@code digits * 10^k} in the layout of the class comment. */
  private static int layout(byte[] buf, int pos, long digits, int k) {
    long d = digits;
    int exponent10 = k;
    if (d % 100_000_000 == 0) {
      d /= 100_000_000;
      exponent10 += 8;
    }
    while (d % 10 == 0) {
      d /= 10;
      exponent10++;
    }
    int length = Digits.length(d);
    int exponent = exponent10 + length - 1; // of the first digit
    if (exponent < -5 || exponent > 15) {
      return scientific(buf, pos, d, length, exponent);
    }
    if (exponent < 0) {
      int p = pos + 1 - exponent;
      java.util.Arrays.fill(buf, pos, p, (byte) '0');
      buf[pos + 1] = '.';
      return Digits.write(buf, p, d);
    }
    if (exponent10 >= 0) {
      int p = Digits.write(buf, pos, d);
      java.util.Arrays.fill(buf, p, p + exponent10, (byte) '0');
      return pointZero(buf, p + exponent10);
    }
    return withPoint(buf, pos, d, exponent + 1);
  }

  private static int scientific(byte[] buf, int pos, long d, int length, int exponent) {
    int p = length == 1 ? Digits.write(buf, pos, d) : withPoint(buf, pos, d, 1);
    buf[p] = 'e';
    buf[p + 1] = (byte) (exponent < 0 ? '-' : '+');
    return Digits.write(buf, p + 2, Math.abs(exponent));
  }

  /** Writes the digits with a point behind the first {@code whole} of them. */
  private static int withPoint(byte[] buf, int pos, long d, int whole) {
    int end = Digits.write(buf, pos + 1, d);
    System.arraycopy(buf, pos + 1, buf, pos, whole);
    buf[pos + whole] = '.';
    return end;
  }

  /**
   * The paper's g(k): {@code floor(10^-k * 2^-r) + 1} with 126 bits, split into 63 and 63.
   *
   * <p>Computed when the first number needs it, in about a millisecond, instead of being a page of
   * constants.
   */
  private static final class Powers {

    private static final int MIN_K = -324;
    private static final int MAX_K = 292;
    private static final long[] G = new long[2 * (MAX_K - MIN_K + 1)];

    static {
      for (int k = MIN_K; k <= MAX_K; k++) {
        BigInteger g = g(k).add(BigInteger.ONE);
        G[2 * (k - MIN_K)] = g.shiftRight(63).longValueExact();
        G[2 * (k - MIN_K) + 1] = g.longValue() & LOW_63;
      }
    }

    static long high(int k) {
      return G[2 * (k - MIN_K)];
    }

    static long low(int k) {
      return G[2 * (k - MIN_K) + 1];
    }

    private static BigInteger g(int k) {
      int r = floorLog2Pow10(-k) - 125;
      BigInteger power = BigInteger.TEN.pow(Math.abs(k));
      if (k <= 0) {
        return r > 0 ? power.shiftRight(r) : power.shiftLeft(-r);
      }
      return BigInteger.ONE.shiftLeft(-r).divide(power);
    }
  }
}
