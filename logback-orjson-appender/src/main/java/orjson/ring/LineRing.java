// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import orjson.ring.Waiters.Waiter;
import orjson.sink.Sink;

/**
 * A ring buffer of finished lines between the threads that log and the one that writes.
 *
 * <p>A line is a run of bytes that is complete before its slot is claimed, so no foreign code runs
 * between claim and publish. What {@link #publish} accepted is written, in order, unless {@link
 * #close} runs out of time; what it did not accept is counted, and reported in the stream.
 *
 * <p>{@code publish}, {@code flush} and the counters are safe for any number of threads.
 */
public final class LineRing {

  /** Importance of a line, 0 for the least; drops are counted for each. */
  public static final int LEVELS = 5;

  /** A waiting thread looks around this often even if nobody wakes it. */
  private static final long LONGEST_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Longest pause of a caller that waits for room without queueing up. */
  private static final long LAST_POLL_ALONE_NANOS = 80_000;

  /** How long an abandoned writer may take to notice; if it hangs in a write, it does not. */
  private static final long LAST_MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long FIRST_POLL_NANOS = 20_000;
  private static final long LAST_POLL_NANOS = 1_000_000;

  private final RingBuffer<LineSlot> ring;
  private final LineWriter writer;
  private final Drops drops;
  private final long appendTimeoutNanos;
  private final int discardLevel;
  private final String threadName;

  /** Lines of this level and above are in the kernel before their callers go on. */
  private volatile int syncLevel;

  private volatile WriterThread thread;

  /** What to do at the end, if the writer thread itself asked for it; for that thread alone. */
  private LongConsumer whenEnded;

  /**
   * A ring whose writer thread is not started yet.
   *
   * @param sink takes the bytes; the ring does not close it
   * @param settings size, waiting, name
   * @param listener hears of write errors
   * @param report makes the lines that tell of drops
   */
  public LineRing(Sink sink, RingSettings settings, RingListener listener, DropReport report) {
    this(sink, settings, listener, report, Pauses.USUAL);
  }

  LineRing(
      Sink sink, RingSettings settings, RingListener listener, DropReport report, Pauses pauses) {
    Objects.requireNonNull(sink, "sink");
    Objects.requireNonNull(listener, "listener");
    Objects.requireNonNull(report, "report");
    this.ring =
        RingBuffer.createMultiProducer(
            LineSlot.slots(settings.size()), settings.size(), settings.waitStrategy().create());
    this.drops = new Drops(report);
    this.writer = new LineWriter(ring, sink, listener, drops, pauses);
    this.appendTimeoutNanos = settings.appendTimeoutNanos();
    this.discardLevel = settings.discardLevel();
    this.syncLevel = settings.syncLevel();
    this.threadName = settings.threadName();
    this.thread = new WriterThread(this::write, threadName);
  }

  /** Starts the writer thread; to be called once. */
  public void start() {
    thread.start();
  }

  /** The life of a writer thread; if an Error ends it, another thread goes on at the same byte. */
  private void write() {
    do {
      try {
        writer.run();
        if (whenEnded != null) {
          whenEnded.accept(lost());
        }
        return;
      } catch (Throwable t) {
        writer.failed(t);
      }
    } while (!isReplaced());
  }

  private boolean isReplaced() {
    if (writer.hasEnded()) {
      return true;
    }
    WriterThread self = thread;
    try {
      WriterThread next = new WriterThread(this::write, threadName);
      thread = next;
      next.start();
      return true;
    } catch (Throwable t) {
      thread = self; // no thread to be had, so this one must do
      return false;
    }
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
    Objects.checkFromIndexSize(0, length, line.length);
    byte[] oversized = LineSlot.oversized(line, length);
    long sequence = claim(level);
    if (sequence < 0) {
      if (drops.count(level)) {
        writer.wakeForReport();
      }
      return false;
    }
    try {
      ring.get(sequence).fill(line, length, oversized);
    } finally {
      ring.publish(sequence);
    }
    if (level >= syncLevel) {
      awaitWritten(sequence, Long.MAX_VALUE);
    }
    return true;
  }

  private long claim(int level) {
    if (writer.isClosing()) {
      return -1;
    }
    long sequence = tryClaim();
    if (sequence >= 0 || isOnWriterThread()) {
      return sequence;
    }
    long timeoutNanos = level > discardLevel ? -1 : appendTimeoutNanos;
    return timeoutNanos == 0 ? -1 : claimLater(timeoutNanos);
  }

  private long tryClaim() {
    try {
      return ring.tryNext();
    } catch (InsufficientCapacityException e) {
      return -1;
    }
  }

  /**
   * Whether this is a thread that must not wait for a writer: the one of this ring would wait for
   * itself, those of two rings for each other.
   */
  private static boolean isOnWriterThread() {
    return Thread.currentThread() instanceof WriterThread;
  }

