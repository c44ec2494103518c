// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import orjson.sink.Sink;
import orjson.sink.SinkGoneException;

/**
 * The writer thread's work: lines from the ring into one buffer, one write per buffer or batch.
 *
 * <p>A slot is given back only when its bytes are in the kernel. A write that fails or falls short
 * keeps the rest of the buffer and goes on at the exact byte; meanwhile the ring fills and pushes
 * back. This is a loop of our own instead of Disruptor's BatchEventProcessor, which skips an event
 * when it is interrupted, frees slots whose write failed, and cannot be drained reliably.
 */
final class LineWriter implements Runnable {

  private static final long FIRST_RETRY_NANOS = 10_000_000;
  private static final long LAST_RETRY_NANOS = 1_000_000_000;

  /** Pauses while a sink is merely full: a reader may empty it at any moment. */
  private static final long FIRST_FULL_NANOS = 100_000;

  private static final long LAST_FULL_NANOS = 10_000_000;

  /** Between a producer's claim and its publish lies only a copy, so these waits are short. */
  private static final long FIRST_PUBLISH_WAIT_NANOS = 1_000;

  private static final long LAST_PUBLISH_WAIT_NANOS = 200_000;

  private final RingBuffer<LineSlot> ring;
  private final Sink sink;
  private final RingListener listener;
  private final SequenceBarrier barrier;

  /** What goes into one write. A line spans two writes only if it is longer. */
  private final ByteBuffer batch;

  private final Backoff retry = new Backoff(FIRST_RETRY_NANOS, LAST_RETRY_NANOS);
  private final Backoff full = new Backoff(FIRST_FULL_NANOS, LAST_FULL_NANOS);
  private final Backoff publishWait =
      new Backoff(FIRST_PUBLISH_WAIT_NANOS, LAST_PUBLISH_WAIT_NANOS);

  /** The last sequence whose line is in the kernel; slots up to it may be claimed again. */
  private final Sequence written = new Sequence();

  private volatile boolean closing;
  private volatile boolean abandoned;

  /** The ring is claimed whole and its cursor does not count lines any more. */
  private volatile boolean sealed;

  // written by the writer thread alone
  private final AtomicLong lines = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong writeErrors = new AtomicLong();
  private final AtomicLong discarded = new AtomicLong();

  /** The sink said that it takes no more; of use to the writer thread alone. */
  private boolean gone;

  LineWriter(RingBuffer<LineSlot> ring, Sink sink, RingListener listener) {
    this.ring = ring;
    this.sink = sink;
    this.listener = listener;
    this.batch = ByteBuffer.allocateDirect(sink.batchBytes());
    this.barrier = ring.newBarrier();
    ring.addGatingSequences(written);
  }

  @Override
  public void run() {
    long next = written.get() + 1;
    while (!abandoned) {
      long available = closing ? published(next) : await(next);
      if (available >= next) {
        if (!drain(next, available)) {
          return;
        }
        next = available + 1;
        publishWait.reset();
      } else if (closing && seal()) {
        return;
      } else if (ring.getCursor() >= next) {
        publishWait.pause();
      }
    }
  }

  /** Waits for lines; returns the last sequence published in a row, or less than {@code next}. */
  private long await(long next) {
    try {
      return barrier.waitFor(next);
    } catch (AlertException | TimeoutException e) {
      return next - 1;
    } catch (InterruptedException e) {
      // a wait strategy noticed an interrupt from outside; nothing was taken, so nothing is lost
      return next - 1;
    }
  }

  private long published(long next) {
    long last = next - 1;
    while (ring.isAvailable(last + 1)) {
      last++;
    }
    return last;
  }

  /**
   * Claims every slot of an empty ring, so that no line can be published behind the writer's back.
   *
   * @return false if there are claimed slots yet to be written
   */
  private boolean seal() {
    if (ring.getCursor() > written.get()) {
      return false;
    }
    try {
      ring.tryNext(ring.getBufferSize());
      sealed = true;
      return true;
    } catch (InsufficientCapacityException e) {
      return false;
    }
  }

  /** Writes the lines {@code from} to {@code to}; returns false if the writer was abandoned. */
  private boolean drain(long from, long to) {
    int inBatch = 0;
    for (long sequence = from; sequence <= to; sequence++) {
      LineSlot slot = ring.get(sequence);
      if (slot.length() > batch.remaining()) {
        if (!flush(inBatch)) {
          return false;
        }
        written.set(sequence - 1);
        inBatch = 0;
      }
      if (!put(slot.bytes(), slot.length())) {
        return false;
      }
      slot.clear();
      inBatch++;
    }
    if (!flush(inBatch)) {
      return false;
    }
    written.set(to);
    return true;
  }

  /** Copies a line into the buffer, through several writes if it is longer than that. */
  private boolean put(byte[] line, int length) {
    int from = 0;
    while (length - from > batch.remaining()) {
      int n = batch.remaining();
      batch.put(line, from, n);
      from += n;
      if (!flush(0)) {
        return false;
      }
    }
    batch.put(line, from, length - from);
    return true;
  }

  /** Writes the buffer out, however often that takes; returns false if the writer was abandoned. */
  private boolean flush(int lineCount) {
    batch.flip();
    long failures = 0;
    while (batch.hasRemaining() && !gone) {
      if (abandoned) {
        return false;
      }
      try {
        if (sink.write(batch) > 0) {
          retry.reset();
          full.reset();
        } else {
          full.pause();
        }
        continue;
      } catch (SinkGoneException e) {
        gone = true;
        add(writeErrors, 1);
        listener.sinkGone(e);
        break;
      } catch (IOException e) {
        add(writeErrors, 1);
        if (failures++ == 0) {
          listener.writeFailed(e);
        }
      }
      retry.pause();
    }
    if (failures > 0 && !gone) {
      listener.writeResumed(failures);
    }
    count(lineCount);
    batch.clear();
    return true;
  }

  /** Counts the lines of the buffer: those wholly written, and those that nobody takes any more. */
  private void count(int lineCount) {
    int whole = lineCount;
    if (batch.hasRemaining()) {
      whole = 0;
      for (int i = 0; i < batch.position(); i++) {
        whole += batch.get(i) == '\n' ? 1 : 0;
      }
    }
    add(lines, whole);
    add(bytes, batch.position());
    add(discarded, lineCount - whole);
  }

  /** Adds to a counter that no other thread changes. */
  private static void add(AtomicLong counter, long n) {
    counter.setRelease(counter.getPlain() + n);
  }

  /** Asks the writer to write what was published and end. */
  void close() {
    closing = true;
    barrier.alert();
  }

  /** Tells the writer to end at once, whatever is left. */
  void abandon() {
    abandoned = true;
  }

  boolean isClosing() {
    return closing;
  }

  /** The last sequence that a line was accepted for. */
  long accepted() {
    long cursor = ring.getCursor();
    return sealed ? written.get() : cursor;
  }

  /** The last sequence whose line is in the kernel. */
  long written() {
    return written.get();
  }

  long lines() {
    return lines.get();
  }

  long bytes() {
    return bytes.get();
  }

  /** Lines accepted that the sink will never take. */
  long discarded() {
    return discarded.get();
  }

  long writeErrors() {
    return writeErrors.get();
  }
}
