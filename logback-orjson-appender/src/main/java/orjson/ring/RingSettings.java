// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.util.Objects;

/**
 * What a {@link LineRing} is built from.
 *
 * @param size slots, a power of two from 2 on
 * @param appendTimeoutNanos how long a full ring keeps a caller: 0 drops at once, a negative number
 *     waits as long as it takes
 * @param threadName the writer thread's name
 */
public record RingSettings(int size, long appendTimeoutNanos, String threadName) {

  /** Checks the arguments. */
  public RingSettings {
    if (size < 2 || Integer.bitCount(size) != 1) {
      throw new IllegalArgumentException("size: " + size + " is not a power of two from 2 on");
    }
    Objects.requireNonNull(threadName, "threadName");
  }
}
