// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Java strings to quoted, escaped UTF-8, straight into a buffer.
 *
 * <p>No loop here calls {@code String.charAt}: its branch profile is shared by the whole JVM, and
 * one Chinese text anywhere makes every ASCII loop compiled later several times slower. Characters
 * are taken out in bulk instead:
 *
 * <ul>
 *   <li>short strings go through {@code getChars} and a table loop;
 *   <li>longer ones are narrowed to bytes by the ISO-8859-1 encoder, a vector intrinsic that also
 *       tells where the first wider character stands, and are then checked in place eight bytes at
 *       a time;
 *   <li>what is not plain ASCII goes through the table loop in pieces.
 * </ul>
 *
 * <p>Owned by one {@link JsonWriter}; not thread-safe.
 */
final class Strings {

  /** Below this many characters the bulk way costs more than it saves. */
  private static final int SHORT = 32;

  /** Characters taken out of a string at once. */
  private static final int CHUNK = 2048;

  /** Characters that go through the table loop after one that is not plain, before bulk resumes. */
  private static final int PIECE = 32;

  /** Longest output of one UTF-16 unit, as in {@code \}{@code u001f}. */
  private static final int MAX_BYTES_PER_CHAR = 6;

  /** The table loop stores four bytes at a time and may touch this many behind its last byte. */
  private static final int SLACK = 8;

  /** Characters of a string that stands where nobody reads any more. */
  private static final int FEW = 256;

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private final Utf8Buffer out;
  private final boolean lenient;
  private final byte[] escapes;

  /** The highest ASCII character that is written as it is. */
  private final int lastPlain;

  private final char[] chars = new char[CHUNK];
  private final CharBuffer charView = CharBuffer.wrap(chars);
  private final CharsetEncoder latin1 = StandardCharsets.ISO_8859_1.newEncoder();

  /** How many unpaired surrogates were replaced so far; a mere change is what matters. */
  int replaced;

  Strings(Utf8Buffer out, boolean lenient) {
    this.out = out;
    this.lenient = lenient;
    this.escapes = lenient ? Escapes.LENIENT : Escapes.STRICT;
    this.lastPlain = lenient ? 0x7E : 0x7F;
  }

  /** Appends {@code s} in quotes; in strict mode throws where a surrogate stands alone. */
  void write(String s) {
    int n = s.length();
    if (n > SHORT) {
      out.putByte('"');
      longContent(s);
      out.putByte('"');
      return;
    }
    out.ensure(n * MAX_BYTES_PER_CHAR + SLACK);
    s.getChars(0, n, chars, 0);
    byte[] b = out.buf;
    int p = out.pos;
    b[p] = '"';
    p = encode(b, p + 1, chars, 0, n);
    b[p] = '"';
    out.pos = p + 1;
  }

  /** Appends {@code s} without quotes; in strict mode throws where a surrogate stands alone. */
  void content(String s) {
    int n = s.length();
    if (n > SHORT) {
      longContent(s);
      return;
    }
    out.ensure(n * MAX_BYTES_PER_CHAR + SLACK);
    s.getChars(0, n, chars, 0);
    out.pos = encode(out.buf, out.pos, chars, 0, n);
  }

  /** As {@link #write}, whatever stands before it. */
  void name(String s) {
    if (s.length() <= out.wanted) {
      out.putByte('"');
      longContent(s, s.length());
      out.putByte('"');
    } else {
      write(s);
    }
  }

  private void longContent(String s) {
    int n = s.length();
    if (n <= out.wanted && (out.pos <= out.ceiling || n <= FEW)) {
      longContent(s, n);
      return;
    }
    int shown = out.pos <= out.ceiling ? out.wanted : Math.min(out.wanted, FEW);
    if (Character.isSupplementaryCodePoint(s.codePointAt(shown - 1))) {
      shown--;
    }
    longContent(s, shown);
    out.ensure(SLACK);
    Bytes.INT.set(out.buf, out.pos, 0xA680E2); // …
    out.pos += 3;
  }

  private void longContent(String s, int n) {
    int i = 0;
    while (i < n) {
      int end = Math.min(n, i + CHUNK);
      s.getChars(i, end, chars, 0);
      int len = end - i;
      if (end < n && Character.isHighSurrogate(chars[len - 1])) {
        len--; // the pair stays together in the next chunk
      }
      out.ensure(len * MAX_BYTES_PER_CHAR + SLACK);
      out.pos = writeChunk(out.buf, out.pos, len);
      i += len;
    }
  }

  private int writeChunk(byte[] b, int start, int n) {
    int p = start;
    int i = 0;
    int piece = PIECE;
    while (i < n) {
      if (n - i >= 2 * Long.BYTES) {
        int narrowed = narrow(p, i, n);
        int clean = plainPrefix(b, p, p + narrowed) - p;
        p += clean;
        i += clean;
        piece = clean < Long.BYTES ? 4 * piece : PIECE; // text of another script goes on
      }
      int end = Math.min(n, i + piece);
      if (end < n && Character.isLowSurrogate(chars[end])) {
        end++; // it may be the other half of the piece's last character
      }
      p = encode(b, p, chars, i, end);
      i = end;
    }
    return p;
  }

