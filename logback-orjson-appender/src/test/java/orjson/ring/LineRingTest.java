// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import orjson.sink.Sink;
import orjson.sink.SinkGoneException;

@Timeout(60)
final class LineRingTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long LONG = 30 * SECOND;
  private static final int INFO = 2;
  private static final int ERROR = 4;

  private final List<String> reports = new ArrayList<>();

  @Test
  void writesLinesInOrder() {
    MemorySink sink = new MemorySink();
    LineRing ring = started(sink, 8, -1);
    List<String> expected = IntStream.range(0, 1000).mapToObj(i -> "line " + i).toList();
    expected.forEach(line -> assertThat(publish(ring, line)).isTrue());
    assertThat(ring.close(LONG)).isZero();
    assertThat(sink.lines()).isEqualTo(expected);
    assertThat(ring.writtenLines()).isEqualTo(1000);
    assertThat(ring.writtenBytes()).isEqualTo(sink.text().length());
    assertThat(ring.droppedLines()).isZero();
    assertThat(ring.queueDepth()).isZero();
  }

  @Test
  void writesALineWithoutWaitingForMore() throws Exception {
    MemorySink sink = new MemorySink();
    LineRing ring = started(sink, 8, -1);
    publish(ring, "alone");
    assertThat(ring.flush(LONG)).isTrue();
    assertThat(sink.lines()).containsExactly("alone");
    Thread.sleep(50); // long enough for the writer to park
    publish(ring, "woken");
    assertThat(ring.flush(LONG)).isTrue();
    assertThat(sink.lines()).containsExactly("alone", "woken");
    ring.close(LONG);
  }

  @Test
  void putsManyLinesIntoOneWrite() {
    CountDownLatch gate = new CountDownLatch(1);
    MemorySink sink = new MemorySink(gated(gate));
    LineRing ring = started(sink, 1024, -1);
    for (int i = 0; i < 1000; i++) {
      publish(ring, "line " + i);
    }
    gate.countDown();
    ring.close(LONG);
    assertThat(sink.lines()).hasSize(1000);
    assertThat(sink.writes()).isLessThan(10);
  }

  @Test
  void carriesLinesOfEverySize() {
    MemorySink sink = new MemorySink();
    LineRing ring = started(sink, 8, -1);
    List<String> expected = new ArrayList<>();
    int[] edges = {1, LineSlot.INLINE_BYTES, Sink.BATCH_BYTES, 3 * Sink.BATCH_BYTES};
    for (int edge : edges) {
      for (int length = Math.max(0, edge - 2); length <= edge + 2; length++) {
        expected.add("x".repeat(length));
      }
    }
    expected.forEach(line -> publish(ring, line));
    ring.close(LONG);
    assertThat(sink.lines()).isEqualTo(expected);
    assertThat(sink.largestWrite()).isLessThanOrEqualTo(Sink.BATCH_BYTES);
  }

  @Test
  void neverSplitsALineThatFitsIntoOneWrite() {
    List<Integer> tails = new ArrayList<>();
    MemorySink sink = new MemorySink();
    Sink checked =
        new Sink() {
          @Override
          public int write(java.nio.ByteBuffer bytes) throws IOException {
            tails.add((int) bytes.get(bytes.limit() - 1));
            return sink.write(bytes);
          }

          @Override
          public void close() {}
        };
    LineRing ring = started(checked, 1024, -1);
    for (int i = 0; i < 5000; i++) {
      publish(ring, "y".repeat(i % 1500));
    }
    ring.close(LONG);
    assertThat(sink.lines()).hasSize(5000);
    assertThat(tails).isNotEmpty().containsOnly((int) '\n');
  }

  @Test
  void resumesAtTheExactByteAfterShortWritesAndErrors() {
    MemorySink sink =
        new MemorySink(
            (write, offered) -> {
              if (write < 12 && write % 3 == 1) {
                throw new IOException("No space left on device");
              }
              return write % 3 == 2 ? 0 : Math.min(offered, 1 + write * 37);
            });
    LineRing ring = started(sink, 64, -1);
    List<String> expected = IntStream.range(0, 500).mapToObj(i -> "line " + i).toList();
    expected.forEach(line -> publish(ring, line));
    assertThat(ring.close(LONG)).isZero();
    assertThat(sink.lines()).isEqualTo(expected);
    assertThat(ring.writeErrors()).isEqualTo(4);
    assertThat(reports).first().isEqualTo("failed: No space left on device");
    assertThat(reports).last().asString().startsWith("resumed after ");
  }

  @Test
  void dropsAndCountsWhenTheSinkIsGone() {
    MemorySink sink =
        new MemorySink(
            (write, offered) -> {
              if (write > 0) {
                throw new SinkGoneException(new IOException("Broken pipe"));
              }
              return offered - 3; // the last line is torn
            });
    LineRing ring = started(sink, 4, -1);
    for (int i = 0; i < 1000; i++) {
      publish(ring, "line " + i);
    }
    assertThat(ring.close(LONG)).isZero();
    long whole = sink.text().chars().filter(c -> c == '\n').count();
    assertThat(ring.writtenLines()).isEqualTo(whole);
    assertThat(ring.droppedLines()).isEqualTo(1000 - whole);
    assertThat(reports).containsExactly("gone: Broken pipe");
  }

  @Test
  void dropsAndCountsByLevelWhenFullAndNotToWait() {
    CountDownLatch gate = new CountDownLatch(1);
    MemorySink sink = new MemorySink(gated(gate));
    LineRing ring = started(sink, 4, 0);
    List<String> accepted = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      byte[] line = bytes("line " + i);
      if (ring.publish(line, line.length, i % 2 == 0 ? INFO : ERROR)) {
        accepted.add("line " + i);
      }
    }
    assertThat(accepted).hasSizeBetween(4, 8);
    assertThat(ring.droppedLines()).isEqualTo(100 - accepted.size());
    assertThat(ring.droppedLines(INFO) + ring.droppedLines(ERROR)).isEqualTo(ring.droppedLines());
    assertThat(ring.droppedLines(INFO)).isPositive();
    gate.countDown();
    ring.close(LONG);
    assertThat(sink.lines()).isEqualTo(accepted);
    assertThat(ring.writtenLines() + ring.droppedLines()).isEqualTo(100);
  }

  @Test
  void waitsAsLongAsTheTimeoutSaysAndThenDrops() {
    CountDownLatch gate = new CountDownLatch(1);
    LineRing ring = started(new MemorySink(gated(gate)), 2, 20_000_000);
    int dropped = 0;
    for (int i = 0; i < 6; i++) {
      dropped += publish(ring, "line " + i) ? 0 : 1;
    }
    assertThat(dropped).isPositive().isEqualTo((int) ring.droppedLines());
    gate.countDown();
    assertThat(ring.close(LONG)).isZero();
  }

  @Test
  void waitsForRoomAndLosesNothing() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    MemorySink sink = new MemorySink(gated(gate));
    LineRing ring = started(sink, 2, -1);
    AtomicInteger accepted = new AtomicInteger();
    Thread producer =
        new Thread(
            () -> {
              for (int i = 0; i < 100; i++) {
                accepted.addAndGet(publish(ring, "line " + i) ? 1 : 0);
              }
            });
    producer.start();
    producer.join(100);
    assertThat(producer.isAlive()).isTrue();
    gate.countDown();
    producer.join();
    ring.close(LONG);
    assertThat(accepted).hasValue(100);
    assertThat(sink.lines()).hasSize(100);
  }

  @Test
  void keepsTheInterruptOfACallerThatWaitsForRoom() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    MemorySink sink = new MemorySink(gated(gate));
    LineRing ring = started(sink, 2, -1);
    AtomicInteger interruptsSeen = new AtomicInteger();
    Thread producer =
        new Thread(
            () -> {
              for (int i = 0; i < 10; i++) {
                publish(ring, "line " + i);
                interruptsSeen.addAndGet(Thread.interrupted() ? 1 : 0);
              }
            });
    producer.start();
    producer.join(50);
    producer.interrupt();
    producer.join(50);
    gate.countDown();
    producer.join();
    ring.close(LONG);
    assertThat(interruptsSeen).hasValue(1);
    assertThat(sink.lines()).hasSize(10);
  }

  @Test
  void cannotBeStoppedByInterruptingTheWriter() {
    MemorySink sink = new MemorySink();
    LineRing ring = started(sink, 8, -1);
    for (int i = 0; i < 200; i++) {
      publish(ring, "line " + i);
      writerThread("under-test").interrupt();
    }
    ring.close(LONG);
    assertThat(sink.lines()).hasSize(200);
  }

  @Test
  void givesUpWhenTheGracePeriodIsOver() {
    CountDownLatch gate = new CountDownLatch(1);
    MemorySink sink =
        new MemorySink(
            (write, offered) -> {
              throw new IOException("never");
            });
    LineRing ring = started(sink, 8, -1);
    for (int i = 0; i < 5; i++) {
      publish(ring, "line " + i);
    }
    assertThat(ring.close(SECOND / 20)).isEqualTo(5);
    assertThat(ring.droppedLines()).isEqualTo(5);
    assertThat(ring.close(LONG)).as("a second close does nothing").isEqualTo(5);
    gate.countDown();
  }

  @Test
  void refusesAndCountsLinesAfterClose() {
    MemorySink sink = new MemorySink();
    LineRing ring = started(sink, 8, -1);
    publish(ring, "in time");
    ring.close(LONG);
    for (int i = 0; i < 20; i++) {
      assertThat(publish(ring, "late")).isFalse();
    }
    assertThat(sink.lines()).containsExactly("in time");
    assertThat(ring.droppedLines()).isEqualTo(20);
  }

  @Test
  void losesNothingWhenClosedRightAfterStart() {
    for (int round = 0; round < 200; round++) {
      MemorySink sink = new MemorySink();
      LineRing ring = started(sink, 16, -1);
      for (int i = 0; i < 10; i++) {
        publish(ring, "line " + i);
      }
      assertThat(ring.close(LONG)).isZero();
      assertThat(sink.lines()).hasSize(10);
    }
  }

  @Test
  void accountsForEveryLineWhenClosedUnderLoad() throws Exception {
    for (int round = 0; round < 50; round++) {
      MemorySink sink = new MemorySink();
      LineRing ring = started(sink, 64, -1);
      AtomicInteger accepted = new AtomicInteger();
      AtomicInteger refused = new AtomicInteger();
      List<Thread> producers = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Thread producer =
            new Thread(
                () -> {
                  while (publish(ring, "a line")) {
                    accepted.incrementAndGet();
                  }
                  refused.incrementAndGet();
                });
        producers.add(producer);
        producer.start();
      }
      Thread.sleep(2);
      assertThat(ring.close(LONG)).isZero();
      for (Thread producer : producers) {
        producer.join();
      }
      assertThat(sink.lines()).hasSize(accepted.get());
      assertThat(ring.writtenLines()).isEqualTo(accepted.get());
      assertThat(ring.droppedLines()).isEqualTo(refused.get());
    }
  }

  @Test
  void returnsOnlyAfterTheWriteWhenSynchronous() {
    MemorySink sink = new MemorySink();
    LineRing ring = started(sink, 64, -1);
    ring.beSynchronous();
    for (int i = 1; i <= 100; i++) {
      publish(ring, "line " + i);
      assertThat(sink.lines()).hasSize(i);
    }
    ring.close(LONG);
  }

  @Test
  void flushGivesUpWhenTimeIsOver() {
    CountDownLatch gate = new CountDownLatch(1);
    MemorySink sink = new MemorySink(gated(gate));
    LineRing ring = started(sink, 8, -1);
    publish(ring, "stuck");
    assertThat(ring.flush(SECOND / 50)).isFalse();
    assertThat(ring.queueDepth()).isEqualTo(1);
    gate.countDown();
    assertThat(ring.flush(LONG)).isTrue();
    ring.close(LONG);
  }

  @Test
  void neverWaitsOnTheWriterThread() {
    List<Boolean> accepted = new ArrayList<>();
    LineRing[] itself = new LineRing[1];
    MemorySink sink =
        new MemorySink(
            (write, offered) -> {
              if (write == 0) {
                for (int i = 0; i < 10; i++) {
                  accepted.add(publish(itself[0], "from the writer " + i));
                }
              }
              return offered;
            });
    LineRing ring =
        Rings.unreported(sink, Rings.settings(4, -1, "under-test"), Rings.recording(reports));
    itself[0] = ring;
    ring.start();
    publish(ring, "first");
    assertThat(ring.flush(LONG)).isTrue();
    ring.close(LONG);
    assertThat(accepted).hasSize(10).contains(true, false);
    assertThat(sink.lines()).hasSize((int) ring.writtenLines());
    assertThat(ring.writtenLines() + ring.droppedLines()).isEqualTo(11);
  }

  @Test
  void letsGoOfOversizedLines() {
    LineSlot slot = LineSlot.slots(1).newInstance();
    byte[] large = new byte[LineSlot.INLINE_BYTES + 1];
    slot.fill(large, large.length, LineSlot.oversized(large, large.length));
    assertThat(slot.bytes()).hasSize(large.length);
    slot.clear();
    assertThat(slot.bytes()).hasSize(LineSlot.INLINE_BYTES);
  }

  @Test
  void refusesASizeThatIsNoPowerOfTwo() {
    for (int size : new int[] {-8, 0, 1, 3, 1000}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Rings.settings(size, -1, "x"))
          .withMessageContaining("size: " + size);
    }
  }

  private static MemorySink.Behaviour gated(CountDownLatch gate) {
    return (write, offered) -> {
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      return offered;
    };
  }

  private LineRing started(Sink sink, int size, long appendTimeoutNanos) {
    RingSettings settings = Rings.settings(size, appendTimeoutNanos, "under-test");
    LineRing ring = Rings.unreported(sink, settings, Rings.recording(reports));
    ring.start();
    return ring;
  }

  private static Thread writerThread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static boolean publish(LineRing ring, String line) {
    byte[] bytes = bytes(line);
    return ring.publish(bytes, bytes.length, INFO);
  }

  private static byte[] bytes(String line) {
    return (line + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
