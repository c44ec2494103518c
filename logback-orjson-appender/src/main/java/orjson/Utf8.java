// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.nio.charset.StandardCharsets;

/**
 * UTF-8 to UTF-16 and back, refusing everything that RFC 3629 does: stray, missing and overlong
 * bytes, surrogates, and what lies above U+10FFFF. The JDK's own {@code String} methods replace all
 * that without a word.
 */
final class Utf8 {

  static final int MALFORMED = -1;

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /** Whether {@code b} is one of the bytes 10xxxxxx that follow the first one of a character. */
  static boolean isContinuation(int b) {
    return (b & 0xC0) == 0x80;
  }

  /** Whether {@code b[from..to)} begins with U+FEFF. */
  static boolean startsWithByteOrderMark(byte[] b, int from, int to) {
    return to - from >= 3
        && b[from] == (byte) 0xEF
        && b[from + 1] == (byte) 0xBB
        && b[from + 2] == (byte) 0xBF;
  }

  /** The first place in {@code b[from..to)} where no character begins, or {@link #MALFORMED}. */
  static int firstMalformed(byte[] b, int from, int to) {
    int i = from;
    while (i < to) {
      if (b[i] >= 0) {
        i++;
        continue;
      }
      int c = codePoint(b, i, to);
      if (c == MALFORMED) {
        return i;
      }
      i += length(c);
    }
    return -1;
  }

  /**
   * Decodes {@code b[from..to)} into {@code out} from {@code n} on, which has room for a unit per
   * byte; returns the new {@code n}, or {@link #MALFORMED}. At least one byte follows {@code to}.
   */
  static int decode(byte[] b, int from, int to, char[] out, int n) {
    int i = from;
    int o = n;
    while (i < to) {
      if (b[i] >= 0) {
        int asciiEnd = ascii(b, i, to, out, o);
        o += asciiEnd - i;
        i = asciiEnd;
        continue;
      }
      // Three bytes in one load, the fourth is whatever follows: what most text outside ASCII is.
      int word = i + 3 <= to ? (int) Bytes.INT.get(b, i) : 0;
      if ((word & 0xC0C0F0) == 0x8080E0) {
        int c = (word & 0xF) << 12 | (word >> 2 & 0xFC0) | (word >> 16 & 0x3F);
        if (c < 0x800 || (c & 0xF800) == 0xD800) {
          return MALFORMED;
        }
        out[o++] = (char) c;
        i += 3;
        continue;
      }
      int c = codePoint(b, i, to);
      if (c == MALFORMED) {
        return MALFORMED;
      }
      o += Character.toChars(c, out, o);
      i += length(c);
    }
    return o;
  }

  /** Copies ASCII from {@code i} on, and returns where it ends. */
  private static int ascii(byte[] b, int from, int to, char[] out, int n) {
    int i = from;
    int o = n;
    for (; i + Long.BYTES <= to; i += Long.BYTES, o += Long.BYTES) {
      long v = (long) Bytes.LONG.get(b, i);
      if ((v & HIGH_BITS) != 0) {
        break;
      }
      out[o] = (char) (v & 0x7F);
      out[o + 1] = (char) (v >>> 8 & 0x7F);
      out[o + 2] = (char) (v >>> 16 & 0x7F);
      out[o + 3] = (char) (v >>> 24 & 0x7F);
      out[o + 4] = (char) (v >>> 32 & 0x7F);
      out[o + 5] = (char) (v >>> 40 & 0x7F);
      out[o + 6] = (char) (v >>> 48 & 0x7F);
      out[o + 7] = (char) (v >>> 56);
    }
    while (i < to && b[i] >= 0) {
      out[o++] = (char) b[i++];
    }
    return i;
  }

  /** The character outside ASCII that begins at {@code i}, or {@link #MALFORMED}. */
  private static int codePoint(byte[] b, int i, int to) {
    int lead = b[i] & 0xFF;
    if (lead < 0xC2 || lead > 0xF4) {
      return MALFORMED;
    }
    int n = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (to - i < n) {
      return MALFORMED;
    }
    int c = lead & (0xFF >> n + 1);
    for (int k = 1; k < n; k++) {
      if (!isContinuation(b[i + k])) {
        return MALFORMED;
      }
      c = c << 6 | b[i + k] & 0x3F;
    }
    boolean overlong = length(c) != n;
    boolean surrogate = (c & ~0x7FF) == 0xD800;
    return overlong || surrogate || c > Character.MAX_CODE_POINT ? MALFORMED : c;
  }

  private static int length(int codePoint) {
    return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  /** Encodes {@code text}; throws where a surrogate stands alone. */
  static byte[] encode(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (hasQuestionMark(utf8)) {
      checkPairs(text); // the JDK writes a question mark for a lone surrogate
    }
    return utf8;
  }

  private static boolean hasQuestionMark(byte[] b) {
    int i = 0;
    for (; i + Long.BYTES <= b.length; i += Long.BYTES) {
      long v = (long) Bytes.LONG.get(b, i) ^ '?' * ONES;
      if ((v - ONES & ~v & HIGH_BITS) != 0) {
        return true;
      }
    }
    for (; i < b.length; i++) {
      if (b[i] == '?') {
        return true;
      }
    }
    return false;
  }

  private static void checkPairs(String text) {
    int position = 0;
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < text.length(); position++) {
      int c = text.codePointAt(i);
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        throw new JsonDecodeException(
            "an unpaired surrogate is not text", position, line, position - lineStart + 1);
      }
      if (c == '\n') {
        line++;
        lineStart = position + 1;
      }
      i += Character.charCount(c);
    }
  }
}
