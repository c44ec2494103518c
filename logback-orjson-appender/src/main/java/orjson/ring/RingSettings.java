// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.util.Objects;

/**
 * What a {@link LineRing} is built from.
 *
 * @param size slots, a power of two from 2 on
 * @param appendTimeoutNanos how long a full ring keeps a caller: 0 drops at once, a negative number
 *     waits as long as it takes
 * @param discardLevel the highest level whose lines may be dropped because the ring is full; those
 *     above it wait as long as it takes
 * @param syncLevel the lowest level whose lines are in the kernel when their caller goes on; {@link
 *     LineRing#LEVELS} for none
 * @param waitStrategy how the writer thread waits for lines
 * @param threadName the writer thread's name
 */
public record RingSettings(
    int size,
    long appendTimeoutNanos,
    int discardLevel,
    int syncLevel,
    WaitStrategyType waitStrategy,
    String threadName) {

  /** Checks the arguments. */
  public RingSettings {
    if (size < 2 || Integer.bitCount(size) != 1) {
      throw new IllegalArgumentException("size: " + size + " is not a power of two from 2 on");
    }
    Objects.requireNonNull(waitStrategy, "waitStrategy");
    Objects.requireNonNull(threadName, "threadName");
  }
}
