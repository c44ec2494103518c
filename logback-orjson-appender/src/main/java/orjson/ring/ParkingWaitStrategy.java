// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits without a lock, costs nothing when idle and next to nothing to those who publish.
 *
 * <p>While lines keep coming the writer naps for moments, so that publishing is one volatile read.
 * After enough naps without a line it parks until it is woken.
 *
 * <p>No wake-up is missed: a producer moves the cursor by compare-and-set before it reads {@code
 * parked}; the writer sets {@code parked}, with a full fence, before it reads the cursor. One of
 * the two sees the other. For one waiting thread.
 */
final class ParkingWaitStrategy implements WaitStrategy {

  private static final int SPINS = 50;
  private static final int NAPS = 20;
  private static final long NAP_NANOS = 50_000;

  private static final VarHandle PARKED;

  static {
    try {
      PARKED =
          MethodHandles.lookup().findVarHandle(ParkingWaitStrategy.class, "parked", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile boolean parked;
  private volatile Thread waiter;

  @Override
  public long waitFor(
      long sequence, Sequence cursor, Sequence dependentSequence, SequenceBarrier barrier)
      throws AlertException {
    for (int i = 0; i < SPINS; i++) {
      if (cursor.get() >= sequence) {
        return cursor.get();
      }
      Thread.onSpinWait();
    }
    for (int i = 0; i < NAPS; i++) {
      barrier.checkAlert();
      if (cursor.get() >= sequence) {
        return cursor.get();
      }
      LockSupport.parkNanos(this, NAP_NANOS);
    }
    return park(sequence, cursor, barrier);
  }

  private long park(long sequence, Sequence cursor, SequenceBarrier barrier) throws AlertException {
    waiter = Thread.currentThread();
    while (true) {
      parked = true;
      VarHandle.fullFence();
      if (cursor.get() >= sequence) {
        parked = false;
        return cursor.get();
      }
      barrier.checkAlert();
      LockSupport.park(this);
    }
  }

  @Override
  public void signalAllWhenBlocking() {
    if (parked && PARKED.compareAndSet(this, true, false)) {
      LockSupport.unpark(waiter);
    }
  }
}
