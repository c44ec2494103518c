// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import orjson.sink.Sink;

/** Rings, lines and listeners for tests. */
final class Rings {

  static final int INFO = 2;
  static final int WARN = 3;
  static final int ERROR = 4;
  static final long LONG = TimeUnit.SECONDS.toNanos(30);

  /** No pause at all, and a report whenever there is something to report. */
  static final Pauses NONE = new Pauses(0, 0, 0, 0, 0);

  static final RingListener SILENT =
      new RingListener() {
        @Override
        public void writeFailed(IOException reason) {}

        @Override
        public void sinkGone(IOException reason) {}

        @Override
        public void writeResumed(long failures) {}
      };

  /** A report as one can find it among lines: {@code DROPPED [0, 0, 1, 0, 0]}. */
  static final DropReport REPORT = byLevel -> bytes("DROPPED " + Arrays.toString(byLevel));

  private Rings() {}

  static LineRing started(Sink sink, RingSettings settings) {
    LineRing ring = new LineRing(sink, settings, SILENT, REPORT, NONE);
    ring.start();
    return ring;
  }

  /** A ring that is not started and does not report drops. */
  static LineRing unreported(Sink sink, RingSettings settings, RingListener listener) {
    return new LineRing(sink, settings, listener, byLevel -> null);
  }

  /** Lines of every level may be dropped, and no caller waits for the kernel. */
  static RingSettings settings(int size, long appendTimeoutNanos, String threadName) {
    return new RingSettings(
        size,
        appendTimeoutNanos,
        LineRing.LEVELS - 1,
        LineRing.LEVELS,
        WaitStrategyType.PARKING,
        threadName);
  }

  /** Notes what it hears. */
  static RingListener recording(List<String> reports) {
    return new RingListener() {
      @Override
      public void writeFailed(IOException reason) {
        reports.add("failed: " + reason.getMessage());
      }

      @Override
      public void sinkGone(IOException reason) {
        reports.add("gone: " + reason.getMessage());
      }

      @Override
      public void writeResumed(long failures) {
        reports.add("resumed after " + failures);
      }
    };
  }

  static boolean publish(LineRing ring, String line, int level) {
    byte[] bytes = bytes(line);
    return ring.publish(bytes, bytes.length, level);
  }

  static byte[] bytes(String line) {
    return (line + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
