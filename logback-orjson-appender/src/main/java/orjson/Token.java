// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.util.Arrays;

/**
 * A run of bytes that is written often: a name, a literal.
 *
 * <p>Up to 16 bytes go out as two stores, which cost less than the call of a copy; {@code
 * JsonBenchmark} shows it on documents of short keys. Immutable and thread-safe.
 */
final class Token {

  private static final int MAX_WORDS = 2 * Long.BYTES;

  private final byte[] bytes;
  private final int length;
  private final long head;
  private final long tail;

  /** A token of {@code bytes}, which must not change. */
  Token(byte[] bytes) {
    byte[] padded = Arrays.copyOf(bytes, MAX_WORDS);
    this.bytes = bytes;
    this.length = bytes.length;
    this.head = (long) Bytes.LONG.get(padded, 0);
    this.tail = (long) Bytes.LONG.get(padded, Long.BYTES);
  }

  void write(Utf8Buffer out) {
    if (length > MAX_WORDS) {
      out.putBytes(bytes, 0);
      return;
    }
    out.ensure(MAX_WORDS);
    int p = out.pos;
    Bytes.LONG.set(out.buf, p, head);
    Bytes.LONG.set(out.buf, p + Long.BYTES, tail);
    out.pos = p + length;
  }

  /** Writes all but the first byte, the comma of a name that is the first in its object. */
  void writeTail(Utf8Buffer out) {
    if (length > MAX_WORDS) {
      out.putBytes(bytes, 1);
      return;
    }
    out.ensure(MAX_WORDS);
    int p = out.pos;
    Bytes.LONG.set(out.buf, p, head >>> Byte.SIZE | tail << Long.SIZE - Byte.SIZE);
    Bytes.LONG.set(out.buf, p + Long.BYTES, tail >>> Byte.SIZE);
    out.pos = p + length - 1;
  }
}
