// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.nio.charset.StandardCharsets;

/**
 * Which ASCII characters a JSON string must escape, and how.
 *
 * <p>RFC 8259, section 7: "All Unicode characters may be placed within the quotation marks, except
 * for the characters that MUST be escaped: quotation mark, reverse solidus, and the control
 * characters (U+0000 through U+001F)."
 */
final class Escapes {

  /** In a table: the character is written as it is. */
  static final byte NONE = 0;

  /**
   * In a table: the character is written as {@code \}{@code u00xx}; any other value is a letter.
   */
  static final byte HEX = 'u';

  /** What RFC 8259 demands and nothing more; index is the character. */
  static final byte[] STRICT = table();

  /** As {@link #STRICT}, and DEL, which journald's JSON output would turn into a byte array. */
  static final byte[] LENIENT = table();

  private static final byte[] HEX_DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  static {
    LENIENT[0x7F] = HEX;
  }

  private Escapes() {}

  private static byte[] table() {
    byte[] table = new byte[128];
    java.util.Arrays.fill(table, 0, 0x20, HEX);
    table['"'] = '"';
    table['\\'] = '\\';
    table['\b'] = 'b';
    table['\t'] = 't';
    table['\n'] = 'n';
    table['\f'] = 'f';
    table['\r'] = 'r';
    return table;
  }

  /** Writes the escape of {@code c}, at most 6 bytes, and returns the position behind it. */
  static int write(byte[] buf, int pos, int c, byte escape) {
    buf[pos] = '\\';
    buf[pos + 1] = escape;
    if (escape != HEX) {
      return pos + 2;
    }
    buf[pos + 2] = '0';
    buf[pos + 3] = '0';
    buf[pos + 4] = HEX_DIGITS[c >> 4];
    buf[pos + 5] = HEX_DIGITS[c & 0xF];
    return pos + 6;
  }
}
