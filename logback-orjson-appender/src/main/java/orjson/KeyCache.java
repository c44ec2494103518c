// SPDX-License-Identifier: Apache-2.0
package orjson;

/**
 * The names of members seen lately, so that a name which comes a thousand times is one {@code
 * String} with one computed hash.
 *
 * <p>One table for the whole process. Any thread may overwrite any entry at any time: a lost one
 * costs a new string, never a wrong one, because every byte is compared.
 */
final class KeyCache {

  /** Longer names are not kept: they are seldom names, and the table must stay small. */
  static final int MAX_BYTES = 64;

  private static final int SIZE = 2048;
  private static final Key[] KEYS = new Key[SIZE];

  private KeyCache() {}

  /** The key of this hash, which may be another one of the same, or null. */
  static Key find(long hash) {
    return KEYS[(int) hash & SIZE - 1];
  }

  static void keep(Key key) {
    KEYS[(int) key.hash & SIZE - 1] = key;
  }
}
