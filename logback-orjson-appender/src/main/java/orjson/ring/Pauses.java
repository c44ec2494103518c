// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.util.concurrent.TimeUnit;

/**
 * How long the writer waits for better times.
 *
 * @param firstRetryNanos after a write that failed
 * @param lastRetryNanos after many of them
 * @param firstFullNanos while the sink takes nothing just now: a reader may empty it at any moment
 * @param lastFullNanos after a while of that
 * @param reportNanos between two reports of drops
 */
record Pauses(
    long firstRetryNanos,
    long lastRetryNanos,
    long firstFullNanos,
    long lastFullNanos,
    long reportNanos) {

  static final Pauses USUAL =
      new Pauses(
          TimeUnit.MILLISECONDS.toNanos(10),
          TimeUnit.SECONDS.toNanos(1),
          TimeUnit.MICROSECONDS.toNanos(100),
          TimeUnit.MILLISECONDS.toNanos(10),
          TimeUnit.SECONDS.toNanos(1));
}
