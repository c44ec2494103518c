// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The judge is judged first: all other tests rest on what it refuses. */
class StrictJsonTest {

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "01",
        "+1",
        ".5",
        "1.",
        "NaN",
        "Infinity",
        "nul",
        "'a'",
        "{a:1}",
        "1 2",
        "{} {}",
        "[1]]",
        "\"a\tb\"",
        "\"\\x41\"",
        "/**/1",
        "{\"a\":1,\"a\":2}",
        "[{\"b\":{\"a\":1,\"a\":1}}]",
        "\"\\ud800\"",
        "{\"\\udc00\":1}",
        "\uFEFF1",
        "\"\\u12\""
      })
  void refusesWhatIsNotJson(String text) {
    assertThatThrownBy(() -> StrictJson.parse(utf8(text))).isInstanceOf(AssertionError.class);
  }

  @Test
  void refusesMalformedUtf8() {
    int[][] malformed = {
      {0x80}, {0xC0, 0x80}, {0xE0, 0x80, 0x80}, {0xED, 0xA0, 0x80}, {0xF4, 0x90, 0x80, 0x80}, {0xFF}
    };
    for (int[] bytes : malformed) {
      byte[] text = new byte[bytes.length + 2];
      text[0] = '"';
      for (int i = 0; i < bytes.length; i++) {
        text[i + 1] = (byte) bytes[i];
      }
      text[text.length - 1] = '"';
      assertThatThrownBy(() -> StrictJson.parse(text)).hasMessageStartingWith("Not UTF-8 at byte ");
    }
  }

  @Test
  void losesNoDigit() {
    String number = "1234567890.12345678901234567890123456789000";
    assertThat(StrictJson.parse(utf8(number)).decimalValue()).isEqualTo(new BigDecimal(number));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "{}",
        "{}\r\n",
        "{}\n\n",
        "\n{}\n",
        "{\n}\n",
        " {}\n",
        "{} \n",
        "{\t}\n",
        "[]\n",
        "1\n",
        "{}{}\n",
        "{\"a\":\"\u007F\"}\n",
        "{\"a\":\"\u0080\"}\n",
        "{\"a\":\"\u009F\"}\n"
      })
  void refusesWhatIsNotOneLine(String text) {
    assertThatThrownBy(() -> StrictJson.parseLine(utf8(text))).isInstanceOf(AssertionError.class);
  }

  @Test
  void readsALineOfAnyText() {
    String line = "{\"a\":\"\u00A0\u2028 ä中😀\\u0085\\n\"}\n";
    assertThat(StrictJson.parseLine(utf8(line)).get("a").textValue())
        .isEqualTo("\u00A0\u2028 ä中😀\u0085\n");
  }

  @Test
  void readsAFileLineByLineAndNamesTheBadOne(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("lines");
    Files.writeString(file, "{\"n\":1}\n{\"n\":2}\n");
    assertThat(StrictJson.lines(file))
        .extracting(line -> line.get("n").intValue())
        .containsExactly(1, 2);
    assertThat(StrictJson.lines(Files.readAllBytes(file))).hasSize(2);

    Files.writeString(file, "{\"n\":1}\n{\"n\":2}\n{\"n\":3}");
    assertThatThrownBy(() -> StrictJson.lines(file))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("line 3: No line feed");
  }
}
