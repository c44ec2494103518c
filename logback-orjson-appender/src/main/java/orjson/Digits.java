// SPDX-License-Identifier: Apache-2.0
package orjson;

/** Integers to ASCII digits, two at a time. */
final class Digits {

  /** The longest output: {@code -9223372036854775808}. */
  static final int MAX_LONG_BYTES = 20;

  /**
   * Entry {@code n} holds the two digits of {@code n} from 0 to 99, first digit in the low byte.
   */
  private static final short[] PAIRS = new short[100];

  private static final long[] POWERS_OF_TEN = new long[19];

  static {
    for (int i = 0; i < PAIRS.length; i++) {
      PAIRS[i] = (short) (('0' + i % 10) << 8 | ('0' + i / 10));
    }
    long power = 1;
    for (int i = 0; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = power;
      power *= 10;
    }
  }

  private Digits() {}

  /**
   * Writes {@code value}, at most {@link #MAX_LONG_BYTES} bytes; returns the position behind it.
   */
  static int write(byte[] buf, int pos, long value) {
    if (value >= 0) {
      return writeUnsigned(buf, pos, value);
    }
    buf[pos] = '-';
    return writeUnsigned(buf, pos + 1, -value);
  }

  /** As {@link #write}, with {@code value} read as unsigned. */
  static int writeUnsigned(byte[] buf, int pos, long value) {
    if (value < 0) {
      long head = Long.divideUnsigned(value, 100);
      int p = writeUnsigned(buf, pos, head);
      writePair(buf, p, (int) (value - head * 100));
      return p + 2;
    }
    int end = pos + length(value);
    writeDigits(buf, end, value, pos);
    return end;
  }

  /**
   * Writes the digits of {@code value} so that they end at {@code end} and begin at {@code pos}.
   */
  private static void writeDigits(byte[] buf, int end, long value, int pos) {
    int p = end;
    long v = value;
    while (v > Integer.MAX_VALUE) {
      long head = v / 100;
      p -= 2;
      writePair(buf, p, (int) (v - head * 100));
      v = head;
    }
    int rest = (int) v;
    while (rest >= 100) {
      int head = rest / 100;
      p -= 2;
      writePair(buf, p, rest - head * 100);
      rest = head;
    }
    if (p - pos == 2) {
      writePair(buf, pos, rest);
    } else {
      buf[pos] = (byte) ('0' + rest);
    }
  }

  /** How many decimal digits the non-negative {@code value} has. */
  static int length(long value) {
    // 1233/4096 is just above log10(2), so this is the digit count or one less.
    int guess = ((64 - Long.numberOfLeadingZeros(value | 1)) * 1233) >> 12;
    boolean reached = guess < POWERS_OF_TEN.length && value >= POWERS_OF_TEN[guess];
    return reached ? guess + 1 : Math.max(guess, 1);
  }

  /** Writes the two digits of {@code value}, 0 to 99. */
  static void writePair(byte[] buf, int pos, int value) {
    Bytes.SHORT.set(buf, pos, PAIRS[value]);
  }

  /** Writes {@code value} with exactly {@code digits} digits, 3, 6 or 9, leading zeros included. */
  static void writeFraction(byte[] buf, int pos, int value, int digits) {
    int v = value;
    for (int p = pos + digits - 3; p >= pos; p -= 3) {
      int head = v / 1000;
      writeTriple(buf, p, v - head * 1000);
      v = head;
    }
  }

  private static void writeTriple(byte[] buf, int pos, int value) {
    int head = value / 100;
    buf[pos] = (byte) ('0' + head);
    writePair(buf, pos + 1, value - head * 100);
  }
}
