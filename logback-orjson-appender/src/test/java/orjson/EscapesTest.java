// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EscapesTest {

  @ParameterizedTest
  @CsvSource({
    "0, \\u0000",
    "7, \\u0007",
    "8, \\b",
    "9, \\t",
    "10, \\n",
    "11, \\u000b",
    "12, \\f",
    "13, \\r",
    "14, \\u000e",
    "27, \\u001b",
    "31, \\u001f",
    "34, \\\"",
    "92, \\\\"
  })
  void bothModesEscapeAsOrjsonDoes(int c, String escape) {
    assertThat(Escapes.STRICT[c]).isEqualTo(Escapes.LENIENT[c]);
    byte[] buf = new byte[10];
    int end = Escapes.write(buf, 2, c, Escapes.STRICT[c]);
    assertThat(new String(buf, 2, end - 2, StandardCharsets.US_ASCII)).isEqualTo(escape);
  }

  @Test
  void nothingElseInAsciiIsEscapedButDelInLogLines() {
    for (int c = 0x20; c < 0x80; c++) {
      if (c != '"' && c != '\\') {
        assertThat(Escapes.STRICT[c]).isEqualTo(Escapes.NONE);
        assertThat(Escapes.LENIENT[c]).isEqualTo(c == 0x7F ? Escapes.HEX : Escapes.NONE);
      }
    }
  }
}
