// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import orjson.sink.SinkGoneException;

/** What the stream itself says of lines that are missing. */
@Timeout(60)
final class DropReportTest {

  private final CountDownLatch gate = new CountDownLatch(1);
  private final CountDownLatch entered = new CountDownLatch(1);
  private final MemorySink gated =
      new MemorySink(
          (write, offered) -> {
            try {
              entered.countDown();
              gate.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            return offered;
          });

  @Test
  void reportsDropsByLevelAsSoonAsThereIsRoom() {
    LineRing ring = ring(gated, Rings.REPORT, Pauses.USUAL);
    fill(ring);
    drop(ring, Rings.INFO, 3);
    drop(ring, Rings.ERROR, 2);
    gate.countDown();
    assertThat(ring.flush(Rings.LONG)).isTrue();
    assertThat(gated.lines()).filteredOn(line -> line.startsWith("DROPPED")).hasSize(1);
    assertThat(gated.lines()).contains("DROPPED [0, 0, 3, 0, 2]");
    assertThat(ring.reportedDrops()).isEqualTo(5).isEqualTo(ring.droppedLines());
    assertThat(ring.writtenLines()).isEqualTo(gated.lines().size());
    ring.close(Rings.LONG);
  }

  @Test
  void flushWaitsForTheReportAndKeepsAnInterrupt() {
    LineRing ring = ring(gated, Rings.REPORT, Pauses.USUAL);
    fill(ring);
    drop(ring, Rings.INFO, 1);
    gate.countDown();
    Thread.currentThread().interrupt();
    assertThat(ring.flush(Rings.LONG)).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ring.reportedDrops()).isOne();
    ring.close(Rings.LONG);
  }

  @Test
  void reportsWithoutAnotherLineOrAFlush() throws Exception {
    LineRing ring = ring(gated, Rings.REPORT, Pauses.USUAL);
    fill(ring);
    drop(ring, Rings.INFO, 1);
    gate.countDown();
    while (ring.reportedDrops() == 0) {
      TimeUnit.MILLISECONDS.sleep(1); // the time-out is the assertion
    }
    assertThat(gated.text()).contains("DROPPED [0, 0, 1, 0, 0]");
    ring.close(Rings.LONG);
  }

  @Test
  void reportsDropsRightBeforeCloseAtTheEnd() {
    LineRing ring = ring(gated, Rings.REPORT, new Pauses(0, 0, 0, 0, Rings.LONG));
    fill(ring);
    drop(ring, Rings.INFO, 1);
    gate.countDown();
    assertThat(ring.flush(Rings.LONG)).isTrue();
    List<Boolean> accepted = new ArrayList<>();
    for (int i = 0; i < 100_000 && !accepted.contains(false); i++) {
      accepted.add(Rings.publish(ring, "more", Rings.WARN));
    }
    long dropped = ring.droppedLines();
    ring.close(Rings.LONG);
    assertThat(ring.reportedDrops()).isEqualTo(dropped);
    if (accepted.contains(false)) {
      assertThat(gated.lines()).last().isEqualTo("DROPPED [0, 0, 0, 1, 0]");
    }
  }

  @Test
  void waitsASecondBetweenReportsWhileLinesAreDroppedAllTheTime() {
    LineRing ring = ring(gated, Rings.REPORT, new Pauses(0, 0, 0, 0, Rings.LONG));
    gate.countDown();
    for (int i = 0; i < 20_000; i++) {
      Rings.publish(ring, "x".repeat(500), Rings.INFO);
    }
    ring.close(Rings.LONG);
    assertThat(gated.lines())
        .filteredOn(line -> line.startsWith("DROPPED"))
        .hasSizeBetween(ring.droppedLines() == 0 ? 0 : 1, 2);
    assertThat(ring.reportedDrops()).isEqualTo(ring.droppedLines());
  }

  @Test
  void keepsDropsForTheNextReportIfOneCannotBeMade() {
    List<Long> asked = new ArrayList<>();
    DropReport failing =
        byLevel -> {
          asked.add(byLevel[Rings.INFO]);
          return switch (asked.size()) {
            case 1 -> throw new LinkageError("no report today");
            case 2 -> null;
            default -> Rings.REPORT.line(byLevel);
          };
        };
    MemorySink sink = new MemorySink();
    RingSettings settings = Rings.settings(2, 0, "reporting");
    LineRing[] itself = new LineRing[1];
    MemorySink dropping =
        new MemorySink(
            (write, offered) -> {
              for (int i = 0; i < 4 && write < 2; i++) {
                Rings.publish(itself[0], "again", Rings.INFO); // no room for all of them
              }
              return offered;
            });
    LineRing ring = new LineRing(dropping, settings, Rings.SILENT, failing, Rings.NONE);
    itself[0] = ring;
    ring.start();
    Rings.publish(ring, "first", Rings.INFO);
    assertThat(ring.flush(Rings.LONG)).isTrue();
    ring.close(Rings.LONG);
    assertThat(sink.lines()).isEmpty();
    assertThat(asked).hasSizeGreaterThanOrEqualTo(3);
    assertThat(ring.reportedDrops()).isEqualTo(ring.droppedLines()).isPositive();
    assertThat(dropping.lines()).last().asString().startsWith("DROPPED");
  }

  @Test
  void writesReportsThatAreLongerThanTheBatch() {
    String tail = "y".repeat(200_000);
    LineRing ring = ring(gated, byLevel -> Rings.bytes("DROPPED" + tail), Rings.NONE);
    fill(ring);
    drop(ring, Rings.INFO, 1);
    gate.countDown();
    assertThat(ring.flush(Rings.LONG)).isTrue();
    Rings.publish(ring, "after", Rings.INFO);
    ring.close(Rings.LONG);
    assertThat(gated.lines()).contains("DROPPED" + tail).last().isEqualTo("after");
  }

  @Test
  void endsWithTheSink() {
    MemorySink gone =
        new MemorySink(
            (write, offered) -> {
              gated.write(java.nio.ByteBuffer.allocate(0));
              throw new SinkGoneException(new IOException("Broken pipe"));
            });
    LineRing ring = ring(gone, Rings.REPORT, Rings.NONE);
    int filled = fill(ring);
    drop(ring, Rings.INFO, 7);
    gate.countDown();
    assertThat(ring.flush(Rings.LONG)).isTrue();
    assertThat(ring.reportedDrops()).isZero();
    assertThat(ring.droppedLines()).isEqualTo(filled + 7);
    assertThat(ring.close(Rings.LONG)).isZero();
  }

  private static LineRing ring(MemorySink sink, DropReport report, Pauses pauses) {
    LineRing ring =
        new LineRing(sink, Rings.settings(4, 0, "reporting"), Rings.SILENT, report, pauses);
    ring.start();
    return ring;
  }

  /** Fills a ring whose sink is stalled; returns how many lines it took. */
  private int fill(LineRing ring) {
    int lines = Rings.publish(ring, "fills", Rings.INFO) ? 1 : 0;
    try {
      entered.await(); // a writer that is not at work yet would report half of the drops first
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    while (ring.queueDepth() < ring.capacity()) {
      lines += Rings.publish(ring, "fills", Rings.INFO) ? 1 : 0;
    }
    return lines;
  }

  private static void drop(LineRing ring, int level, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(Rings.publish(ring, "dropped", level)).isFalse();
    }
  }
}
