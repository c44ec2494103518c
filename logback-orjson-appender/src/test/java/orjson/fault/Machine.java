// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Programs and file systems of the machine that the fault tests need.
 *
 * <p>Where one is not to be had the test is skipped; with {@code -Dfault.required=true} it fails.
 */
final class Machine {

  private static final long TIMEOUT_SECONDS = 60;

  private Machine() {}

  /** Goes on only if each of the programs is there. */
  static void needs(String... programs) {
    for (String each : programs) {
      if (find(each) == null) {
        miss(each + " is not installed");
      }
    }
  }

  /** Goes on only if the file is there. */
  static void needsFile(String file) {
    if (!Files.exists(Path.of(file))) {
      miss(file + " is not there");
    }
  }

  /** The path of a program, which may stand where only root looks; null if there is none. */
  static String find(String program) {
    String path = System.getenv("PATH") + ":/usr/sbin:/sbin:/lib/systemd";
    return Stream.of(path.split(":"))
        .map(each -> Path.of(each, program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElse(null);
  }

  private static void miss(String what) {
    if (Boolean.getBoolean("fault.required")) {
      fail(what);
    }
    abort(what);
  }

  /** Runs a command that must succeed, and returns what it printed. */
  static String run(String... command) throws Exception {
    StringBuilder printed = new StringBuilder();
    assertThat(status(printed, command)).as(String.join(" ", command) + ": " + printed).isZero();
    return printed.toString();
  }

  private static int status(StringBuilder printed, String... command) throws Exception {
    Path output = Files.createTempFile("command", ".out");
    try {
      command[0] = find(command[0]);
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        fail(String.join(" ", command) + " does not end");
      }
      printed.append(Files.readString(output));
      return process.exitValue();
    } finally {
      Files.delete(output);
    }
  }

  /** A file system of its own at a directory, until it is taken away. */
  static final class Mount {

    private final Path directory;

    private Mount(Path directory) {
      this.directory = directory;
    }

    /** In memory, with room for so many KiB. */
    static Mount tmpfs(Path directory, int kibibytes) throws Exception {
      return mount(directory, "mount", "-t", "tmpfs", "-o", "size=" + kibibytes + "k", "tmpfs");
    }

    /** On a disk of so many MiB that lies in the file {@code image}. */
    static Mount ext4(Path directory, Path image, int mebibytes) throws Exception {
      needs("mkfs.ext4");
      try (OutputStream out = Files.newOutputStream(image)) {
        byte[] zeros = new byte[1024 * 1024];
        for (int i = 0; i < mebibytes; i++) {
          out.write(zeros);
        }
      }
      run("mkfs.ext4", "-q", "-F", image.toString());
      return mount(directory, "mount", "-o", "loop", image.toString());
    }

    private static Mount mount(Path directory, String... command) throws Exception {
      Files.createDirectories(directory);
      String[] all =
          Stream.concat(Stream.of(command), Stream.of(directory.toString())).toArray(String[]::new);
      StringBuilder printed = new StringBuilder();
      if (find("mount") == null || status(printed, all) != 0) {
        miss("No file system can be mounted: " + printed);
      }
      return new Mount(directory);
    }

    /** Fills it with a file until no more than so many bytes are free. */
    Path fillUpTo(long freeBytes) throws IOException {
      Path ballast = directory.resolve("ballast");
      long size = directory.toFile().getUsableSpace() - freeBytes;
      Files.write(ballast, new byte[Math.toIntExact(size)]);
      return ballast;
    }

    void awaitFull() throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
      while (directory.toFile().getUsableSpace() > 0) {
        assertThat(System.nanoTime()).as("The disk does not fill").isLessThan(end);
        Thread.sleep(1);
      }
    }

    void unmount() throws Exception {
      run("umount", directory.toString());
    }
  }

  /** A configuration that we ship for those who read the lines. */
  static String example(String name) throws IOException {
    return Files.readString(Path.of("..", "examples", "consumers").resolve(name));
  }

  /** Text for people, from bytes that may hold anything. */
  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
