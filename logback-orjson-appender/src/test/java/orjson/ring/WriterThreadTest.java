// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to the writer thread, and what Disruptor's own loop gets wrong then. */
@Timeout(120)
final class WriterThreadTest {

  private static final List<String> HUNDRED =
      IntStream.range(0, 100).mapToObj(i -> "line " + i).toList();

  private final Set<Thread> writers = Collections.newSetFromMap(new ConcurrentHashMap<>());

  @ParameterizedTest
  @ValueSource(strings = {"parking", "blocking", "liteBlocking", "timeoutBlocking{1,hours}"})
  void skipsNothingWhenTheWriterIsInterrupted(String strategy) throws Exception {
    MemorySink sink = sink((write, offered) -> offered);
    RingSettings settings =
        new RingSettings(8, -1, 4, 5, WaitStrategyType.parse(strategy), "interrupted");
    LineRing ring = Rings.started(sink, settings);
    for (String line : HUNDRED) {
      Rings.publish(ring, line, Rings.INFO);
      writers.forEach(Thread::interrupt);
      TimeUnit.MICROSECONDS.sleep(100); // now and then it waits
      writers.forEach(Thread::interrupt);
    }
    assertThat(ring.close(Rings.LONG)).isZero();
    assertThat(sink.lines()).isEqualTo(HUNDRED);
    assertThat(writers).hasSize(1);
  }

  @Test
  void writesTheWholeBatchWhenTheSinkThrowsAtItsLastLine() {
    MemorySink sink =
        sink(
            (write, offered) -> {
              if (write == 1) {
                throw new LinkageError("at the last of the batch");
              }
              return write == 0 ? offered - 7 : offered;
            });
    LineRing ring = Rings.started(sink, Rings.settings(128, -1, "throwing"));
    HUNDRED.forEach(line -> Rings.publish(ring, line, Rings.INFO));
    assertThat(ring.flush(Rings.LONG)).as("without another line").isTrue();
    assertThat(sink.lines()).isEqualTo(HUNDRED);
    ring.close(Rings.LONG);
  }

  @Test
  void isReplacedWhenAnErrorOfTheSinkEndsIt() {
    List<String> reports = Collections.synchronizedList(new ArrayList<>());
    MemorySink sink =
        sink(
            (write, offered) -> {
              if (write % 2 == 0 && write < 20) {
                throw new StackOverflowError("number " + write);
              }
              return Math.min(offered, 10);
            });
    LineRing ring =
        new LineRing(sink, settings(16), Rings.recording(reports), Rings.REPORT, Rings.NONE);
    ring.start();
    HUNDRED.forEach(line -> assertThat(Rings.publish(ring, line, Rings.INFO)).isTrue());
    assertThat(ring.close(Rings.LONG)).isZero();
    assertThat(sink.lines()).isEqualTo(HUNDRED);
    assertThat(writers).as("one more for each error").hasSize(11);
    assertThat(writers).noneMatch(Thread::isAlive);
    assertThat(ring.writeErrors()).isEqualTo(10);
    assertThat(reports).first().isEqualTo("failed: java.lang.StackOverflowError: number 0");
    assertThat(reports).last().asString().startsWith("resumed after ");
  }

