// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program in a JVM of its own, with the tests' class path; its output goes to files. */
public final class ChildJvm {

  /** What it wrote to standard output, unless another program stands between. */
  public final Path out;

  /** What it wrote to standard error. */
  public final Path err;

  private final Path directory;

  /** A JVM not started yet, whose files are in {@code directory}. */
  public ChildJvm(Path directory) {
    this.directory = directory;
    this.out = directory.resolve("stdout");
    this.err = directory.resolve("stderr");
  }

  /** Runs {@code main} with {@code logback.xml} holding {@code xml}; returns its exit code. */
  int run(String xml, Class<?> main, String... arguments) throws IOException, InterruptedException {
    Process process = start(xml, main, arguments);
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError(main.getSimpleName() + " did not end within a minute");
    }
    return process.exitValue();
  }

  /** As {@link #run}, without waiting for the end. */
  Process start(String xml, Class<?> main, String... arguments) throws IOException {
    return command(xml, main, arguments).redirectOutput(out.toFile()).start();
  }

  /** As {@link #start}, with standard output for the caller to read or to close. */
  Process startPiped(String xml, Class<?> main, String... arguments) throws IOException {
    return command(xml, main, arguments).start();
  }

  /** As {@link #start}, not started yet, as the argument of another program. */
  public ProcessBuilder through(
      List<String> launcher, String xml, Class<?> main, String... arguments) throws IOException {
    ProcessBuilder builder = command(xml, main, arguments);
    builder.command().addAll(0, launcher);
    return builder.redirectOutput(out.toFile());
  }

  private ProcessBuilder command(String xml, Class<?> main, String... arguments)
      throws IOException {
    Path configuration = directory.resolve("logback.xml");
    Files.writeString(configuration, "<configuration>" + xml + "</configuration>");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dlogback.configurationFile=" + configuration);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(err.toFile());
  }

  /** What it wrote to standard error so far. */
  public String stderr() throws IOException {
    return Files.readString(err);
  }
}
