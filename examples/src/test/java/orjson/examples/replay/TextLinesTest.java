// SPDX-License-Identifier: Apache-2.0
package orjson.examples.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TextLinesTest {

  private static final int BUFFER = 64 * 1024;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {BUFFER - 2, BUFFER - 1, BUFFER, BUFFER + 1, 2 * BUFFER, 5 * BUFFER + 7})
  void keepsLinesWholeAcrossTheBuffersEnd(int length) throws IOException {
    String line = "x".repeat(length);
    assertThat(lines(line + "\r\n" + line + "\nend\r")).containsExactly(line, line, "end\r");
  }

  @Test
  void countsAsWcDoesAndTheRest() throws IOException {
    assertThat(lines("")).isEmpty();
    assertThat(lines("\n")).containsExactly("");
    assertThat(lines("\r\n")).containsExactly("");
    assertThat(lines("a\rb\n\n")).containsExactly("a\rb", "");
  }

  @Test
  void agreesWithASplitOfTheWholeText() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      StringBuilder text = new StringBuilder();
      List<String> expected = new ArrayList<>();
      for (int i = random.nextInt(20); i >= 0; i--) {
        String line = "é".repeat(random.nextInt(random.nextBoolean() ? 4 : BUFFER));
        expected.add(line);
        text.append(line).append(random.nextBoolean() ? "\n" : "\r\n");
      }
      assertThat(lines(text.toString())).as("seed %d, round %d", seed, round).isEqualTo(expected);
    }
  }

  private List<String> lines(String content) throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    Path file = Files.write(directory.resolve("text"), bytes);
    List<String> lines = new ArrayList<>();
    try (TextLines text = new TextLines(file)) {
      for (String line = text.next(); line != null; line = text.next()) {
        lines.add(line);
      }
      assertThat(text.bytes()).isEqualTo(bytes.length);
    }
    return lines;
  }
}
