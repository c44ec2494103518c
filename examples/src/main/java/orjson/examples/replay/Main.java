// SPDX-License-Identifier: Apache-2.0
package orjson.examples.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import orjson.examples.replay.Options.UsageException;

/**
 * Logs every line of text files as JSON, and says how fast that went.
 *
 * <p>Stdout holds nothing but JSON lines, none at all with {@code --out}. Everything else goes to
 * stderr.
 */
public final class Main {

  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;

  private Main() {}

  /** Runs with the arguments that {@code --help} describes. */
  public static void main(String[] args) {
    System.exit(run(args));
  }

  private static int run(String... args) {
    if (Arrays.asList(args).contains("--help")) {
      System.out.print(Options.USAGE);
      return OK;
    }
    try {
      Options options = Options.parse(args);
      Replay replay = new Replay(options);
      replay.run();
      System.err.println(replay.summary());
      return check(replay, options);
    } catch (UsageException e) {
      System.err.println("replay: " + e.getMessage());
      System.err.println("Try --help.");
      return WRONG_USAGE;
    } catch (IOException e) {
      System.err.println("replay: " + e);
      return FAILED;
    }
  }

  /** Takes the appender at its word for stdout only; the lines of a file can be counted. */
  private static int check(Replay replay, Options options) throws IOException {
    long expected = replay.lines() - replay.dropped();
    boolean countable = options.output() != null && Files.isRegularFile(Path.of(options.output()));
    long found = countable ? countLines(Path.of(options.output())) : replay.written();
    if (found == expected) {
      return OK;
    }
    System.err.printf("replay: %d lines should have been written, %d were%n", expected, found);
    return FAILED;
  }

  private static long countLines(Path file) throws IOException {
    long lines = 0;
    try (TextLines text = new TextLines(file)) {
      while (text.next() != null) {
        lines++;
      }
    }
    return lines;
  }
}
