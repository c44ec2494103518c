// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What one run came to.
 *
 * @param nanos from the first event to the last byte in the file
 * @param lines lines found in the file
 * @param bytes the file's size
 * @param lost events that are not in the file
 * @param invalid lines that are not what was logged
 * @param disordered lines that do not follow their thread's line before
 */
record Outcome(long nanos, long lines, long bytes, long lost, long invalid, long disordered) {

  private static final String MARK = "outcome";

  double linesPerSecond() {
    return lines * 1e9 / nanos;
  }

  double megabytesPerSecond() {
    return bytes * 1e3 / nanos;
  }

  /** Every event is in the file, whole and in order. */
  boolean isFlawless() {
    return lost == 0 && invalid == 0 && disordered == 0;
  }

  /** For another process to read with {@link #parse(String)}. */
  String toLine() {
    return LongStream.of(nanos, lines, bytes, lost, invalid, disordered)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(" ", MARK + " ", ""));
  }

  /** Reads the last line of {@code output}, which is what {@link #toLine()} returned. */
  static Outcome parse(String output) {
    String line = output.strip();
    line = line.substring(line.lastIndexOf('\n') + 1);
    if (!line.startsWith(MARK + " ")) {
      throw new IllegalStateException("The run ended without an outcome:\n" + output);
    }
    long[] n = Arrays.stream(line.split(" ")).skip(1).mapToLong(Long::parseLong).toArray();
    return new Outcome(n[0], n[1], n[2], n[3], n[4], n[5]);
  }
}
