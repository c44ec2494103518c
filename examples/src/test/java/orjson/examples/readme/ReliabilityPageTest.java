// SPDX-License-Identifier: Apache-2.0
package orjson.examples.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each promise in docs/reliability.md names tests, and those exist. */
final class ReliabilityPageTest {

  private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
  private static final Path TESTS = Readme.ROOT.resolve("logback-orjson-appender/src/test/java");

  @Test
  void namesTestsThatExist() throws Exception {
    List<MatchResult> named = TEST.matcher(page()).results().toList();
    assertThat(named).hasSizeGreaterThan(30);
    for (MatchResult each : named) {
      assertThat(source(each.group(1))).as(each.group()).contains("void " + each.group(2) + "(");
    }
  }

  @Test
  void namesATestForEachPromise() throws Exception {
    List<String> promises =
        page().lines().filter(line -> line.startsWith("| ") && !line.contains("|---")).toList();
    assertThat(promises.subList(1, promises.size()))
        .isNotEmpty()
        .allMatch(line -> TEST.matcher(line).find());
  }

  private static String page() throws IOException {
    return Files.readString(Readme.ROOT.resolve("docs/reliability.md"));
  }

  private static String source(String type) throws IOException {
    try (Stream<Path> files = Files.walk(TESTS)) {
      Path file = files.filter(each -> each.endsWith(type + ".java")).findAny().orElseThrow();
      return Files.readString(file);
    }
  }
}
