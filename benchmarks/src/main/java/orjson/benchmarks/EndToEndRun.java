// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * One contestant in a JVM of its own: a run to warm up, then the run that counts.
 *
 * <p>Prints the numbers of {@link Outcome} on one line of standard output.
 */
public final class EndToEndRun {

  private static final long SAMPLE_NANOS = 200_000;

  private final Contestant contestant;
  private final int threads;
  private final int eventsPerThread;
  private final Path file;

  EndToEndRun(Contestant contestant, int threads, int eventsPerThread, Path file) {
    this.contestant = contestant;
    this.threads = threads;
    this.eventsPerThread = eventsPerThread;
    this.file = file;
  }

  /** Arguments: the contestant, threads, events per thread, a file to write and delete. */
  public static void main(String[] args) throws Exception {
    EndToEndRun run =
        new EndToEndRun(
            Contestant.valueOf(args[0]),
            Integer.parseInt(args[1]),
            Integer.parseInt(args[2]),
            Path.of(args[3]));
    run.measure();
    Files.delete(run.file);
    Outcome outcome = run.measure();
    Files.delete(run.file);
    System.out.println(outcome.toLine());
  }

  /** Logs all events and checks the file, which is there afterwards. */
  Outcome measure() throws IOException, InterruptedException {
    long nanos = log(contestant.start(file));
    LineCheck.Result found = LineCheck.check(file, threads);
    long lost = (long) threads * eventsPerThread - found.lines();
    return new Outcome(
        nanos, found.lines(), Files.size(file), lost, found.invalid(), found.disordered());
  }

  /** Returns the time from the first event to the last byte in the file. */
  private long log(Target target) throws InterruptedException, IOException {
    CountDownLatch ready = new CountDownLatch(threads);
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> producers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread producer =
          new Thread(() -> produce(target, number, ready, go), "http-nio-8080-exec-" + i);
      producer.start();
      producers.add(producer);
    }
    ready.await();
    long start = System.nanoTime();
    go.countDown();
    for (Thread producer : producers) {
      producer.join();
    }
    return lastByteNanos(target) - start;
  }

  private void produce(Target target, int number, CountDownLatch ready, CountDownLatch go) {
    ready.countDown();
    try {
      go.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    for (int i = 0; i < eventsPerThread; i++) {
      target.log(
          "Order {} of customer {} was accepted, 3 items reserved in warehouse Berlin-2",
          number + "-" + i,
          i);
    }
  }

  /**
   * Stops the target and returns when the file had its last byte. That stop() returns later than it
   * could, because it looks at its queue twenty times a second, is not held against anyone.
   */
  private long lastByteNanos(Target target) throws InterruptedException, IOException {
    Thread stopper = new Thread(target::stop, "stopper");
    long last = System.nanoTime();
    long size = Files.size(file);
    stopper.start();
    boolean stopping;
    do {
      stopping = stopper.isAlive();
      LockSupport.parkNanos(SAMPLE_NANOS);
      long now = System.nanoTime();
      long nowSize = Files.size(file);
      if (nowSize != size) {
        last = now;
        size = nowSize;
      }
    } while (stopping);
    stopper.join();
    return last;
  }
}
