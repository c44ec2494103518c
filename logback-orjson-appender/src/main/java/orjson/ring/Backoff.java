// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.util.concurrent.locks.LockSupport;

/**
 * Pauses that double from one length to another.
 *
 * <p>Pauses are parks, so they burn no processor, and they are timed by the monotonic clock, so a
 * clock that is set changes nothing. For one thread.
 */
final class Backoff {

  private final long firstNanos;
  private final long lastNanos;
  private long nanos;

  Backoff(long firstNanos, long lastNanos) {
    this.firstNanos = firstNanos;
    this.lastNanos = lastNanos;
    this.nanos = firstNanos;
  }

  /** Begins anew with the shortest pause. */
  void reset() {
    nanos = firstNanos;
  }

  /** Pauses, or less if the thread is unparked. */
  void pause() {
    LockSupport.parkNanos(this, nanos);
    nanos = Math.min(2 * nanos, lastNanos);
  }
}
