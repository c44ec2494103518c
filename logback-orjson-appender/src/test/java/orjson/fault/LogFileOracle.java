// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import orjson.StrictJson;

/**
 * What a reader of the files of one {@link Load} finds: the one judge of every fault.
 *
 * <p>Each line must be strict JSON, end with a line feed and come from a thread whose earlier
 * events stand before it. Lines that are not are kept as broken, so that a test of a crash may
 * allow the one it must.
 */
final class LogFileOracle {

  /** By thread, the numbers of its events in the order of the lines. */
  private final List<List<Integer>> numbers = new ArrayList<>();

  private final List<String> broken = new ArrayList<>();
  private long reportedDrops;

  private LogFileOracle(int threads) {
    for (int i = 0; i < threads; i++) {
      numbers.add(new ArrayList<>());
    }
  }

  /** Reads files one after another, the oldest first. */
  static LogFileOracle read(int threads, List<Path> files) throws IOException {
    LogFileOracle oracle = new LogFileOracle(threads);
    for (Path each : files) {
      oracle.addAll(Files.readAllBytes(each));
    }
    return oracle;
  }

  static LogFileOracle read(int threads, Path file) throws IOException {
    return read(threads, List.of(file));
  }

  static LogFileOracle read(int threads, byte[] bytes) {
    LogFileOracle oracle = new LogFileOracle(threads);
    oracle.addAll(bytes);
    return oracle;
  }

  private void addAll(byte[] bytes) {
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        add(Arrays.copyOfRange(bytes, start, i + 1));
        start = i + 1;
      }
    }
    if (start < bytes.length) {
      broken.add(Machine.text(Arrays.copyOfRange(bytes, start, bytes.length)));
    }
  }

  private void add(byte[] line) {
    JsonNode event;
    try {
      event = StrictJson.parseLine(line);
    } catch (AssertionError e) {
      broken.add(e.getMessage());
      return;
    }
    if (event.has("dropped")) {
      reportedDrops += event.get("dropped").longValue();
      return;
    }
    String[] words = event.get("message").textValue().split(" ", 3);
    List<Integer> sequence = numbers.get(Integer.parseInt(words[0]));
    int number = Integer.parseInt(words[1]);
    if (!sequence.isEmpty() && number <= sequence.get(sequence.size() - 1)) {
      broken.add("thread " + words[0] + ": " + number + " after " + sequence);
    }
    sequence.add(number);
  }

  /** Each event of each thread once and in order, and not a line more. */
  void assertEveryEventOnce(int perThread) {
    assertWhole();
    assertNoGap();
    for (List<Integer> each : numbers) {
      assertThat(each).hasSize(perThread);
    }
    assertThat(reportedDrops).isZero();
  }

  /** No broken line. */
  void assertWhole() {
    assertThat(broken).isEmpty();
  }

  /** From its first event on, each thread's events are there up to some last one. */
  void assertNoGap() {
    for (List<Integer> each : numbers) {
      for (int i = 0; i < each.size(); i++) {
        assertThat(each.get(i)).isEqualTo(i);
      }
    }
  }

  int broken() {
    return broken.size();
  }

  int lines() {
    return numbers.stream().mapToInt(List::size).sum();
  }

  int lines(int thread) {
    return numbers.get(thread).size();
  }

  long reportedDrops() {
    return reportedDrops;
  }
}
