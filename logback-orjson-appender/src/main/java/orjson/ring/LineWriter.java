// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import java.io.IOException;
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
 *
 * <p>All state is in fields, and consistent wherever foreign code is called: when {@link #run} ends
 * by an Error of the sink, another thread runs it again and goes on at the same byte.
 */
final class LineWriter implements Runnable {

  /** Between a producer's claim and its publish lies only a copy, so these waits are short. */
  private static final long FIRST_PUBLISH_WAIT_NANOS = 1_000;

  private static final long LAST_PUBLISH_WAIT_NANOS = 200_000;

  /** Waiting producers hear of room at least this often; more often if there is much of it. */
  private static final long ROOM_NANOS = 1_000_000;

  private final RingBuffer<LineSlot> ring;
  private final Sink sink;
  private final RingListener listener;
  private final Drops drops;
  private final SequenceBarrier barrier;

  /** What goes into one write. A line spans two writes only if it is longer. */
  private final Batch batch;

  private final long reportNanos;
  private final Backoff retry;
  private final Backoff full;
  private final Backoff publishWait =
      new Backoff(FIRST_PUBLISH_WAIT_NANOS, LAST_PUBLISH_WAIT_NANOS);

  /** The last sequence whose line is in the kernel; slots up to it may be claimed again. */
  private final Sequence written = new Sequence();

  /** Threads that wait for {@link #written}. */
  private final Waiters waiters = new Waiters();

  /** Threads that wait for a free slot. */
  private final Waiters room = new Waiters();

  private volatile boolean closing;
  private volatile boolean abandoned;
  private volatile boolean ended;

  /** The ring is claimed whole and its cursor does not count lines any more. */
  private volatile boolean sealed;

  /** The next report need not wait for its time. */
  private volatile boolean reportNow;

  // written by the writer thread alone
  private final AtomicLong lines = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong writeErrors = new AtomicLong();
  private final AtomicLong discarded = new AtomicLong();
  private final AtomicLong reports = new AtomicLong();

  // of use to the writer thread alone

  /** The last sequence whose line is in the batch, to its last byte, or was. */
  private long copied = -1;

  /** Bytes already copied of the line after {@link #copied}, or of {@link #report}. */
  private int offset;

  /** A line about drops that is to be written before others. */
  private byte[] report;

  /** The batch begins with a line about drops. */
  private boolean reportInBatch;

  private long lastReport;
  private long lastRoom;

  /** Refusals since the last success. */
  private long failures;

  /** The sink said that it takes no more. */
  private boolean gone;

  /** When to give up, if the writer thread itself asked for the end. */
  private long deadline;

  private boolean hasDeadline;

  LineWriter(
      RingBuffer<LineSlot> ring, Sink sink, RingListener listener, Drops drops, Pauses pauses) {
    this.ring = ring;
    this.sink = sink;
    this.listener = listener;
    this.drops = drops;
    this.batch = new Batch(sink.batchBytes());
    this.retry = new Backoff(pauses.firstRetryNanos(), pauses.lastRetryNanos());
    this.full = new Backoff(pauses.firstFullNanos(), pauses.lastFullNanos());
    this.reportNanos = pauses.reportNanos();
    this.lastReport = System.nanoTime() - reportNanos;
    this.lastRoom = System.nanoTime();
    this.barrier = ring.newBarrier();
    ring.addGatingSequences(written);
  }

  @Override
  public void run() {
    if (failures > 0) {
      retry.pause(); // the thread before this one died
    }
    boolean goesOn = (batch.isEmpty() || flush()) && (report == null || writeReport(false));
    while (goesOn) {
      goesOn = step();
    }
    if (abandoned) {
      count();
    }
    ended = true;
    wakeAll();
  }

  /** Writes what there is, or waits for it; returns false at the end. */
  private boolean step() {
    if (isAbandoned()) {
      return false;
    }
    long available = closing || drops.isPending() ? published() : await();
    if (available > copied) {
      publishWait.reset();
      return copyLines(available) && flush() && writeReport(false);
    }
    if (closing && seal()) {
      writeReport(true);
      return false;
    }
    if (!writeReport(false)) {
      return false;
    }
    if (ring.getCursor() > copied || drops.isPending()) {
      publishWait.pause();
    }
    return true;
  }

  /** Waits for lines; returns the last sequence published in a row, or {@link #copied} or less. */
  private long await() {
    try {
      return barrier.waitFor(copied + 1);
    } catch (AlertException e) {
      barrier.clearAlert(); // closing, if that is why, is looked at before the next wait
    } catch (TimeoutException | InterruptedException e) {
      // nothing was taken, so nothing is lost
    }
    return copied;
  }

  private long published() {
    long last = copied;
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
    if (sealed) {
      return true;
    }
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

  /** Copies the lines up to {@code to} into the batch; returns false if abandoned. */
  private boolean copyLines(long to) {
    while (copied < to) {
      if (batch.isEmpty() && offset == 0 && !copyReport(false)) {
        return false;
      }
      LineSlot slot = ring.get(copied + 1);
      if (!copyLine(slot.bytes(), slot.start(), slot.length())) {
        return false;
      }
      slot.clear();
      offset = 0;
      copied++;
    }
    return true;
  }

  /** Copies a line, through several writes if it is longer than the batch. */
  private boolean copyLine(byte[] line, int start, int length) {
    if (offset == 0 && length > batch.room() && !flush()) {
      return false;
    }
    while (length - offset > batch.room()) {
      int n = batch.room();
      batch.add(line, start + offset, n);
      offset += n;
      if (!flush()) {
        return false;
      }
    }
    batch.add(line, start + offset, length - offset);
    batch.endLine();
    return true;
  }

  private boolean writeReport(boolean last) {
    return copyReport(last) && (batch.isEmpty() || flush());
  }

  /** Begins an empty batch with a line about drops, if it is time for one. */
  private boolean copyReport(boolean last) {
    if (report == null) {
      if (!last && !isReportDue()) {
        return true;
      }
      lastReport = System.nanoTime();
      reportNow = false;
      report = drops.nextReport();
      if (report == null) {
        return true;
      }
    }
    reportInBatch = true;
    if (!copyLine(report, 0, report.length)) {
      return false;
    }
    offset = 0;
    report = null;
    return true;
  }

  private boolean isReportDue() {
    return drops.isPending() && (reportNow || System.nanoTime() - lastReport >= reportNanos);
  }

  /** Writes the batch out, however often that takes; returns false if the writer was abandoned. */
  private boolean flush() {
    while (!batch.isSent() && !gone) {
      if (isAbandoned()) {
        return false;
      }
      write();
    }
    if (failures > 0 && !gone) {
      long before = failures;
      failures = 0;
      tell(() -> listener.writeResumed(before));
    }
    count();
    written.setVolatile(copied);
    waiters.wakeUpTo(copied);
    wakeProducers();
    return true;
  }

  private void write() {
    try {
      if (batch.writeTo(sink) > 0) {
        retry.reset();
        full.reset();
      } else {
        full.pause();
      }
    } catch (SinkGoneException e) {
      gone = true;
      drops.endReports();
      add(writeErrors, 1);
      tell(() -> listener.sinkGone(e));
    } catch (IOException e) {
      failed(e);
      retry.pause();
    }
  }

  /** Notes a refusal; the listener hears of the first in a row. */
  private void failed(IOException reason) {
    add(writeErrors, 1);
    if (failures++ == 0) {
      tell(() -> listener.writeFailed(reason));
    }
  }

  /** The sink ended {@link #run} by an Error, which is a refusal like others. */
  void failed(Throwable reason) {
    tell(() -> failed(new IOException(reason.toString(), reason)));
  }

  /** Whatever a listener throws, the lines matter more. */
  private static void tell(Runnable news) {
    try {
      news.run();
    } catch (Throwable t) {
      // foreign code, and nobody to tell it to
    }
  }

  /** Counts what of the batch is in the kernel and what never will be, and empties it. */
  private void count() {
    int whole = batch.sentLines();
    int left = batch.lines() - whole;
    if (reportInBatch && whole > 0) {
      reportInBatch = false;
      add(reports, 1);
      drops.confirm();
    } else if (reportInBatch && gone) {
      reportInBatch = false;
      left--;
    }
    add(lines, whole);
    add(bytes, batch.sentBytes());
    add(discarded, gone ? left : 0);
    batch.clear();
  }

  /** Adds to a counter that no other thread changes. */
  private static void add(AtomicLong counter, long n) {
    counter.setRelease(counter.getPlain() + n);
  }

  /**
   * Tells one waiting producer of room; it tells the next one if there is more.
   *
   * <p>Not for each few slots: a producer that finds room for a while costs less than one that is
   * woken for every line.
   */
  private void wakeProducers() {
    if (room.isEmpty()) {
      return;
    }
    long now = System.nanoTime();
    if (copied == ring.getCursor()
        || ring.remainingCapacity() >= ring.getBufferSize() / 4
        || now - lastRoom >= ROOM_NANOS) {
      lastRoom = now;
      room.wakeFirst();
    }
  }

  private void wakeAll() {
    waiters.wakeAll();
    room.wakeAll();
  }

  /** Asks the writer to write what was published and end; false if that was asked for before. */
  synchronized boolean close() {
    if (closing) {
      return false;
    }
    closing = true;
    barrier.alert();
    room.wakeAll();
    return true;
  }

  /** As {@link #close}, for the writer thread itself, which nobody will abandon. */
  boolean closeWithin(long graceNanos) {
    if (!close()) {
      return false;
    }
    deadline = System.nanoTime() + graceNanos;
    hasDeadline = true;
    return true;
  }

  /** Tells the writer to end at once, whatever is left. */
  void abandon() {
    abandoned = true;
    wakeAll();
  }

  private boolean isAbandoned() {
    if (hasDeadline && System.nanoTime() - deadline >= 0) {
      abandoned = true;
    }
    return abandoned;
  }

  /** Drops are counted that nobody wrote of yet. */
  void wakeForReport() {
    barrier.alert();
  }

  /** Asks for a report before its time has come. */
  void reportNow() {
    reportNow = true;
  }

  boolean isClosing() {
    return closing;
  }

  /** Whether nothing will be written any more. */
  boolean isOver() {
    return ended || abandoned;
  }

  boolean hasEnded() {
    return ended;
  }

  Waiters waiters() {
    return waiters;
  }

  Waiters room() {
    return room;
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

  /** Lines accepted that are not in the kernel and may still get there. */
  long unwritten() {
    return accepted() + 1 - (lines.get() - reports.get()) - discarded.get();
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
