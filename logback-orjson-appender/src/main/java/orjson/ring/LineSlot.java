// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import com.lmax.disruptor.EventFactory;
import java.util.Arrays;

/** One place in the ring: room for a line of usual length, or a reference to a longer one. */
final class LineSlot {

  /** A longer line is carried as an array of its own and let go after it was written. */
  static final int INLINE_BYTES = 1024;

  /** Bytes of all the slots of a ring. */
  private final byte[] inline;

  /** Where this slot's bytes begin. */
  private final int start;

  /** The line if it does not fit, else null. */
  private byte[] oversized;

  private int length;

  private LineSlot(byte[] inline, int start) {
    this.inline = inline;
    this.start = start;
  }

  /**
   * Makes the slots of one ring, whose bytes are one array: thousands of small ones would be copied
   * by the first collections of garbage, which pauses the callers for milliseconds.
   */
  static EventFactory<LineSlot> slots(int ringSize) {
    byte[] inline = new byte[Math.multiplyExact(ringSize, INLINE_BYTES)];
    int[] next = new int[1];
    return () -> new LineSlot(inline, INLINE_BYTES * next[0]++);
  }

  /** A copy of a line that no slot has room for, or null; made before a slot is claimed. */
  static byte[] oversized(byte[] line, int length) {
    return length > INLINE_BYTES ? Arrays.copyOf(line, length) : null;
  }

  /** Fills the slot; {@code copy} is what {@link #oversized(byte[], int)} returned. */
  void fill(byte[] line, int length, byte[] copy) {
    this.length = length;
    if (copy == null) {
      System.arraycopy(line, 0, inline, start, length);
    } else {
      oversized = copy;
    }
  }

  /** The array that holds the line, from {@link #start()} on. */
  byte[] bytes() {
    return oversized == null ? inline : oversized;
  }

  int start() {
    return oversized == null ? start : 0;
  }

  int length() {
    return length;
  }

  /** Lets go of what does not belong to the slot. */
  void clear() {
    oversized = null;
  }
}
