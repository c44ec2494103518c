// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import orjson.sink.Sink;

/**
 * A ring buffer of finished lines between the threads that log and the one that writes.
 *
 * <p>A line is a run of bytes that is complete before its slot is claimed, so no foreign code runs
 * between claim and publish. What {@link #publish} accepted is written, in order, unless {@link
 * #close} runs out of time; what it did not accept is counted.
 *
 * <p>{@code publish}, {@code flush} and the counters are safe for any number of threads.
 */
public final class LineRing {

  /** Importance of a line, 0 for the least; drops are counted for each. */
  public static final int LEVELS = 5;

  private static final long FIRST_WAIT_NANOS = 20_000;
  private static final long LAST_WAIT_NANOS = 10_000_000;

  /** Longest pause of a caller that waits for its line to be written. */
  private static final long LAST_FLUSH_WAIT_NANOS = 200_000;

  private final RingBuffer<LineSlot> ring;
  private final LineWriter writer;
  private final WriterThread thread;
  private final long appendTimeoutNanos;
  private final LongAdder[] dropped = new LongAdder[LEVELS];

  /** Set when the JVM goes down: each line is in the kernel before its caller goes on. */
  private volatile boolean synchronous;

  private volatile long lost;

  /**
   * A ring whose writer thread is not started yet.
   *
   * @param sink takes the bytes; the ring does not close it
   * @param settings size, waiting, name
   * @param listener hears of write errors
   */
  public LineRing(Sink sink, RingSettings settings, RingListener listener) {
    Objects.requireNonNull(sink, "sink");
    Objects.requireNonNull(listener, "listener");
    this.ring =
        RingBuffer.createMultiProducer(LineSlot::new, settings.size(), new ParkingWaitStrategy());
    this.writer = new LineWriter(ring, sink, listener);
    this.thread = new WriterThread(writer, settings.threadName());
    this.appendTimeoutNanos = settings.appendTimeoutNanos();
    for (int i = 0; i < LEVELS; i++) {
      dropped[i] = new LongAdder();
    }
  }

  /** Starts the writer thread; to be called once. */
  public void start() {
    thread.start();
  }

  /**
   * Copies a line into the ring, waiting for room as the settings say.
   *
   * @param line holds the line, its line feed included, from index 0 on
   * @param length the line's bytes
   * @param level importance, 0 to {@link #LEVELS} - 1
   * @return false if the line was dropped, and counted, because the ring is full or closed
   */
  public boolean publish(byte[] line, int length, int level) {
    byte[] oversized = LineSlot.oversized(line, length);
    long sequence = claim();
    if (sequence < 0) {
      dropped[level].increment();
      return false;
    }
    try {
      ring.get(sequence).fill(line, length, oversized);
    } finally {
      ring.publish(sequence);
    }
    if (synchronous) {
      awaitWritten(sequence, Long.MAX_VALUE);
    }
    return true;
  }

  private long claim() {
    if (writer.isClosing()) {
      return -1;
    }
    try {
      return ring.tryNext();
    } catch (InsufficientCapacityException e) {
      // the writer must not wait for itself
      boolean mayWait = appendTimeoutNanos != 0 && Thread.currentThread() != thread;
      return mayWait ? claimLater() : -1;
    }
  }

  /** Waits for room; an interrupt is kept for the caller and does not turn the wait into a spin. */
  private long claimLater() {
    boolean interrupted = false;
    long start = System.nanoTime();
    long before = -1;
    Backoff wait = new Backoff(FIRST_WAIT_NANOS, LAST_WAIT_NANOS);
    try {
      while (!writer.isClosing()) {
        if (appendTimeoutNanos > 0 && System.nanoTime() - start >= appendTimeoutNanos) {
          return -1;
        }
        interrupted |= Thread.interrupted();
        wait.pause();
        try {
          return ring.tryNext();
        } catch (InsufficientCapacityException e) {
          long now = writer.written();
          if (now != before) {
            wait.reset(); // others were quicker, but there is progress
          }
          before = now;
        }
      }
      return -1;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits until every line published so far is in the kernel.
   *
   * @param timeoutNanos how long at most
   * @return false if time ran out
   */
  public boolean flush(long timeoutNanos) {
    return awaitWritten(writer.accepted(), timeoutNanos);
  }

  /**
   * From now on {@link #publish} returns only after its line is in the kernel: for the JVM's last
   * moments, when nobody knows which one is the last.
   */
  public void beSynchronous() {
    synchronous = true;
  }

  private boolean awaitWritten(long sequence, long timeoutNanos) {
    boolean interrupted = false;
    long start = System.nanoTime();
    Backoff wait = new Backoff(FIRST_WAIT_NANOS, LAST_FLUSH_WAIT_NANOS);
    while (writer.written() < sequence && thread.isAlive()) {
      if (System.nanoTime() - start >= timeoutNanos) {
        break;
      }
      interrupted |= Thread.interrupted();
      wait.pause();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return writer.written() >= sequence;
  }

  /**
   * Refuses new lines, writes what was accepted, and ends the writer thread. Later calls do
   * nothing.
   *
   * @param graceNanos how long at most; what is not written then is lost and counted
   * @return how many lines were lost
   */
  public long close(long graceNanos) {
    if (!writer.isClosing()) {
      writer.close();
      if (!thread.joinWithin(graceNanos)) {
        writer.abandon();
        lost = writer.accepted() - writer.written();
      }
    }
    return lost;
  }

  /** Lines in the kernel. */
  public long writtenLines() {
    return writer.lines();
  }

  /** Bytes in the kernel. */
  public long writtenBytes() {
    return writer.bytes();
  }

  /** Refusals by the sink; the bytes were kept and tried again. */
  public long writeErrors() {
    return writer.writeErrors();
  }

  /** Lines not accepted, not written in time at {@link #close}, or that nobody takes any more. */
  public long droppedLines() {
    long sum = lost + writer.discarded();
    for (LongAdder each : dropped) {
      sum += each.sum();
    }
    return sum;
  }

  /**
   * Lines of one level that were not accepted.
   *
   * @param level importance, 0 to {@link #LEVELS} - 1
   */
  public long droppedLines(int level) {
    return dropped[level].sum();
  }

  /** Lines accepted and not in the kernel yet. */
  public long queueDepth() {
    return Math.max(writer.accepted() - writer.written(), 0);
  }

  /** Slots. */
  public int capacity() {
    return ring.getBufferSize();
  }
}
