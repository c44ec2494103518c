// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the third-party documents that are not part of this repository.
 *
 * <p>They are looked for in the directory that the system property {@code orjson.shared} names, or
 * else beside the checkout; where they are absent, the test that asks for them is skipped.
 */
final class Corpora {

  private static final Path ROOT =
      Path.of(System.getProperty("orjson.shared", "../../shared")).toAbsolutePath().normalize();

  private Corpora() {}

  /** The file or directory of this name; skips the test if it is not there. */
  static Path path(String name) {
    Path path = ROOT.resolve(name);
    assumeTrue(Files.exists(path), () -> path + " is not there");
    return path;
  }

  /** The content of the file of this name; skips the test if it is not there. */
  static byte[] bytes(String name) {
    return read(path(name));
  }

  /** The files in the directory of this name, sorted; skips the test if it is not there. */
  static List<Path> files(String directory) {
    try (Stream<Path> files = Files.list(path(directory))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
