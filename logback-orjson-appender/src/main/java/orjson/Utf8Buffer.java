// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The growing array that a {@link JsonWriter} writes into; knows memory, nothing of JSON. */
class Utf8Buffer {

  private static final int INITIAL_BYTES = 1024;
  private static final int LEAST_CEILING = 1 << 20;
  static final int RETAINED_BYTES = 64 * 1024;
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  /** Whoever reads the document wants no more bytes of it than these. */
  final int wanted;

  /** Beyond that many bytes only what bounds the document is written. */
  final int ceiling;

  byte[] buf = new byte[INITIAL_BYTES];

  /** Of {@link #buf} as it is, or null. */
  private ByteBuffer view;

  /** The size of the last document that was too large to keep its array. */
  private int expected;

  /** How many bytes are written; the next one goes there. */
  int pos;

  Utf8Buffer(int wanted) {
    this.wanted = wanted;
    this.ceiling = (int) Math.min(Math.max(16L * wanted, LEAST_CEILING), Integer.MAX_VALUE);
  }

  final void putByte(int b) {
    ensure(1);
    buf[pos++] = (byte) b;
  }

  final void putBytes(byte[] bytes, int from) {
    int n = bytes.length - from;
    ensure(n);
    System.arraycopy(bytes, from, buf, pos, n);
    pos += n;
  }

  /** Makes room for {@code n} more bytes. */
  final void ensure(int n) {
    if (buf.length - pos < n) {
      grow(n);
    }
  }

  private void grow(int n) {
    long needed = (long) pos + n;
    if (needed > MAX_BYTES) {
      throw new JsonEncodeException("The document is longer than " + MAX_BYTES + " bytes");
    }
    long size = Math.max(needed, 2L * buf.length);
    if (size > RETAINED_BYTES) {
      size = Math.max(size, expected);
    }
    buf = Arrays.copyOf(buf, (int) Math.min(size, MAX_BYTES));
    view = null;
  }

  /** The array as a buffer, at any position; valid until the array grows. */
  final ByteBuffer view() {
    if (view == null) {
      view = ByteBuffer.wrap(buf);
    }
    return view;
  }

  /**
   * Lets go of an array that is too large to keep. A document that outgrows what is kept then gets
   * the size of the last such one at once.
   */
  final void shrink() {
    if (buf.length > RETAINED_BYTES) {
      expected = pos + pos / 8;
      buf = new byte[INITIAL_BYTES];
      view = null;
      pos = 0;
    }
  }
}
