// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.util.Arrays;

/**
 * A name of a member: its bytes, and the {@code String} made of them once and for all.
 *
 * <p>Immutable, with final fields only, so that a reference read without synchronization shows a
 * whole key.
 */
final class Key {

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L; // 2^64 / golden ratio

  final long hash;
  final String text;
  final int length;

  /** The bytes behind the last whole word. */
  private final long tail;

  /** The bytes and the closing quote. */
  private final byte[] quoted;

  private final long first;
  private final long firstMask;
  private final long last;
  private final int lastOffset;

  Key(long hash, long tail, byte[] quoted, String text) {
    this.hash = hash;
    this.tail = tail;
    this.quoted = quoted;
    this.text = text;
    this.length = quoted.length - 1;
    byte[] word = Arrays.copyOf(quoted, Math.max(quoted.length, Long.BYTES));
    this.first = (long) Bytes.LONG.get(word, 0);
    this.firstMask = quoted.length < Long.BYTES ? (1L << 8 * quoted.length) - 1 : -1;
    this.lastOffset = Math.max(0, quoted.length - Long.BYTES);
    this.last = (long) Bytes.LONG.get(word, lastOffset);
  }

  /** Takes eight more bytes of a name, or its remaining ones and zeros, into a hash. */
  static long mix(long hash, long word) {
    long h = (hash ^ word) * MULTIPLIER;
    return h ^ h >>> 32;
  }

  /**
   * Whether this is the name of {@code n} bytes at {@code from}, which has this hash and tail.
   *
   * <p>Each step of {@link #mix} can be undone, so the last whole word follows from hash and tail
   * and what came before it: only names of two whole words and more have to be compared.
   */
  boolean equals(long hash, long tail, byte[] b, int from, int n) {
    return this.hash == hash
        && this.tail == tail
        && length == n
        && (n < 2 * Long.BYTES || sameWords(b, from, n - Long.BYTES));
  }

  /** Whether this name and a closing quote stand at {@code from}; eight bytes must be there. */
  boolean isAt(byte[] b, int from, int limit) {
    if (from + lastOffset + Long.BYTES > limit) {
      return false;
    }
    long difference =
        ((long) Bytes.LONG.get(b, from) ^ first) & firstMask
            | ((long) Bytes.LONG.get(b, from + lastOffset) ^ last) & firstMask;
    return difference == 0 && (length < 2 * Long.BYTES || sameWords(b, from, length - 7));
  }

  private boolean sameWords(byte[] b, int from, int to) {
    for (int i = 0; i < to; i += Long.BYTES) {
      if ((long) Bytes.LONG.get(quoted, i) != (long) Bytes.LONG.get(b, from + i)) {
        return false;
      }
    }
    return true;
  }
}
