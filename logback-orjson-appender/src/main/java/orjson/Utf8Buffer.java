// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.util.Arrays;

/** The growing array that a {@link JsonWriter} writes into; knows memory, nothing of JSON. */
class Utf8Buffer {

  private static final int INITIAL_BYTES = 1024;
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  byte[] buf = new byte[INITIAL_BYTES];

  /** How many bytes are written; the next one goes there. */
  int pos;

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
    buf = Arrays.copyOf(buf, (int) Math.min(Math.max(needed, 2L * buf.length), MAX_BYTES));
  }
}
