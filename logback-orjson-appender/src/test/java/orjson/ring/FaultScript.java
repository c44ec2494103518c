// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import orjson.sink.Sink;
import orjson.sink.SinkGoneException;

/** What one run of {@link RingModelTest} does, drawn from a seed; and a sink that does it. */
final class FaultScript {

  private static final List<String> STRATEGIES =
      List.of("parking", "blocking", "liteBlocking", "timeoutBlocking{1,milliseconds}", "yielding");

  final long seed;
  final int ringSize;
  final int batchBytes;
  final int producers;
  final int linesEach;
  final long appendTimeoutNanos;
  final int discardLevel;
  final int syncLevel;
  final String strategy;
  final int faultPercent;
  final int goneAtWrite;
  final boolean listenerThrows;
  final boolean listenerLogs;

  /** After how many lines one producer closes the ring; behind the last: when all are done. */
  final int closeAt;

  final long graceNanos;

  FaultScript(long seed) {
    this.seed = seed;
    Random random = new Random(seed);
    ringSize = 2 << random.nextInt(5);
    batchBytes = 256 << random.nextInt(5);
    producers = 1 + random.nextInt(4);
    linesEach = 1 + random.nextInt(40);
    appendTimeoutNanos = new long[] {-1, -1, 0, 50_000}[random.nextInt(4)];
    discardLevel = random.nextInt(LineRing.LEVELS);
    syncLevel = random.nextInt(4) == 0 ? random.nextInt(LineRing.LEVELS) : LineRing.LEVELS;
    strategy = STRATEGIES.get(random.nextInt(STRATEGIES.size()));
    faultPercent = new int[] {0, 5, 20, 60}[random.nextInt(4)];
    goneAtWrite = random.nextInt(10) == 0 ? random.nextInt(20) : Integer.MAX_VALUE;
    listenerThrows = random.nextInt(4) == 0;
    listenerLogs = random.nextInt(4) == 0;
    closeAt = random.nextInt(3) == 0 ? random.nextInt(linesEach) : linesEach;
    graceNanos = random.nextInt(8) == 0 ? 0 : Rings.LONG;
  }

  RingSettings settings() {
    return new RingSettings(
        ringSize,
        appendTimeoutNanos,
        discardLevel,
        syncLevel,
        WaitStrategyType.parse(strategy),
        "model-writer");
  }

  /** Whether no line can be dropped after the last report, nor the report for lack of time. */
  boolean reportsAllDrops() {
    return graceNanos > 0 && closeAt == linesEach && !listenerLogs;
  }

  /** A line's padding: mostly short, sometimes longer than a slot or than the batch. */
  static int padding(Random random) {
    return switch (random.nextInt(20)) {
      case 0 -> LineSlot.INLINE_BYTES - 20 + random.nextInt(40);
      case 1 -> random.nextInt(3000);
      default -> random.nextInt(120);
    };
  }

  @Override
  public String toString() {
    return "-Dorjson.seed=%d: ring %d, batch %d, %d producers of %d lines, timeout %d, discard %d, sync %d, %s, %d %% faults, gone at %d, listener throws %b and logs %b, closed at %d with grace %d"
        .formatted(
            seed,
            ringSize,
            batchBytes,
            producers,
            linesEach,
            appendTimeoutNanos,
            discardLevel,
            syncLevel,
            strategy,
            faultPercent,
            goneAtWrite,
            listenerThrows,
            listenerLogs,
            closeAt,
            graceNanos);
  }

  /** A sink in memory that behaves as the script says. */
  final class ScriptedSink implements Sink {

    private final Random random = new Random(seed + 1);
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private int writes;

    @Override
    public synchronized int write(ByteBuffer bytes) throws IOException {
      if (writes++ >= goneAtWrite) {
        throw new SinkGoneException(new IOException("Broken pipe"));
      }
      if (random.nextInt(100) >= faultPercent) {
        return take(bytes, bytes.remaining());
      }
      switch (random.nextInt(16)) {
        case 0, 1 -> throw new IOException("No space left on device");
        case 2 -> throw new StackOverflowError("of the sink");
        case 3 -> throw new IllegalStateException("of the sink");
        case 4 -> {
          return 0;
        }
        case 5 -> {
          take(bytes, 1 + random.nextInt(bytes.remaining()));
          throw new LinkageError("after some bytes");
        }
        case 6 -> {
          LockSupport.parkNanos(50_000);
          Thread.currentThread().interrupt();
          return take(bytes, bytes.remaining());
        }
        default -> {
          return take(bytes, 1 + random.nextInt(bytes.remaining()));
        }
      }
    }

    private int take(ByteBuffer bytes, int length) {
      byte[] some = new byte[length];
      bytes.get(some);
      taken.writeBytes(some);
      return length;
    }

    @Override
    public int batchBytes() {
      return batchBytes;
    }

    @Override
    public void close() {}

    synchronized String text() {
      return taken.toString(StandardCharsets.US_ASCII);
    }
  }
}
