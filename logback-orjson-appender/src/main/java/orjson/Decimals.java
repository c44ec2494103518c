// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.math.BigInteger;

/**
 * Decimal numbers to the nearest double, ties to even.
 *
 * <p>Small ones by one exact multiplication or division (William Clinger, "How to read floating
 * point numbers accurately", 1990); all others by 128-bit powers of five (Daniel Lemire, "Number
 * parsing at a gigabyte per second", 2021), which never needs a slower way behind it (Noble Mushtak
 * and Daniel Lemire, "Fast number parsing without fallback", 2023).
 */
final class Decimals {

  private static final int MANTISSA_BITS = 52;
  private static final int EXPONENT_BIAS = 1023;
  private static final int INFINITE_EXPONENT = 0x7FF;

  /** Below the smaller power every number of 64 bits is zero, above the larger one infinite. */
  private static final int MIN_POWER = -342;

  private static final int MAX_POWER = 308;

  /** Powers of ten up to here are doubles without a rounding. */
  private static final int MAX_EXACT_POWER = 22;

  private static final double[] EXACT_POWERS = new double[MAX_EXACT_POWER + 1];

  static {
    double power = 1;
    for (int i = 0; i <= MAX_EXACT_POWER; i++) {
      EXACT_POWERS[i] = power;
      power *= 10;
    }
  }

  private Decimals() {}

  /** The double nearest to {@code w * 10^q}, with {@code w} read as unsigned. */
  static double toDouble(long w, long q) {
    if (w >>> MANTISSA_BITS + 1 == 0 && q >= -MAX_EXACT_POWER && q <= MAX_EXACT_POWER) {
      return q < 0 ? w / EXACT_POWERS[(int) -q] : w * EXACT_POWERS[(int) q];
    }
    if (w == 0 || q < MIN_POWER) {
      return 0;
    }
    return q > MAX_POWER ? Double.POSITIVE_INFINITY : scaled(w, (int) q);
  }

  private static double scaled(long w, int q) {
    int leadingZeros = Long.numberOfLeadingZeros(w);
    long normal = w << leadingZeros;
    long high = unsignedMultiplyHigh(normal, Powers.high(q));
    long low = normal * Powers.high(q);
    if ((high & 0x1FF) == 0x1FF) { // only then can the lower half of the power matter
      long carry = unsignedMultiplyHigh(normal, Powers.low(q));
      low += carry;
      if (Long.compareUnsigned(low, carry) < 0) {
        high++;
      }
    }
    int upper = (int) (high >>> 63);
    int shift = upper + Long.SIZE - MANTISSA_BITS - 3;
    long mantissa = high >>> shift; // one bit more than a double has, for rounding
    int exponent = floorLog2Pow10(q) + Long.SIZE - 1 + upper - leadingZeros + EXPONENT_BIAS;
    if (exponent <= 0) {
      return subnormal(mantissa, exponent);
    }
    boolean mayTie = q >= -4 && q <= 23 && low >= 0 && low <= 1;
    if (mayTie && (mantissa & 3) == 1 && mantissa << shift == high) {
      mantissa--; // exactly half way: down to even
    }
    mantissa = mantissa + 1 >>> 1;
    if (mantissa == 2L << MANTISSA_BITS) {
      mantissa >>>= 1;
      exponent++;
    }
    return exponent >= INFINITE_EXPONENT
        ? Double.POSITIVE_INFINITY
        : Double.longBitsToDouble(
            mantissa & (1L << MANTISSA_BITS) - 1 | (long) exponent << MANTISSA_BITS);
  }

  /** No number of 64 bits and such a power is half way between two of these, so none ties. */
  private static double subnormal(long mantissa, int exponent) {
    int shift = 1 - exponent;
    // a carry into bit 52 makes the smallest normal number all by itself
    return shift >= Long.SIZE ? 0 : Double.longBitsToDouble((mantissa >>> shift) + 1 >>> 1);
  }

  private static int floorLog2Pow10(int q) {
    return q * 217_706 >> 16;
  }

  private static long unsignedMultiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
  }

  /**
   * The 128 leading bits of each power of five.
   *
   * <p>Computed when the first number needs it instead of being pages of constants.
   */
  private static final class Powers {

    private static final int MAX_POWER_OF_FIVE_IN_LONG = 27;
    private static final long[] BITS = new long[2 * (MAX_POWER - MIN_POWER + 1)];

    static {
      BigInteger five = BigInteger.valueOf(5);
      BigInteger power = BigInteger.ONE;
      for (int q = 0; q <= -MIN_POWER; q++) {
        if (q <= MAX_POWER) {
          put(q, power);
        }
        if (q > 0) {
          put(-q, reciprocal(power, q));
        }
        power = power.multiply(five);
      }
    }

    /** Rounded up while a number of 64 bits may be a multiple of the power, so that ties show. */
    private static BigInteger reciprocal(BigInteger power, int q) {
      BigInteger bits = BigInteger.ONE.shiftLeft(power.bitLength() + 127).divide(power);
      return q <= MAX_POWER_OF_FIVE_IN_LONG ? bits.add(BigInteger.ONE) : bits;
    }

    private static void put(int q, BigInteger power) {
      BigInteger bits = power.shiftRight(power.bitLength() - 128); // to the left if negative
      BITS[2 * (q - MIN_POWER)] = bits.shiftRight(64).longValue();
      BITS[2 * (q - MIN_POWER) + 1] = bits.longValue();
    }

    static long high(int q) {
      return BITS[2 * (q - MIN_POWER)];
    }

    static long low(int q) {
      return BITS[2 * (q - MIN_POWER) + 1];
    }
  }
}
