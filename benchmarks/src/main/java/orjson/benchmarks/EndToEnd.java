// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import orjson.Orjson;

/**
 * Threads that log as fast as they can into a file: ours beside logstash-logback-encoder and Log4j.
 *
 * <p>Each contestant runs in a fresh JVM. Rounds are interleaved, so that what else happens on the
 * machine happens to all. Nothing may be lost: a run counts until its last line is in the file, and
 * the lines of the file are counted, not the calls. Arguments: threads (4), events per thread
 * (250000), rounds (3). Prints a table and writes {@code target/end-to-end.json}.
 */
public final class EndToEnd {

  private final int threads;
  private final int eventsPerThread;
  private final int rounds;
  private final Path directory;
  private final PrintStream out;
  private final Map<Contestant, List<Outcome>> outcomes = new EnumMap<>(Contestant.class);

  EndToEnd(int threads, int eventsPerThread, int rounds, Path directory, PrintStream out) {
    this.threads = threads;
    this.eventsPerThread = eventsPerThread;
    this.rounds = rounds;
    this.directory = directory;
    this.out = out;
  }

  /** Exits with 1 if a line of ours is missing, broken or out of order. */
  public static void main(String[] args) throws Exception {
    EndToEnd benchmark =
        new EndToEnd(
            argument(args, 0, 4),
            argument(args, 1, 250_000),
            argument(args, 2, 3),
            Path.of(System.getProperty("directory", "target")),
            System.out);
    if (!benchmark.run()) {
      System.exit(1);
    }
  }

  private static int argument(String[] args, int index, int fallback) {
    return index < args.length ? Integer.parseInt(args[index]) : fallback;
  }

  /** Returns whether all of our runs were flawless. */
  boolean run() throws IOException, InterruptedException {
    Files.createDirectories(directory);
    for (Contestant contestant : Contestant.values()) {
      outcomes.put(contestant, new ArrayList<>());
    }
    out.printf("%d threads x %,d events, Java %s%n%n", threads, eventsPerThread, Runtime.version());
    out.printf(
        "%-18s %12s %8s %11s %8s %8s %8s%n",
        "contestant", "lines/s", "MB/s", "lines", "lost", "invalid", "moved");
    for (int round = 0; round < rounds; round++) {
      for (Contestant contestant : Contestant.values()) {
        Outcome outcome = child(contestant);
        outcomes.get(contestant).add(outcome);
        print(contestant, outcome);
      }
    }
    out.println();
    for (Contestant contestant : Contestant.values()) {
      out.printf(
          "%-18s median %,12.0f lines/s   orjson is %.2f x%n",
          label(contestant), median(contestant), ratio(contestant));
    }
    Files.write(directory.resolve("end-to-end.json"), Orjson.dumps(report()));
    return outcomes.get(Contestant.ORJSON).stream().allMatch(Outcome::isFlawless);
  }

  private Outcome child(Contestant contestant) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms1g",
                "-Xmx1g",
                "-cp",
                classPath(contestant),
                EndToEndRun.class.getName(),
                contestant.name(),
                Integer.toString(threads),
                Integer.toString(eventsPerThread),
                directory.resolve(label(contestant) + ".log").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return Outcome.parse(output);
  }

  /** Log4j's has the Disruptor on which it loses nothing in the place of ours. */
  private static String classPath(Contestant contestant) {
    String ours = System.getProperty("java.class.path");
    if (contestant != Contestant.LOG4J2) {
      return ours;
    }
    String disruptor = System.getProperty("log4j2.disruptor", "target/log4j2/disruptor.jar");
    return Stream.of(ours.split(File.pathSeparator, -1))
        .map(each -> each.contains("disruptor") && each.endsWith(".jar") ? disruptor : each)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private void print(Contestant contestant, Outcome outcome) {
    out.printf(
        "%-18s %,12.0f %8.1f %,11d %8d %8d %8d%n",
        label(contestant),
        outcome.linesPerSecond(),
        outcome.megabytesPerSecond(),
        outcome.lines(),
        outcome.lost(),
        outcome.invalid(),
        outcome.disordered());
  }

  private static String label(Contestant contestant) {
    return contestant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private double median(Contestant contestant) {
    double[] sorted =
        outcomes.get(contestant).stream().mapToDouble(Outcome::linesPerSecond).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private double ratio(Contestant contestant) {
    return median(Contestant.ORJSON) / median(contestant);
  }

  private Map<String, Object> report() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("java", Runtime.version().toString());
    report.put("processors", Runtime.getRuntime().availableProcessors());
    report.put("threads", threads);
    report.put("eventsPerThread", eventsPerThread);
    List<Map<String, Object>> contestants = new ArrayList<>();
    outcomes.forEach((contestant, runs) -> contestants.add(report(contestant, runs)));
    report.put("contestants", contestants);
    return report;
  }

  private Map<String, Object> report(Contestant contestant, List<Outcome> runs) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("name", label(contestant));
    report.put("medianLinesPerSecond", median(contestant));
    report.put("orjsonRatio", ratio(contestant));
    report.put("runs", runs.stream().map(EndToEnd::report).toList());
    return report;
  }

  private static Map<String, Object> report(Outcome run) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("nanos", run.nanos());
    report.put("lines", run.lines());
    report.put("bytes", run.bytes());
    report.put("lost", run.lost());
    report.put("invalid", run.invalid());
    report.put("disordered", run.disordered());
    return report;
  }
}
