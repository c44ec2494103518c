// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Counts the lines of a file and looks at each: its shape, and whether the events of each thread
 * stand in their order.
 */
final class LineCheck {

  private static final byte[] START = "{\"@timestamp\":\"".getBytes(StandardCharsets.US_ASCII);

  /** Precedes the number of the thread, a dash and the number of the event. */
  private static final byte[] ID = "\"message\":\"Order ".getBytes(StandardCharsets.US_ASCII);

  /** Longer than any line of the benchmark. */
  private static final int MAX_LINE_BYTES = 1 << 16;

  private final int[] nextOfThread;
  private long lines;
  private long invalid;
  private long disordered;

  private LineCheck(int threads) {
    nextOfThread = new int[threads];
  }

  /**
   * What a file holds.
   *
   * @param lines all lines, the last one included even if it has no line feed
   * @param invalid lines that are not the object the benchmark logged, on one line
   * @param disordered lines that do not follow their thread's line before: moved, lost or doubled
   */
  record Result(long lines, long invalid, long disordered) {}

  /** Reads the whole file. */
  static Result check(Path file, int threads) throws IOException {
    LineCheck check = new LineCheck(threads);
    try (FileChannel channel = FileChannel.open(file)) {
      check.read(channel);
    }
    return new Result(check.lines, check.invalid, check.disordered);
  }

  private void read(FileChannel channel) throws IOException {
    byte[] buf = new byte[16 * MAX_LINE_BYTES];
    int filled = 0;
    int n;
    while ((n = channel.read(ByteBuffer.wrap(buf, filled, buf.length - filled))) > 0) {
      filled += n;
      int start = 0;
      for (int i = filled - n; i < filled; i++) {
        if (buf[i] == '\n') {
          line(buf, start, i);
          start = i + 1;
        }
      }
      filled -= start;
      System.arraycopy(buf, start, buf, 0, filled);
    }
    if (filled > 0) {
      lines++;
      invalid++;
    }
  }

  private void line(byte[] buf, int from, int to) {
    lines++;
    int id = shaped(buf, from, to) ? indexOf(ID, buf, from, to) : -1;
    if (id < 0) {
      invalid++;
      return;
    }
    int p = id + ID.length;
    int thread = 0;
    for (; buf[p] != '-'; p++) {
      thread = 10 * thread + buf[p] - '0';
    }
    int event = 0;
    for (p++; buf[p] != ' '; p++) {
      event = 10 * event + buf[p] - '0';
    }
    if (event != nextOfThread[thread]) {
      disordered++;
    }
    nextOfThread[thread] = event + 1;
  }

  private static boolean shaped(byte[] buf, int from, int to) {
    if (to - from <= START.length
        || !Arrays.equals(buf, from, from + START.length, START, 0, START.length)
        || buf[to - 1] != '}') {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (buf[i] < ' ') {
        return false; // the benchmark's lines are plain ASCII
      }
    }
    return true;
  }

  private static int indexOf(byte[] what, byte[] buf, int from, int to) {
    for (int i = from; i <= to - what.length; i++) {
      if (buf[i] == what[0] && Arrays.equals(buf, i, i + what.length, what, 0, what.length)) {
        return i;
      }
    }
    return -1;
  }
}
