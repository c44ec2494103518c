// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * Where third-party test data lies, if it does: beside the repository, or where a property says.
 */
final class Corpora {

  private static final Path ROOT =
      Path.of(System.getProperty("orjson.shared", "../../shared")).toAbsolutePath().normalize();

  private Corpora() {}

  /** A file or folder of the data; the test is skipped if it is not there. */
  static Path require(String path) {
    Path found = ROOT.resolve(path);
    Assumptions.assumeTrue(Files.exists(found), () -> "No third-party data at " + found);
    return found;
  }
}
