// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that are parked until the writer has come further, first come, first woken.
 *
 * <p>No wake-up is missed if a waiter looks at the writer's progress after {@link #enter} and the
 * writer looks at the waiters after a volatile write of its progress: one of the two sees the
 * other. There is no lock, so a virtual thread waits without holding its carrier.
 */
final class Waiters {

  private final ConcurrentLinkedQueue<Waiter> queue = new ConcurrentLinkedQueue<>();

  /** One thread that waits. */
  static final class Waiter {

    private final Thread thread = Thread.currentThread();
    private final long sequence;
    private volatile boolean woken;

    private Waiter(long sequence) {
      this.sequence = sequence;
    }

    /** Whether it was woken, and so is not in the queue any more. */
    boolean isWoken() {
      return woken;
    }

    private void wake() {
      woken = true;
      LockSupport.unpark(thread);
    }
  }

  /** Adds the current thread; {@code sequence} is what {@link #wakeUpTo} compares with. */
  Waiter enter(long sequence) {
    Waiter waiter = new Waiter(sequence);
    queue.add(waiter);
    return waiter;
  }

  /** Takes a waiter out if it was not woken. */
  void leave(Waiter waiter) {
    if (!waiter.woken) {
      queue.remove(waiter);
    }
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  void wakeFirst() {
    Waiter first = queue.poll();
    if (first != null) {
      first.wake();
    }
  }

  /** Wakes those that wait for {@code written} or for less. */
  void wakeUpTo(long written) {
    if (!queue.isEmpty()) {
      queue.removeIf(
          waiter -> {
            boolean satisfied = waiter.sequence <= written;
            if (satisfied) {
              waiter.wake();
            }
            return satisfied;
          });
    }
  }

  void wakeAll() {
    wakeUpTo(Long.MAX_VALUE);
  }
}
