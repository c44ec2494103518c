// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.util.Arrays;

/** One place in the ring: room for a line of usual length, or a reference to a longer one. */
final class LineSlot {

  /** A longer line is carried as an array of its own and let go after it was written. */
  static final int INLINE_BYTES = 1024;

  private final byte[] inline = new byte[INLINE_BYTES];

  /** The line if it does not fit {@link #inline}, else null. */
  private byte[] oversized;

  private int length;

  /** A copy of a line that no slot has room for, or null; made before a slot is claimed. */
  static byte[] oversized(byte[] line, int length) {
    return length > INLINE_BYTES ? Arrays.copyOf(line, length) : null;
  }

  /** Fills the slot; {@code copy} is what {@link #oversized(byte[], int)} returned. */
  void fill(byte[] line, int length, byte[] copy) {
    this.length = length;
    if (copy == null) {
      System.arraycopy(line, 0, inline, 0, length);
    } else {
      oversized = copy;
    }
  }

  byte[] bytes() {
    return oversized == null ? inline : oversized;
  }

  int length() {
    return length;
  }

  /** Lets go of what does not belong to the slot. */
  void clear() {
    oversized = null;
  }
}
