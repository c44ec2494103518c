// SPDX-License-Identifier: Apache-2.0
package orjson.examples.readme;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The project's README.md, taken apart. */
record Readme(String text) {

  /** The project's directory. */
  static final Path ROOT = Path.of("..");

  private static final Pattern SNIPPET =
      Pattern.compile(
          "(?:<!-- (?<source>[^\\n]*) -->\\n)?```(?<language>\\w*)\\n(?<body>.*?)```\\n",
          Pattern.DOTALL);

  private static final Pattern CODE = Pattern.compile("`([^`]*)`");

  /**
   * A fenced block.
   *
   * @param source the comment in the line above, or null
   * @param body the block's lines, each with its line feed
   */
  record Snippet(String source, String language, String body) {}

  static Readme read() throws IOException {
    return new Readme(Files.readString(ROOT.resolve("README.md")));
  }

  List<Snippet> snippets() {
    return SNIPPET
        .matcher(text)
        .results()
        .map(match -> new Snippet(match.group(1), match.group(2), match.group(3)))
        .toList();
  }

  /** The one snippet whose source is {@code source}. */
  Snippet snippet(String source) {
    return snippets().stream().filter(s -> source.equals(s.source())).findFirst().orElseThrow();
  }

  /** The cells of the first table below a line, its head left out. */
  List<List<String>> tableBelow(String line) {
    List<List<String>> rows = new ArrayList<>();
    int start = text.indexOf("\n" + line + "\n");
    if (start < 0) {
      throw new AssertionError("README.md has no line: " + line);
    }
    for (String row : text.substring(start).lines().skip(2).toList()) {
      if (row.startsWith("|")) {
        rows.add(Stream.of(row.substring(1).split("\\|", -1)).map(String::trim).toList());
      } else if (!rows.isEmpty()) {
        break;
      }
    }
    return rows.subList(2, rows.size());
  }

  /** What stands between backticks if nothing else stands in the cell, or null. */
  static String code(String cell) {
    Matcher matcher = CODE.matcher(cell);
    return matcher.matches() ? matcher.group(1) : null;
  }
}
