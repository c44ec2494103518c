// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import orjson.Seed;
import orjson.ring.FaultScript.ScriptedSink;

/**
 * Random faults against a simple model: what was accepted is written once, whole and in order, or
 * counted; what was not accepted is counted by level, and the reports say as much.
 */
@Timeout(1200)
final class RingModelTest {

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void keepsItsPromisesUnderRandomFaults() throws Exception {
    runScripts(2_000);
  }

  @Test
  @Tag("slow")
  void keepsItsPromisesUnderManyMoreRandomFaults() throws Exception {
    runScripts(100_000);
  }

  private void runScripts(int count) throws Exception {
    long seed = Seed.next();
    for (int i = 0; i < count; i++) {
      run(new FaultScript(seed + i));
    }
  }

  /** What the threads that log saw. */
  private static final class Seen {

    final List<String> accepted = new ArrayList<>();
    final long[] dropped = new long[LineRing.LEVELS];

    void note(String line, int level, boolean isAccepted) {
      if (isAccepted) {
        accepted.add(line);
      } else {
        dropped[level]++;
      }
    }
  }

  private void run(FaultScript script) throws Exception {
    ScriptedSink sink = script.new ScriptedSink();
    Seen ofListener = new Seen();
    LineRing[] itself = new LineRing[1];
    RingListener listener = listener(script, itself, ofListener);
    LineRing ring = new LineRing(sink, script.settings(), listener, Rings.REPORT, Rings.NONE);
    itself[0] = ring;
    ring.start();
    List<Future<Seen>> running = new ArrayList<>();
    for (int p = 0; p < script.producers; p++) {
      int id = p;
      running.add(threads.submit(() -> produce(script, ring, id)));
    }
    List<Seen> seen = new ArrayList<>();
    try {
      for (Future<Seen> each : running) {
        seen.add(each.get(60, TimeUnit.SECONDS));
      }
    } catch (Exception e) {
      throw new AssertionError("A producer hangs or failed, " + script, e);
    }
    long lost = ring.close(script.graceNanos);
    seen.add(ofListener);
    check(script, ring, sink.text(), seen, lost);
  }

  private static RingListener listener(FaultScript script, LineRing[] ring, Seen seen) {
    AtomicInteger calls = new AtomicInteger();
    return new RingListener() {
      private void called() {
        int call = calls.getAndIncrement();
        if (script.listenerLogs) {
          String line = script.producers + " " + call + " from a listener";
          seen.note(line, Rings.WARN, Rings.publish(ring[0], line, Rings.WARN));
        }
        if (script.listenerThrows && call % 2 == 0) {
          throw new LinkageError("of the listener");
        }
      }

      @Override
      public void writeFailed(IOException reason) {
        called();
      }

      @Override
      public void sinkGone(IOException reason) {
        called();
      }

      @Override
      public void writeResumed(long failures) {
        called();
      }
    };
  }

  private static Seen produce(FaultScript script, LineRing ring, int id) {
    Seen seen = new Seen();
    Random random = new Random(script.seed + 2 + id);
    for (int i = 0; i < script.linesEach; i++) {
      if (id == 0 && i == script.closeAt) {
        ring.close(script.graceNanos);
      }
      String line = id + " " + i + " " + "x".repeat(FaultScript.padding(random));
      int level = random.nextInt(LineRing.LEVELS);
      boolean interrupted = random.nextInt(10) == 0;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      seen.note(line, level, Rings.publish(ring, line, level));
      assertThat(Thread.interrupted()).as("interrupt kept, %s", script).isEqualTo(interrupted);
    }
    return seen;
  }

  private static void check(
      FaultScript script, LineRing ring, String text, List<Seen> seen, long lost) {
    int end = text.lastIndexOf('\n') + 1;
    boolean whole = lost == 0 && script.goneAtWrite == Integer.MAX_VALUE;
    String tail = text.substring(end);
    if (whole && script.graceNanos == 0) {
      // every line is there, and the grace was over while the drops were reported; no line has a D
      assertThat(tail).as("torn at the end, %s", script).matches("(D.*)?");
    } else if (whole) {
      assertThat(tail).as("torn at the end, %s", script).isEmpty();
    }
    long[] reported = new long[LineRing.LEVELS];
    List<List<String>> written = new ArrayList<>();
    seen.forEach(each -> written.add(new ArrayList<>()));
    int reports = 0;
    for (String line : text.substring(0, end).lines().toList()) {
      if (line.startsWith("DROPPED ")) {
        add(reported, line);
        reports++;
      } else {
        written.get(line.charAt(0) - '0').add(line);
      }
    }
    long acceptedSum = 0;
    long writtenSum = 0;
    for (int p = 0; p < written.size(); p++) {
      List<String> accepted = seen.get(p).accepted;
      acceptedSum += accepted.size();
      writtenSum += written.get(p).size();
      List<String> expected = whole ? accepted : accepted.subList(0, written.get(p).size());
      assertThat(written.get(p)).as("lines of %d, %s", p, script).isEqualTo(expected);
    }
    assertThat(ring.writtenLines()).as("written, %s", script).isEqualTo(writtenSum + reports);
    checkDrops(script, ring, seen, reported);
    long refused = IntStream.range(0, LineRing.LEVELS).mapToLong(ring::droppedLines).sum();
    assertThat(ring.droppedLines() - refused)
        .as("accepted and lost, %s", script)
        .isEqualTo(acceptedSum - writtenSum);
    long sum = LongStream.of(reported).sum();
    assertThat(ring.reportedDrops()).as("reported, %s", script).isEqualTo(sum);
    if (whole && script.reportsAllDrops()) {
      assertThat(sum).as("all reported, %s", script).isEqualTo(refused);
    }
  }

  private static void checkDrops(
      FaultScript script, LineRing ring, List<Seen> seen, long[] reported) {
    for (int level = 0; level < LineRing.LEVELS; level++) {
      int index = level;
      long dropped = seen.stream().mapToLong(each -> each.dropped[index]).sum();
      assertThat(ring.droppedLines(level)).as("drops, %s", script).isEqualTo(dropped);
      assertThat(reported[level]).as("reported, %s", script).isLessThanOrEqualTo(dropped);
      if (script.closeAt == script.linesEach
          && (level > script.discardLevel || script.appendTimeoutNanos < 0)) {
        long ofProducers = dropped - seen.get(seen.size() - 1).dropped[level];
        assertThat(ofProducers).as("must wait, %s", script).isZero();
      }
    }
  }

  private static void add(long[] sums, String report) {
    String[] counts = report.substring("DROPPED [".length(), report.length() - 1).split(", ", -1);
    for (int i = 0; i < sums.length; i++) {
      sums[i] += Long.parseLong(counts[i]);
    }
  }
}