  /** Copies characters from {@code i} on that fit into a byte each, and returns how many. */
  private int narrow(int p, int i, int n) {
    charView.limit(n).position(i);
    latin1.reset().encode(charView, out.view().position(p), true);
    return charView.position() - i;
  }

  /** The first position from {@code from} whose byte is not plain, or {@code to}. */
  private int plainPrefix(byte[] b, int from, int to) {
    long del = lenient ? ONES : 0;
    int i = from;
    for (; i + 2 * Long.BYTES <= to; i += 2 * Long.BYTES) {
      long first = special((long) Bytes.LONG.get(b, i), del);
      long second = special((long) Bytes.LONG.get(b, i + Long.BYTES), del);
      if ((first | second) != 0) {
        break; // the loop below finds where
      }
    }
    for (; i + Long.BYTES <= to; i += Long.BYTES) {
      long special = special((long) Bytes.LONG.get(b, i), del);
      if (special != 0) {
        return i + (Long.numberOfTrailingZeros(special) >>> 3);
      }
    }
    int last = to - Long.BYTES;
    if (i == to || last < from) {
      return firstSpecial(b, i, to);
    }
    // one word that overlaps the last instead of up to seven bytes one by one
    long special = special((long) Bytes.LONG.get(b, last), del);
    return special == 0 ? to : last + (Long.numberOfTrailingZeros(special) >>> 3);
  }

  private int firstSpecial(byte[] b, int from, int to) {
    int i = from;
    while (i < to && b[i] >= 0 && escapes[b[i]] == Escapes.NONE) {
      i++;
    }
    return i;
  }

  /**
   * High bits of the lanes of {@code v} that are not plain; the lowest set one is exact.
   *
   * <p>A subtraction borrows from the next lane only if its own lane is flagged, so a false flag
   * can stand only above a true one (Lemire, "Detect control characters, quotes and backslashes
   * efficiently using SWAR", 2025-04-13). {@code del} is 1 in every lane to flag U+007F too.
   */
  private static long special(long v, long del) {
    long control = v - 0x20 * ONES;
    long quote = (v ^ ('"' * ONES)) - ONES;
    long backslash = (v ^ ('\\' * ONES)) - ONES;
    return (control | quote | backslash | v | (v + del)) & HIGH_BITS;
  }

  /** Encodes {@code cs[from..n)}, which holds whole pairs; room was made by the caller. */
  private int encode(byte[] b, int start, char[] cs, int from, int n) {
    int max = lastPlain;
    int shift = start - from;
    for (int i = from; i < n; i++) {
      int c = cs[i];
      if (c < ' ' || c > max || c == '"' || c == '\\') {
        return encodeRest(b, i + shift, cs, i, n);
      }
      b[i + shift] = (byte) c;
    }
    return n + shift;
  }

  private int encodeRest(byte[] b, int start, char[] cs, int from, int n) {
    byte[] table = escapes;
    int p = start;
    int i = from;
    while (i < n) {
      int c = cs[i++];
      if (c < 0x80) {
        byte escape = table[c];
        if (escape == Escapes.NONE) {
          b[p++] = (byte) c;
        } else {
          p = Escapes.write(b, p, c, escape);
        }
      } else if (c < 0x800) {
        p = encode2(b, p, c);
      } else if ((c & 0xF800) != 0xD800) {
        // one store for three bytes; the fourth is overwritten by what follows
        Bytes.INT.set(b, p, c >> 12 | (c & 0xFC0) << 2 | (c & 0x3F) << 16 | 0x8080E0);
        p += 3;
      } else if (c < 0xDC00 && i < n && Character.isLowSurrogate(cs[i])) {
        int cp = Character.toCodePoint((char) c, cs[i++]);
        Bytes.INT.set(
            b,
            p,
            cp >> 18 | (cp & 0x3F000) >> 4 | (cp & 0xFC0) << 10 | (cp & 0x3F) << 24 | 0x808080F0);
        p += 4;
      } else {
        p = unpaired(b, p);
      }
    }
    return p;
  }

  private int encode2(byte[] b, int p, int c) {
    if (c < 0xA0 && lenient) {
      return Escapes.write(b, p, c, Escapes.HEX);
    }
    Bytes.SHORT.set(b, p, (short) (c >> 6 | (c & 0x3F) << 8 | 0x80C0));
    return p + 2;
  }

  private int unpaired(byte[] b, int p) {
    if (!lenient) {
      throw new JsonEncodeException("str is not valid UTF-8: surrogates not allowed");
    }
    replaced++;
    Bytes.INT.set(b, p, 0xBDBFEF); // U+FFFD
    return p + 3;
  }

  /** {@code s} with its unpaired surrogates replaced. */
  static String wellFormed(String s) {
    int[] codePoints = s.codePoints().map(c -> c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c).toArray();
    return new String(codePoints, 0, codePoints.length);
  }
}
