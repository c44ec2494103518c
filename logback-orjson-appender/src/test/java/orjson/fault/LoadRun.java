// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import orjson.logback.ChildJvm;

/** One run of {@link Load} in a JVM of its own. */
final class LoadRun {

  private static final long TIMEOUT_SECONDS = 120;

  private final Path directory;
  private final Path counters;
  private final Path result;
  private final ChildJvm child;
  private final List<String> launcher = new ArrayList<>();

  private String settings = "";
  private int threads = 1;
  private int events;
  private int pauseMicros;
  private int padding = 20;
  private String end = "stop";

  /** A run that keeps its own files in {@code directory} and writes to standard output. */
  LoadRun(Path directory) {
    this.directory = directory;
    this.counters = directory.resolve("counters");
    this.result = directory.resolve("result");
    this.child = new ChildJvm(directory);
  }

  LoadRun to(Path file) {
    return with("<file>" + file + "</file>");
  }

  /** Adds settings of the appender. */
  LoadRun with(String xml) {
    settings += xml;
    return this;
  }

  /** The program that starts the JVM, with its arguments. */
  LoadRun through(String... command) {
    launcher.addAll(List.of(command));
    return this;
  }

  LoadRun threads(int count) {
    threads = count;
    return this;
  }

  /** How many events each thread logs, and how long it rests after each; no end if never said. */
  LoadRun events(int perThread, int pause) {
    events = perThread;
    pauseMicros = pause;
    return this;
  }

  LoadRun events(int perThread) {
    return events(perThread, 0);
  }

  LoadRun endless(int pause) {
    return events(-1, pause);
  }

  LoadRun padding(int characters) {
    padding = characters;
    return this;
  }

  /** Ends by {@code Runtime.halt} without stopping anything. */
  LoadRun halting() {
    end = "halt";
    return this;
  }

  Process start() throws IOException {
    Files.deleteIfExists(counters);
    Files.deleteIfExists(result);
    return builder().start();
  }

  /** As {@link #start}, with standard output for the caller to read or not to read. */
  Process startPiped() throws IOException {
    return builder().redirectOutput(ProcessBuilder.Redirect.PIPE).start();
  }

  private ProcessBuilder builder() throws IOException {
    String xml =
        "<appender name=\"JSON\" class=\"orjson.logback.OrjsonAppender\">"
            + settings
            + "</appender><root level=\"INFO\"><appender-ref ref=\"JSON\"/></root>";
    return child.through(
        launcher,
        xml,
        Load.class,
        "threads=" + threads,
        "events=" + events,
        "pauseMicros=" + pauseMicros,
        "padding=" + padding,
        "end=" + end,
        "counters=" + counters,
        "result=" + result);
  }

  /** Starts it, waits for its end and returns what it told. */
  Properties run() throws Exception {
    return finish(start());
  }

  Properties finish(Process process) throws Exception {
    waitFor(process);
    assertThat(process.exitValue()).as(child.stderr()).isZero();
    Properties told = new Properties();
    try (InputStream in = Files.newInputStream(result)) {
      told.load(in);
    }
    return told;
  }

  static void waitFor(Process process) throws InterruptedException {
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      throw new AssertionError("It does not end");
    }
  }

  /** How many log calls of each thread returned so far. */
  long[] returned() throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(counters));
    long[] all = new long[threads];
    for (int i = 0; i < threads; i++) {
      all[i] = bytes.getLong(8 * i);
    }
    return all;
  }

  /** Waits until the threads logged that many events in all. */
  void awaitReturned(long count) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (System.nanoTime() < end) {
      if (Files.exists(counters) && Files.size(counters) == 8L * threads) {
        long sum = 0;
        for (long each : returned()) {
          sum += each;
        }
        if (sum >= count) {
          return;
        }
      }
      Thread.sleep(1);
    }
    throw new AssertionError("It does not log: " + child.stderr());
  }

  /** The whole output of {@link #start}. */
  Path out() {
    return child.out;
  }

  Path directory() {
    return directory;
  }

  static long number(Properties told, String name) {
    return Long.parseLong(told.getProperty(name));
  }
}
