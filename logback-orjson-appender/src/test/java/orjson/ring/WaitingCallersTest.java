// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import orjson.Usage;
import orjson.sink.SinkGoneException;

/** Callers that wait: for room, or until their line is in the kernel. */
@Timeout(120)
final class WaitingCallersTest {

  private static final int THREADS = 64;

  @Test
  void everyOneOfManyWaitersGetsRoom() throws Exception {
    MemorySink sink =
        new MemorySink(
            (write, offered) -> {
              pause(20_000);
              return Math.min(offered, 200);
            });
    LineRing ring = Rings.started(sink, Rings.settings(4, -1, "slow"));
    List<Thread> producers = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int id = t;
      producers.add(
          new Thread(
              () -> {
                for (int i = 0; i < 50; i++) {
                  Rings.publish(ring, id + " " + i, Rings.INFO);
                }
              }));
    }
    producers.forEach(Thread::start);
    for (Thread producer : producers) {
      producer.join();
    }
    assertThat(ring.close(Rings.LONG)).isZero();
    assertThat(sink.lines()).hasSize(THREADS * 50).doesNotHaveDuplicates();
    assertThat(ring.droppedLines()).isZero();
  }

  @Test
  void waitersThatGiveUpPassOnWhatTheyWereWokenFor() throws Exception {
    MemorySink sink =
        new MemorySink(
            (write, offered) -> {
              pause(100_000);
              return Math.min(offered, 20);
            });
    RingSettings mixed =
        new RingSettings(2, 300_000, Rings.INFO, 5, WaitStrategyType.PARKING, "mixed");
    LineRing ring = Rings.started(sink, mixed);
    AtomicInteger accepted = new AtomicInteger();
    List<Thread> producers = new ArrayList<>();
    for (int t = 0; t < 16; t++) {
      int level = t % 2 == 0 ? Rings.INFO : Rings.ERROR;
      producers.add(
          new Thread(
              () -> {
                for (int i = 0; i < 50; i++) {
                  boolean isAccepted = Rings.publish(ring, "level " + level, level);
                  accepted.addAndGet(isAccepted ? 1 : 0);
                }
              }));
    }
    producers.forEach(Thread::start);
    for (Thread producer : producers) {
      producer.join();
    }
    assertThat(ring.close(Rings.LONG)).isZero();
    assertThat(ring.droppedLines(Rings.ERROR)).as("above the threshold they wait").isZero();
    assertThat(accepted.get() + ring.droppedLines(Rings.INFO)).isEqualTo(16 * 50);
    assertThat(sink.lines()).filteredOn(line -> line.startsWith("level")).hasSize(accepted.get());
  }

  @Test
  void closeLetsAllWaitersGo() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    LineRing ring = Rings.started(stalledUntil(gate), Rings.settings(2, -1, "stalled"));
    AtomicInteger refused = new AtomicInteger();
    List<Thread> producers = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      producers.add(
          new Thread(() -> refused.addAndGet(Rings.publish(ring, "line", Rings.INFO) ? 0 : 1)));
    }
    producers.forEach(Thread::start);
    while (ring.queueDepth() < 2) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertThat(ring.close(TimeUnit.MILLISECONDS.toNanos(50))).isEqualTo(2);
    for (Thread producer : producers) {
      producer.join();
    }
    assertThat(refused).hasValue(THREADS - 2);
    assertThat(ring.droppedLines()).isEqualTo(THREADS);
    gate.countDown();
  }

  @Test
  void linesFromTheSyncLevelOnAreInTheKernelWhenTheCallReturns() throws Exception {
    MemorySink sink = new MemorySink((write, offered) -> Math.min(offered, 30));
    LineRing ring = Rings.started(sink, synchronous(Rings.WARN));
    List<Thread> producers = new ArrayList<>();
    AtomicInteger missing = new AtomicInteger();
    for (int t = 0; t < 8; t++) {
      int id = t;
      producers.add(
          new Thread(
              () -> {
                for (int i = 0; i < 100; i++) {
                  String line = "thread " + id + " line " + i + ";";
                  Rings.publish(ring, line, i % 3 == 0 ? Rings.ERROR : Rings.WARN);
                  missing.addAndGet(sink.text().contains(line) ? 0 : 1);
                }
              }));
    }
    producers.forEach(Thread::start);
    for (Thread producer : producers) {
      producer.join();
    }
    assertThat(missing).hasValue(0);
    ring.close(Rings.LONG);
    assertThat(sink.lines()).hasSize(800);
  }

  @Test
  void linesBelowTheSyncLevelDoNotWait() {
    CountDownLatch gate = new CountDownLatch(1);
    LineRing ring = Rings.started(stalledUntil(gate), synchronous(Rings.WARN));
    assertThat(Rings.publish(ring, "not waited for", Rings.INFO)).isTrue();
    assertThat(ring.writtenLines()).isZero();
    gate.countDown();
    ring.close(Rings.LONG);
  }

  @Test
  void nobodyWaitsForASinkThatIsGone() {
    MemorySink gone =
        new MemorySink(
            (write, offered) -> {
              throw new SinkGoneException(new IOException("Broken pipe"));
            });
    LineRing ring = Rings.started(gone, synchronous(0));
    for (int i = 0; i < 100; i++) {
      Rings.publish(ring, "nobody reads this", Rings.INFO);
    }
    assertThat(ring.close(Rings.LONG)).isZero();
    assertThat(ring.droppedLines()).isEqualTo(100);
  }

  @Test
  void closeEndsTheWaitForAWriteThatHangs() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    LineRing ring = Rings.started(stalledUntil(gate), synchronous(0));
    AtomicBoolean accepted = new AtomicBoolean();
    Thread producer = new Thread(() -> accepted.set(Rings.publish(ring, "stuck", Rings.INFO)));
    producer.start();
    while (ring.queueDepth() == 0) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertThat(ring.close(TimeUnit.MILLISECONDS.toNanos(20))).isEqualTo(1);
    producer.join();
    assertThat(accepted).isTrue();
    gate.countDown();
  }

  @Test
  void theWriterThreadDoesNotWaitForItself() {
    LineRing[] itself = new LineRing[1];
    MemorySink sink =
        new MemorySink(
            (write, offered) -> {
              if (write == 0) {
                Rings.publish(itself[0], "from the writer", Rings.ERROR);
              }
              return offered;
            });
    LineRing ring = Rings.unreported(sink, synchronous(0), Rings.SILENT);
    itself[0] = ring;
    ring.start();
    Rings.publish(ring, "first", Rings.INFO);
    assertThat(ring.close(Rings.LONG)).isZero();
    assertThat(sink.lines()).containsExactly("first", "from the writer");
  }

  @Test
  @Tag("slow")
  void manyWaitersAndAnIdleWriterCostNextToNothing() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicBoolean stalled = new AtomicBoolean();
    MemorySink sink =
        new MemorySink(
            (write, offered) -> {
              pause(5_000_000);
              return Math.min(offered, 4096);
            });
    LineRing ring = Rings.started(sink, Rings.settings(1024, -1, "slow"));
    for (int t = 0; t < THREADS; t++) {
      Thread producer =
          new Thread(
              () -> {
                while (!stalled.get()) {
                  Rings.publish(ring, "x".repeat(250), Rings.INFO);
                }
              });
      producer.setDaemon(true);
      producer.start();
    }
    TimeUnit.SECONDS.sleep(2);
    assertThat(Usage.cores(5)).as("64 waiters").isLessThan(0.25);
    stalled.set(true);
    ring.close(0);
    gate.countDown();
    LineRing idle = Rings.started(new MemorySink(), Rings.settings(1024, -1, "idle"));
    Rings.publish(idle, "one line", Rings.INFO);
    TimeUnit.SECONDS.sleep(2);
    assertThat(Usage.cores(5)).as("idle").isLessThan(0.05);
    idle.close(Rings.LONG);
  }

  private static RingSettings synchronous(int syncLevel) {
    return new RingSettings(16, -1, 4, syncLevel, WaitStrategyType.PARKING, "synchronous");
  }

  private static MemorySink stalledUntil(CountDownLatch gate) {
    return new MemorySink(
        (write, offered) -> {
          try {
            gate.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          return offered;
        });
  }

  private static void pause(long nanos) {
    java.util.concurrent.locks.LockSupport.parkNanos(nanos);
  }
}
