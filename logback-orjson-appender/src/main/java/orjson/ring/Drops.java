// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/** Counts the lines that were not accepted, and what of them the stream itself reports. */
final class Drops {

  private final DropReport report;
  private final LongAdder[] counted = new LongAdder[LineRing.LEVELS];

  // of use to the writer thread alone
  private final long[] reported = new long[LineRing.LEVELS];
  private final long[] next = new long[LineRing.LEVELS];

  /** There are drops that no report was asked for yet. */
  private volatile boolean pending;

  /** A report is being made or written. */
  private volatile boolean reporting;

  private volatile long reportedSum;

  /** Nobody is left to read reports. */
  private volatile boolean over;

  Drops(DropReport report) {
    this.report = report;
    for (int i = 0; i < LineRing.LEVELS; i++) {
      counted[i] = new LongAdder();
    }
  }

  /** Counts a drop; returns true if it is the first one since a report was asked for. */
  boolean count(int level) {
    counted[level].increment();
    VarHandle.fullFence(); // either the report sees the count, or we see that it was asked for
    if (pending || over) {
      return false;
    }
    pending = true;
    return true;
  }

  boolean isPending() {
    return pending && !over;
  }

  /** Whether there are drops that a report is still to tell of, or on its way to. */
  boolean isToReport() {
    return (pending || reporting) && !over;
  }

  long sum() {
    long sum = 0;
    for (LongAdder each : counted) {
      sum += each.sum();
    }
    return sum;
  }

  long sum(int level) {
    return counted[level].sum();
  }

  /** Drops that reports in the kernel tell of. */
  long reported() {
    return reportedSum;
  }

  /** The line to write, to be confirmed once it is in the kernel; null if there is none. */
  byte[] nextReport() {
    if (over) {
      return null;
    }
    reporting = true;
    pending = false;
    VarHandle.fullFence();
    long sum = 0;
    for (int i = 0; i < next.length; i++) {
      next[i] = counted[i].sum() - reported[i];
      sum += next[i];
    }
    byte[] line = sum == 0 ? null : line();
    reporting = line != null;
    return line;
  }

  private byte[] line() {
    try {
      byte[] line = report.line(next.clone());
      return line == null || line.length == 0 ? null : line;
    } catch (Throwable t) {
      return null; // foreign code; the drops stay counted and go into the next report
    }
  }

  /** From now on drops are counted and no more. */
  void endReports() {
    over = true;
  }

  /** The line that {@link #nextReport} gave is in the kernel. */
  void confirm() {
    long sum = 0;
    for (int i = 0; i < next.length; i++) {
      reported[i] += next[i];
      sum += reported[i];
    }
    reportedSum = sum;
    reporting = false;
  }
}
