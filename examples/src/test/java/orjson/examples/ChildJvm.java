// SPDX-License-Identifier: Apache-2.0
package orjson.examples;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program in a JVM of its own, as a user starts it: our library, what it needs, and nothing of
 * the tests.
 */
public final class ChildJvm {

  private static final long TIMEOUT_SECONDS = 120;

  /** One class of each jar that the library needs at run time, itself included. */
  private static final List<String> LIBRARY =
      List.of(
          "orjson.Orjson",
          "ch.qos.logback.classic.Logger",
          "ch.qos.logback.core.Appender",
          "org.slf4j.Logger",
          "com.lmax.disruptor.RingBuffer");

  private final Path directory;
  private final List<String> options;

  private ChildJvm(Path directory, List<String> options) {
    this.directory = directory;
    this.options = options;
  }

  /** What a program left behind. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Result(int exitCode, byte[] stdout, String stderr) {}

  /** Everything on the class path; {@code more} are places of further classes. */
  public static ChildJvm onClassPath(Path directory, Class<?>... more) {
    List<String> path = Stream.concat(places(more), LIBRARY.stream().map(ChildJvm::place)).toList();
    return new ChildJvm(directory, List.of("-classpath", String.join(File.pathSeparator, path)));
  }

  /** The library as named modules, the program on the class path. */
  public static ChildJvm onModulePath(Path directory, Class<?>... more) {
    return new ChildJvm(
        directory,
        List.of(
            "--module-path",
            LIBRARY.stream().map(ChildJvm::place).collect(Collectors.joining(File.pathSeparator)),
            "--add-modules",
            "orjson",
            "-classpath",
            places(more).collect(Collectors.joining(File.pathSeparator))));
  }

  /** As this one, with a further JVM option. */
  public ChildJvm with(String option) {
    List<String> all = new ArrayList<>(options);
    all.add(option);
    return new ChildJvm(directory, all);
  }

  /** Runs {@code main} in the directory until it ends. */
  public Result run(Class<?> main, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add(main.getName());
    command.addAll(List.of(args));
    Path stdout = Files.createTempFile("child", ".stdout");
    Path stderr = Files.createTempFile("child", ".stderr");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectOutput(stdout.toFile())
              .redirectError(stderr.toFile());
      builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
      Process process = builder.start();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        throw new AssertionError("Did not end: " + command + "\n" + Files.readString(stderr));
      }
      return new Result(
          process.exitValue(),
          Files.readAllBytes(stdout),
          new String(Files.readAllBytes(stderr), StandardCharsets.UTF_8));
    } finally {
      Files.delete(stdout);
      Files.delete(stderr);
    }
  }

  private static Stream<String> places(Class<?>... classes) {
    return Stream.of(classes).map(Class::getName).map(ChildJvm::place).distinct();
  }

  private static String place(String className) {
    try {
      Class<?> type = Class.forName(className, false, ChildJvm.class.getClassLoader());
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
