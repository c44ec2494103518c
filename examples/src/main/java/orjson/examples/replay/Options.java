// SPDX-License-Identifier: Apache-2.0
package orjson.examples.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the command line asks for.
 *
 * @param output where the JSON goes, or null for stdout
 * @param appendTimeout the appender's setting of that name, or null for its default
 * @param repeat how often the files are replayed
 * @param files what is replayed
 */
record Options(String output, String appendTimeout, int repeat, List<Path> files) {

  static final String USAGE =
      """
      Usage: replay [options] FILE...

      Logs every line of the files through OrjsonAppender, as JSON on stdout, and says on
      stderr how many lines and bytes that were, how fast it went and how many were dropped.

        --out FILE             write the JSON to FILE, emptied first, and count its lines
        --append-timeout TIME  when the ring is full: -1 waits (the default), 0 drops the
                               line, a duration such as "50 ms" waits that long
        --repeat N             replay all files N times
        --help                 print this

      Exit code: 0 all lines were written or counted as dropped, 1 they were not,
      2 the command line is wrong or a file cannot be used.
      """;

  /** Throws a {@link UsageException} that says what is wrong. */
  static Options parse(String... args) throws UsageException {
    String output = null;
    String appendTimeout = null;
    int repeat = 1;
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--out" -> output = argument(args, i++);
        case "--append-timeout" -> appendTimeout = argument(args, i++);
        case "--repeat" -> repeat = positive(args[i], argument(args, i++));
        default -> files.add(file(args[i]));
      }
    }
    if (files.isEmpty()) {
      throw new UsageException("no file is given");
    }
    for (Path file : files) {
      refuseToOverwrite(file, output);
    }
    return new Options(output, appendTimeout, repeat, List.copyOf(files));
  }

  private static String argument(String[] args, int option) throws UsageException {
    if (option + 1 == args.length) {
      throw new UsageException(args[option] + " needs an argument");
    }
    return args[option + 1];
  }

  private static int positive(String option, String text) throws UsageException {
    try {
      int n = Integer.parseInt(text);
      if (n > 0) {
        return n;
      }
    } catch (NumberFormatException e) {
      // reported below, as a number out of range is
    }
    throw new UsageException(option + ": \"" + text + "\" is not a number from 1 on");
  }

  private static Path file(String arg) throws UsageException {
    if (arg.startsWith("-")) {
      throw new UsageException(arg + ": no such option");
    }
    Path file;
    try {
      file = Path.of(arg);
    } catch (InvalidPathException e) {
      throw new UsageException(arg + ": not a file name: " + e.getReason());
    }
    if (!Files.exists(file)) {
      throw new UsageException(arg + ": no such file");
    }
    if (Files.isDirectory(file)) {
      throw new UsageException(arg + ": is a directory");
    }
    if (!Files.isReadable(file)) {
      throw new UsageException(arg + ": may not be read");
    }
    return file;
  }

  private static void refuseToOverwrite(Path file, String output) throws UsageException {
    try {
      if (output != null
          && Files.exists(Path.of(output))
          && Files.isSameFile(file, Path.of(output))) {
        throw new UsageException(output + ": cannot be input and output at once");
      }
    } catch (IOException | InvalidPathException e) {
      throw new UsageException(output + ": " + e.getMessage());
    }
  }

  /** Something that only the caller can put right. */
  static final class UsageException extends Exception {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }
}
