// SPDX-License-Identifier: Apache-2.0
package orjson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static orjson.Documents.concat;
import static orjson.Documents.failure;
import static orjson.Documents.failureOfText;
import static orjson.Documents.loads;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused, and where, without any corpus. */
class LoadsErrorsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // structure
        "[1,] | 2",
        "[1,  ] | 2",
        "{\"a\":1,} | 6",
        "{\"a\":1 , } | 7",
        "[,1] | 1",
        "[,] | 1",
        "[1,,2] | 3",
        "{,} | 1",
        "[1 2] | 3",
        "[1:2] | 2",
        "[1} | 2",
        "{\"a\":1] | 6",
        "{\"a\"} | 4",
        "{\"a\" 1} | 5",
        "{\"a\"::1} | 5",
        "{\"a\":} | 5",
        "{\"a\":]} | 5",
        "{\"a\":1 \"b\":2} | 7",
        "{\"a\":1,,} | 7",
        "{a:1} | 1",
        "{1:1} | 1",
        "{null:1} | 1",
        "{'a':1} | 1",
        "] | 0",
        "} | 0",
        ": | 0",
        "[1]] | 3",
        "[1]x | 3",
        "{\"a\":1}x | 7",
        "1 2 | 2",
        "\"a\"\"b\" | 3",
        "[] [] | 3",
        // literals
        "nul0 | 0",
        "[tru] | 1",
        "[True] | 1",
        "[nan] | 1",
        "[NaN] | 1",
        "Infinity | 0",
        "[-Infinity] | 2",
        "undefined | 0",
        "truefalse | 4",
        // numbers
        "01 | 0",
        "-01 | 1",
        "[00] | 1",
        "1.a | 2",
        "[1.] | 3",
        "[.5] | 1",
        "[-.5] | 2",
        "[-] | 2",
        "+1 | 0",
        "[+1] | 1",
        "[1e] | 3",
        "[1e+] | 4",
        "[1e-x] | 4",
        "[1.e5] | 3",
        "[1.5.5] | 4",
        "[1a] | 2",
        "[0x10] | 2",
        "[1_000] | 2",
        "[--1] | 2",
        "[1-2] | 2",
        // strings
        "\"\\x41\" | 1",
        "\"a\\ \" | 2",
        "\"\\a\" | 1",
        "\"\\U0041\" | 1",
        "\"\\u12g4\" | 1",
        "\"\\u 041\" | 1",
        "\"\\u004\" | 1",
        "\"\\ud800\" | 1",
        "\"\\ud800x\" | 1",
        "\"\\ud800\\n\" | 1",
        "\"\\ud800\\u0041\" | 1",
        "\"\\ud800\\ud800\" | 1",
        "\"\\udc00\" | 1",
        "\"\\udc00\\ud800\" | 1",
        "[\"ab\\udfff\"] | 4",
        "'a' | 0",
        "[a] | 1",
        // no extensions
        "/*a*/1 | 0",
        "1/*a*/ | 1",
        "1//a | 1",
        "#a | 0",
        "[1]; | 3",
        "\\u0031 | 0"
      })
  void refusesWhatIsNotJson(String json, int position) {
    JsonDecodeException e = failure(json);
    assertThat(e.position()).as(e.getMessage()).isEqualTo(position);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[",
        "[1",
        "[1,",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "[[",
        "\"",
        "\"a",
        "\"\\",
        "\"\\u",
        "\"\\u00",
        "\"\\ud83d",
        "\"\\ud83d\\",
        "\"\\ud83d\\ude0",
        "-",
        "1.",
        "1e",
        "1e-",
        "t",
        "tru",
        "fals",
        "nu",
        "[\"中😀"
      })
  void refusesADocumentThatEndsTooEarlyAtItsEnd(String json) {
    JsonDecodeException e = failure(json);
    assertThat(e).hasMessageContaining("ends too early");
    assertThat(e.position()).isEqualTo(json.codePointCount(0, json.length()));
  }

  @Test
  void refusesNothing() {
    for (String blank : List.of("", " ", "\n\n", " ".repeat(100))) {
      assertThat(failure(blank)).hasMessageContaining("empty");
      assertThat(failure(blank).position()).isZero();
      assertThat(failure(blank).line()).isEqualTo(1);
    }
  }

  @Test
  void refusesEveryControlCharacterInAString() {
    for (int c = 0; c < 0x20; c++) {
      for (int before : new int[] {0, 1, 6, 7, 8, 20}) {
        String json = "\"" + "é".repeat(before) + (char) c + "abcdefghijklm\"";
        assertThat(failure(json).position()).as("%d", c).isEqualTo(before + 1);
        assertThat(failure("\"\\n" + "z".repeat(before) + (char) c + "\"").position())
            .isEqualTo(before + 3);
      }
    }
  }

  @Test
  void refusesEveryOtherByteBetweenValues() {
    for (int c = 0; c < 0x80; c++) {
      if (c > ' ' || " \t\r\n".indexOf(c) >= 0) {
        continue;
      }
      assertThat(failure("[1]" + (char) c).position()).as("%d", c).isEqualTo(3);
      assertThat(failure((char) c + "1").position()).as("%d", c).isZero();
      assertThat(
              failure("[1,\n" + " ".repeat(30) + (char) c + "2                      ]").position())
          .as("%d", c)
          .isEqualTo(34);
    }
    assertThat(failure("[1]\u00a0").position()).isEqualTo(3);
    assertThat(failure("\u20281").position()).isZero();
  }

  @Test
  void refusesAByteOrderMark() {
    assertThat(failure("\ufeff1")).hasMessageContaining("byte order mark");
    assertThat(failure("\ufeff").position()).isZero();
    assertThat(loads("\"\ufeff\"")).isEqualTo("\ufeff");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ff",
        "fe",
        "80",
        "bf",
        "c080",
        "c1bf",
        "c3",
        "c328",
        "c3c3",
        "e4b8",
        "e4",
        "e42828",
        "e08080",
        "e09fbf",
        "e4b828",
        "eda080",
        "edbfbf",
        "eda080edb080",
        "f0",
        "f09f98",
        "f0288cbc",
        "f0808080",
        "f08fbfbf",
        "f4908080",
        "f5808080",
        "f88080808080",
        "fc80808080"
      })
  void refusesMalformedUtf8AsAWhole(String hex) {
    byte[] bad = new BigInteger("00" + hex, 16).toByteArray();
    bad = bad[0] == 0 ? Arrays.copyOfRange(bad, 1, bad.length) : bad;
    for (int before = 0; before < 20; before++) {
      for (String tail : List.of("\"", "abcdefghijklmnopq\"", "中\"", "")) {
        byte[] json =
            concat(("\"" + "中".repeat(before)).getBytes(UTF_8), bad, tail.getBytes(UTF_8));
        JsonDecodeException e = failure(json);
        assertThat(e).hasMessageContaining("UTF-8 (byte " + (1 + 3 * before) + ")");
        assertThat(List.of(e.position(), e.line(), e.column())).isEqualTo(List.of(0, 1, 1));
      }
    }
    assertThat(failure(concat("{\"".getBytes(UTF_8), bad, "\":1}          ".getBytes(UTF_8))))
        .hasMessageContaining("UTF-8");
    assertThat(failure(concat("[1 2".getBytes(UTF_8), bad)))
        .as("goes before an error that comes first")
        .hasMessageContaining("UTF-8");
  }

  @Test
  void countsPositionsInCharactersAndColumnsInLines() {
    JsonDecodeException e = failure("[\"中\",\n \"😀\" 1]");
    assertThat(e.position()).isEqualTo(11);
    assertThat(e.line()).isEqualTo(2);
    assertThat(e.column()).isEqualTo(6);
    assertThat(e).hasMessageEndingWith(": line 2, column 6 (character 11)");
  }

  @Test
  void refusesUnpairedSurrogatesInTextWhereTheyStand() {
    for (String unpaired : List.of("\ud800", "\udbff", "\udc00", "\udfff", "\udc00\ud800")) {
      for (int before = 0; before < 12; before++) {
        String text = "[\"😀\",\n\"" + "?".repeat(before) + unpaired + "\"]";
        JsonDecodeException e = failureOfText(text);
        assertThat(e).hasMessageContaining("surrogate");
        assertThat(e.position()).isEqualTo(7 + before);
        assertThat(e.line()).isEqualTo(2);
        assertThat(e.column()).isEqualTo(2 + before);
      }
    }
  }
}
