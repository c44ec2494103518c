// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;

/**
 * Spins, then yields, then waits as another strategy does.
 *
 * <p>Disruptor's PhasedBackoffWaitStrategy does the same but is deaf to alerts while it spins and
 * yields, which may be minutes; the ring could not be closed for so long.
 */
final class PhasedWaitStrategy implements WaitStrategy {

  private final long spinNanos;
  private final long yieldNanos;
  private final WaitStrategy fallback;

  PhasedWaitStrategy(long spinNanos, long yieldNanos, WaitStrategy fallback) {
    this.spinNanos = spinNanos;
    this.yieldNanos = yieldNanos;
    this.fallback = fallback;
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // yielding is what the user asked for
  public long waitFor(
      long sequence, Sequence cursor, Sequence dependentSequence, SequenceBarrier barrier)
      throws AlertException, InterruptedException, TimeoutException {
    long start = System.nanoTime();
    while (dependentSequence.get() < sequence) {
      barrier.checkAlert();
      long waited = System.nanoTime() - start;
      if (waited < spinNanos) {
        Thread.onSpinWait();
      } else if (waited - spinNanos < yieldNanos) {
        Thread.yield();
      } else {
        return fallback.waitFor(sequence, cursor, dependentSequence, barrier);
      }
    }
    return dependentSequence.get();
  }

  @Override
  public void signalAllWhenBlocking() {
    fallback.signalAllWhenBlocking();
  }
}
