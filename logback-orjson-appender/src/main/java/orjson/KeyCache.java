// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.util.Arrays;

/**
 * The names of members seen lately, so that a name which comes a thousand times is one {@code
 * String} with one computed hash.
 *
 * <p>One table for the whole process. Entries are immutable and may be overwritten at any time by
 * any thread: a lost entry costs a new string, never a wrong one, because every byte is compared.
 */
final class KeyCache {

  /** Longer names are not kept: they are seldom names, and the table must stay small. */
  static final int MAX_BYTES = 64;

  private static final int INDEX_BITS = 11;
  private static final Key[] KEYS = new Key[1 << INDEX_BITS];
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L; // 2^64 / golden ratio

  private KeyCache() {}

  /** Takes eight more bytes of a name, or its remaining ones and zeros, into a hash. */
  static long mix(long hash, long word) {
    long h = (hash ^ word) * MULTIPLIER;
    return h ^ h >>> 32;
  }

  /**
   * The name {@code b[from..to)}, or null if it is not here.
   *
   * @param hash what {@link #mix} made of the whole name
   * @param tail the bytes behind the last whole word
   */
  static String find(long hash, long tail, byte[] b, int from, int to) {
    Key key = KEYS[index(hash)];
    return key != null && key.hash == hash && key.tail == tail && key.equals(b, from, to - from)
        ? key.text
        : null;
  }

  static void keep(long hash, long tail, byte[] b, int from, int to, String text) {
    KEYS[index(hash)] = new Key(hash, tail, Arrays.copyOfRange(b, from, to), text);
  }

  private static int index(long hash) {
    return (int) hash & KEYS.length - 1;
  }

  /** Final fields only, so that a reference read without synchronization shows a whole entry. */
  private static final class Key {

    final long hash;
    final long tail;
    final int length;
    final String text;
    final byte[] utf8;

    Key(long hash, long tail, byte[] utf8, String text) {
      this.hash = hash;
      this.tail = tail;
      this.length = utf8.length;
      this.text = text;
      this.utf8 = utf8;
    }

    /**
     * Whether the {@code n} bytes are these, given the same hash and tail.
     *
     * <p>Each step of {@link #mix} can be undone, so the last whole word follows from hash and tail
     * and what came before it: only names of two whole words and more have to be compared.
     */
    boolean equals(byte[] b, int from, int n) {
      return n == length && (n < 2 * Long.BYTES || sameWords(b, from));
    }

    private boolean sameWords(byte[] b, int from) {
      for (int i = 0; i + 2 * Long.BYTES <= length; i += Long.BYTES) {
        if ((long) Bytes.LONG.get(utf8, i) != (long) Bytes.LONG.get(b, from + i)) {
          return false;
        }
      }
      return true;
    }
  }
}