  @Test
  void losesNothingWhenAnErrorEndsItInsideALongLine() {
    MemorySink sink =
        sink(
            (write, offered) -> {
              if (write % 3 == 1) {
                throw new IllegalStateException("inside a line");
              }
              return Math.max(1, offered / 2);
            });
    LineRing ring = Rings.started(sink, settings(4));
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      lines.add(("" + i).repeat(150_000));
      lines.add("short " + i);
    }
    lines.forEach(line -> Rings.publish(ring, line, Rings.INFO));
    assertThat(ring.close(Rings.LONG)).isZero();
    assertThat(sink.lines()).isEqualTo(lines);
  }

  @Test
  void neverKeepsItsCallersWhenEveryWriteEndsInAnError() {
    MemorySink sink =
        sink(
            (write, offered) -> {
              throw new LinkageError("always");
            });
    LineRing ring = Rings.unreported(sink, settings(4), Rings.SILENT);
    ring.start();
    CountDownLatch waiting = new CountDownLatch(4);
    List<Thread> producers = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Thread producer =
          new Thread(
              () -> {
                waiting.countDown();
                for (int i = 0; i < 3; i++) {
                  Rings.publish(ring, "line", Rings.INFO);
                }
              });
      producers.add(producer);
      producer.start();
    }
    await(waiting);
    ring.close(TimeUnit.MILLISECONDS.toNanos(50));
    producers.forEach(WriterThreadTest::join);
    assertThat(ring.writtenLines()).isZero();
    assertThat(ring.droppedLines()).isEqualTo(12);
  }

  @Test
  void survivesListenersThatThrow() {
    RingListener throwing =
        new RingListener() {
          @Override
          public void writeFailed(IOException reason) {
            throw new LinkageError("of the listener");
          }

          @Override
          public void sinkGone(IOException reason) {
            throw new StackOverflowError("of the listener");
          }

          @Override
          public void writeResumed(long failures) {
            throw new IllegalStateException("of the listener");
          }
        };
    MemorySink sink =
        sink(
            (write, offered) -> {
              if (write % 2 == 0) {
                throw new IOException("every other time");
              }
              return offered;
            });
    LineRing ring = new LineRing(sink, settings(4), throwing, Rings.REPORT, Rings.NONE);
    ring.start();
    HUNDRED.forEach(line -> Rings.publish(ring, line, Rings.INFO));
    assertThat(ring.close(Rings.LONG)).isZero();
    assertThat(sink.lines()).isEqualTo(HUNDRED);
    assertThat(writers).hasSize(1);
  }

  @Test
  void writersOfTwoRingsDoNotWaitForEachOther() {
    LineRing[] rings = new LineRing[2];
    List<MemorySink> sinks = new ArrayList<>();
    for (int r = 0; r < 2; r++) {
      int other = 1 - r;
      MemorySink sink =
          sink(
              (write, offered) -> {
                for (int i = 0; i < 10; i++) {
                  Rings.publish(rings[other], "from the other", Rings.INFO);
                }
                return offered;
              });
      sinks.add(sink);
      rings[r] = Rings.unreported(sink, settings(2), Rings.SILENT);
    }
    rings[0].start();
    rings[1].start();
    for (int i = 0; i < 50; i++) {
      Rings.publish(rings[0], "first", Rings.INFO);
      Rings.publish(rings[1], "second", Rings.INFO);
    }
    assertThat(rings[0].close(Rings.LONG)).isZero();
    assertThat(rings[1].close(Rings.LONG)).isZero();
    for (MemorySink sink : sinks) {
      assertThat(sink.lines()).hasSizeGreaterThanOrEqualTo(50);
    }
  }

  @Test
  void mayCloseItsOwnRing() throws Exception {
    AtomicLong lost = new AtomicLong(-1);
    CountDownLatch ended = new CountDownLatch(1);
    LineRing[] itself = new LineRing[1];
    MemorySink sink =
        sink(
            (write, offered) -> {
              if (write == 0) {
                itself[0].close(
                    Rings.LONG,
                    lines -> {
                      lost.set(lines);
                      ended.countDown();
                    });
              }
              return 1;
            });
    LineRing ring = Rings.unreported(sink, settings(128), Rings.SILENT);
    itself[0] = ring;
    int accepted = 0;
    for (String line : HUNDRED) {
      accepted += Rings.publish(ring, line, Rings.INFO) ? 1 : 0;
    }
    ring.start();
    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(lost).hasValue(0);
    assertThat(sink.lines()).hasSize(accepted).isEqualTo(HUNDRED);
    assertThat(Rings.publish(ring, "late", Rings.INFO)).isFalse();
    ring.close(Rings.LONG, lines -> lost.set(99));
    assertThat(lost).as("a second close does nothing").hasValue(0);
  }

  @Test
  void givesUpByItselfWhenItClosedItsOwnRingAndTheGracePeriodIsOver() throws Exception {
    AtomicLong lost = new AtomicLong(-1);
    CountDownLatch ended = new CountDownLatch(1);
    LineRing[] itself = new LineRing[1];
    MemorySink sink =
        sink(
            (write, offered) -> {
              itself[0].close(
                  TimeUnit.MILLISECONDS.toNanos(30),
                  lines -> {
                    lost.set(lines);
                    ended.countDown();
                  });
              throw new IOException("never");
            });
    LineRing ring = Rings.unreported(sink, settings(128), Rings.SILENT);
    itself[0] = ring;
    HUNDRED.forEach(line -> Rings.publish(ring, line, Rings.INFO));
    ring.start();
    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(lost).hasValue(100);
    assertThat(ring.droppedLines()).isEqualTo(100);
  }

  private MemorySink sink(MemorySink.Behaviour behaviour) {
    return new MemorySink(
        (write, offered) -> {
          writers.add(Thread.currentThread());
          return behaviour.take(write, offered);
        });
  }

  private static RingSettings settings(int size) {
    return Rings.settings(size, -1, "writer-under-test");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
