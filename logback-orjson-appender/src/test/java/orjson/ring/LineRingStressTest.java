// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many producers and a sink that misbehaves at random: each line once, in each thread's order. */
@Timeout(120)
final class LineRingStressTest {

  private static final int LINES_PER_THREAD = 20_000;

  @ParameterizedTest
  @CsvSource({"1, 8192", "4, 8192", "4, 16", "16, 256", "32, 2"})
  void writesEveryLineOnceInEachThreadsOrder(int threads, int ringSize) throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    MemorySink sink =
        new MemorySink(
            (write, offered) -> {
              if (random.nextInt(1000) == 0) {
                throw new IOException("at random");
              }
              return random.nextInt(10) == 0 ? 1 + random.nextInt(offered) : offered;
            });
    LineRing ring = Rings.unreported(sink, Rings.settings(ringSize, -1, "stress"), Rings.SILENT);
    ring.start();
    List<Thread> producers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      producers.add(producer(ring, t, new Random(seed + t), LINES_PER_THREAD / threads));
    }
    producers.forEach(Thread::start);
    for (Thread producer : producers) {
      producer.join();
    }
    assertThat(ring.close(TimeUnit.SECONDS.toNanos(60))).isZero();

    int[] next = new int[threads];
    for (String line : sink.lines()) {
      String[] parts = line.split(" ", 3);
      int thread = Integer.parseInt(parts[0]);
      assertThat(Integer.parseInt(parts[1])).as("seed %d: %s", seed, line).isEqualTo(next[thread]);
      assertThat(parts[2]).as("seed %d", seed).matches("x*");
      next[thread]++;
    }
    assertThat(next).as("seed %d", seed).containsOnly(LINES_PER_THREAD / threads);
    assertThat(ring.droppedLines()).isZero();
  }

  private static Thread producer(LineRing ring, int id, Random random, int lines) {
    return new Thread(
        () -> {
          for (int i = 0; i < lines; i++) {
            int padding = random.nextInt(100) == 0 ? random.nextInt(5000) : random.nextInt(300);
            byte[] line =
                (id + " " + i + " " + "x".repeat(padding) + "\n")
                    .getBytes(StandardCharsets.US_ASCII);
            ring.publish(line, line.length, 0);
          }
        });
  }
}