  /**
   * Waits for room; an interrupt is kept for the caller and does not turn the wait into a spin.
   *
   * <p>The first few wait by the clock, for moments, as room is near while the sink is quick. If it
   * is not, or others wait already, they queue up and are woken: many of them cost nothing.
   */
  private long claimLater(long timeoutNanos) {
    boolean interrupted = false;
    long start = System.nanoTime();
    long moment = FIRST_POLL_NANOS;
    Waiters room = writer.room();
    Waiter waiter = null;
    try {
      while (!writer.isClosing()) {
        long sequence = tryClaim();
        if (sequence >= 0) {
          return sequence;
        }
        long left = timeoutNanos < 0 ? Long.MAX_VALUE : timeoutNanos - (System.nanoTime() - start);
        if (left <= 0) {
          return -1;
        }
        interrupted |= Thread.interrupted();
        if (waiter == null && moment <= LAST_POLL_ALONE_NANOS && room.isEmpty()) {
          LockSupport.parkNanos(this, Math.min(moment, left));
          moment *= 2;
        } else if (waiter == null || waiter.isWoken()) {
          waiter = room.enter(0); // and then the next try, so that no wake-up is missed
        } else {
          LockSupport.parkNanos(this, Math.min(LONGEST_PARK_NANOS, left));
        }
      }
      return -1;
    } finally {
      leave(room, waiter);
      restore(interrupted);
    }
  }

  /** Who leaves passes on what it may have been woken for. */
  private void leave(Waiters room, Waiter waiter) {
    if (waiter != null) {
      room.leave(waiter);
    }
    if (!room.isEmpty() && ring.hasAvailableCapacity(1)) {
      room.wakeFirst();
    }
  }

  /**
   * Waits until every line published so far is in the kernel, and the drops before are reported.
   *
   * @param timeoutNanos how long at most
   * @return false if time ran out
   */
  public boolean flush(long timeoutNanos) {
    long start = System.nanoTime();
    if (!awaitWritten(writer.accepted(), timeoutNanos)) {
      return false;
    }
    if (drops.isToReport()) {
      writer.reportNow();
    }
    Backoff wait = new Backoff(FIRST_POLL_NANOS, LAST_POLL_NANOS);
    boolean interrupted = false;
    boolean inTime = true;
    while (inTime && drops.isToReport() && !writer.isOver() && !isOnWriterThread()) {
      interrupted |= Thread.interrupted();
      wait.pause();
      inTime = System.nanoTime() - start < timeoutNanos;
    }
    restore(interrupted);
    return inTime;
  }

  /** Gives back an interrupt that a wait took, so that the wait would not become a spin. */
  static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * From now on {@link #publish} returns only after its line is in the kernel: for the JVM's last
   * moments, when nobody knows which one is the last.
   */
  public void beSynchronous() {
    syncLevel = 0;
  }

  private boolean awaitWritten(long sequence, long timeoutNanos) {
    if (isOnWriterThread()) {
      return writer.written() >= sequence;
    }
    boolean interrupted = false;
    long start = System.nanoTime();
    Waiter waiter = writer.waiters().enter(sequence);
    while (writer.written() < sequence && !writer.isOver()) {
      long left = timeoutNanos - (System.nanoTime() - start);
      if (left <= 0) {
        break;
      }
      interrupted |= Thread.interrupted();
      LockSupport.parkNanos(this, Math.min(left, LONGEST_PARK_NANOS));
    }
    writer.waiters().leave(waiter);
    restore(interrupted);
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
    close(graceNanos, lines -> {});
    return lost();
  }

  /**
   * As the other. Called on the writer thread, by a listener, it returns at once, and the writer
   * does the rest when the listener has returned.
   *
   * @param graceNanos how long at most
   * @param whenEnded runs after the last write, and hears how many lines were lost; not called if
   *     the ring was closed before
   */
  public void close(long graceNanos, LongConsumer whenEnded) {
    if (Thread.currentThread() == thread) {
      LongConsumer before = this.whenEnded;
      this.whenEnded = whenEnded;
      if (!writer.closeWithin(graceNanos)) {
        this.whenEnded = before;
      }
    } else if (writer.close()) {
      LockSupport.unpark(thread); // it may pause after a failure
      if (!joinWithin(graceNanos)) {
        writer.abandon();
        LockSupport.unpark(thread);
        joinWithin(LAST_MOMENT_NANOS);
      }
      whenEnded.accept(lost());
    }
  }

  /** Looked up anew each time: a caller that was in publish() at the close may still add a line. */
  private long lost() {
    return writer.isOver() ? Math.max(writer.unwritten(), 0) : 0;
  }

  /** Waits for the writer's end, even if one thread is replaced by another meanwhile. */
  private boolean joinWithin(long nanos) {
    long start = System.nanoTime();
    long left = nanos;
    while (thread.joinWithin(left) && !writer.hasEnded() && left > 0) {
      LockSupport.parkNanos(this, FIRST_POLL_NANOS); // the next thread is being started
      left = nanos - (System.nanoTime() - start);
    }
    return writer.hasEnded();
  }

  /** Whether the current thread is the one that writes, as in a call of a listener. */
  public boolean isWriting() {
    return Thread.currentThread() == thread;
  }

  /** Lines in the kernel, reports of drops among them. */
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
    return lost() + writer.discarded() + drops.sum();
  }

  /**
   * Lines of one level that were not accepted.
   *
   * @param level importance, 0 to {@link #LEVELS} - 1
   */
  public long droppedLines(int level) {
    return drops.sum(level);
  }

  /** Lines not accepted that the stream itself tells of. */
  public long reportedDrops() {
    return drops.reported();
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
