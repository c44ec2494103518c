// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.util.Arrays;

/**
 * Strings of a document: eight bytes at a time to the closing quote, then one copy.
 *
 * <p>Plain ASCII goes from the document into the {@code String} at once. Text with other
 * characters, or with escapes, is decoded into an array of UTF-16 units first, which is kept for
 * the next such string of the document.
 *
 * <p>Owned by one {@link Parser}; not thread-safe.
 */
final class StringParser {

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final int FOLLOWERS = 128;
  private static final Key NONE = new Key(0, 0, new byte[] {'"'}, "");
  private static final int MIN_CHARS = 128;

  /** What a backslash and each byte behind it stand for; 0 where that is no escape. */
  private static final char[] ESCAPES = new char[128];

  static {
    char[] escaped = {'"', '\\', '/', 'b', 'f', 'n', 'r', 't'};
    char[] meant = {'"', '\\', '/', '\b', '\f', '\n', '\r', '\t'};
    for (int i = 0; i < escaped.length; i++) {
      ESCAPES[escaped[i]] = meant[i];
    }
  }

  private final Source source;
  private final byte[] bytes;
  private final int limit;
  private char[] chars = {};

  /** For each name, by some bits of its hash, the one that came behind it last time. */
  private final Key[] followers = new Key[FOLLOWERS];

  private Key previous = NONE;

  /** The position behind the closing quote of the last string. */
  int end;

  StringParser(Source source) {
    this.source = source;
    this.bytes = source.bytes;
    this.limit = source.end;
  }

  /** Reads the string whose opening quote is at {@code quote}. */
  String value(int quote) {
    byte[] b = bytes;
    int from = quote + 1;
    int p = from;
    long seen = 0;
    for (; p + Long.BYTES <= limit; p += Long.BYTES) {
      long v = (long) Bytes.LONG.get(b, p);
      long special = special(v);
      if (special != 0) {
        p += Long.numberOfTrailingZeros(special) >>> 3;
        return finish(from, p, seen | v & below(special));
      }
      seen |= v;
    }
    for (; p < limit && plain(b[p]); p++) {
      seen |= (b[p] & 0x80);
    }
    return finish(from, p, seen);
  }

  /**
   * Reads the name whose opening quote is at {@code quote}.
   *
   * <p>Objects of a kind have their names in the same order, so the first guess is the name that
   * followed the previous one last time; a right guess needs no search for the closing quote.
   */
  String name(int quote) {
    int slot = (int) previous.hash & FOLLOWERS - 1;
    Key guess = followers[slot];
    if (guess != null && guess.isAt(bytes, quote + 1, limit)) {
      previous = guess;
      end = quote + 2 + guess.length;
      return guess.text;
    }
    return unexpectedName(quote, slot);
  }

  private String unexpectedName(int quote, int slot) {
    byte[] b = bytes;
    int from = quote + 1;
    int p = from;
    long hash = 0;
    for (; p + Long.BYTES <= limit; p += Long.BYTES) {
      long v = (long) Bytes.LONG.get(b, p);
      long special = special(v);
      if (special != 0) {
        p += Long.numberOfTrailingZeros(special) >>> 3;
        if (b[p] != '"' || p - from > KeyCache.MAX_BYTES) {
          break;
        }
        long tail = v & below(special);
        Key key = key(from, p, Key.mix(hash, tail), tail);
        previous = key;
        followers[slot] = key;
        return key.text;
      }
      hash = Key.mix(hash, v);
    }
    return value(quote);
  }

  private Key key(int from, int to, long hash, long tail) {
    Key known = KeyCache.find(hash);
    if (known != null && known.equals(hash, tail, bytes, from, to - from)) {
      end = to + 1;
      return known;
    }
    String text = value(from - 1);
    Key key = new Key(hash, tail, Arrays.copyOfRange(bytes, from, to + 1), text);
    KeyCache.keep(key);
    return key;
  }

  /**
   * High bits of the lanes of {@code v} with a quote, a backslash or a control character; the
   * lowest set one is exact, as explained at {@link Strings}. Bytes outside ASCII are let pass.
   */
  private static long special(long v) {
    long control = v - 0x20 * ONES;
    long quote = (v ^ '"' * ONES) - ONES;
    long backslash = (v ^ '\\' * ONES) - ONES;
    return (control | quote | backslash) & ~v & HIGH_BITS;
  }

  /** All bits of the lanes below the lowest flagged one. */
  private static long below(long special) {
    return (Long.lowestOneBit(special) >>> 7) - 1;
  }

  private static boolean plain(byte b) {
    return b != '"' && b != '\\' && (b >= ' ' || b < 0);
  }

  /** {@code p} is the first byte from {@code from} on that is not plain. */
  private String finish(int from, int p, long seen) {
    if (p < limit && bytes[p] == '"') {
      end = p + 1;
      if ((seen & HIGH_BITS) == 0) {
        return from == p ? "" : latin1(from, p);
      }
      int n = decode(from, p, 0);
      return new String(chars, 0, n);
    }
    return escaped(from, p);
  }

  /**
   * Text of bytes that each are a character. The constructor is deprecated for being right for
   * nothing else; it is a plain copy that is compiled into its caller, others are not.
   */
  @SuppressWarnings("deprecation")
  private String latin1(int from, int to) {
    return new String(bytes, 0, from, to - from);
  }

  private String escaped(int start, int firstSpecial) {
    int from = start;
    int p = firstSpecial;
    int n = 0;
    while (source.at(p) == '\\') {
      n = decode(from, p, n);
      n = escape(p, n);
      from = end;
      p = nextSpecial(from);
    }
    if (source.at(p) != '"') {
      throw source.failure(p, "a control character must be escaped");
    }
    n = decode(from, p, n);
    end = p + 1;
    return new String(chars, 0, n);
  }

  private int nextSpecial(int from) {
    int p = from;
    for (; p + Long.BYTES <= limit; p += Long.BYTES) {
      long special = special((long) Bytes.LONG.get(bytes, p));
      if (special != 0) {
        return p + (Long.numberOfTrailingZeros(special) >>> 3);
      }
    }
    while (p < limit && plain(bytes[p])) {
      p++;
    }
    return p;
  }

  /** Appends the text of {@code bytes[from..to)} and leaves room for an escape behind it. */
  private int decode(int from, int to, int n) {
    int needed = n + to - from + 2;
    if (needed > chars.length) {
      int grown = (int) Math.min(Math.max(2L * chars.length, MIN_CHARS), limit - source.start + 2L);
      chars = Arrays.copyOf(chars, Math.max(needed, grown));
    }
    int decoded = Utf8.decode(bytes, from, to, chars, n);
    if (decoded == Utf8.MALFORMED) {
      throw source.failure(from, "malformed UTF-8");
    }
    return decoded;
  }

  /** Appends what the escape at {@code backslash} stands for, and sets {@link #end} behind it. */
  private int escape(int backslash, int n) {
    int c = source.at(backslash + 1);
    if (c == 'u') {
      return unicodeEscape(backslash, n);
    }
    char meant = c < 0 ? 0 : ESCAPES[c];
    if (meant == 0) {
      throw wrong(backslash, backslash + 1, "this is no escape of JSON");
    }
    chars[n] = meant;
    end = backslash + 2;
    return n + 1;
  }

  private int unicodeEscape(int backslash, int n) {
    int unit = 0;
    for (int i = backslash + 2; i < backslash + 6; i++) {
      int digit = hexDigit(i);
      if (digit < 0) {
        throw wrong(backslash, i, "this is no escape of JSON");
      }
      unit = unit << 4 | digit;
    }
    chars[n] = (char) unit;
    end = backslash + 6;
    return Character.isSurrogate((char) unit) ? pair(backslash, n) : n + 1;
  }

  /** Appends the other half of the surrogate pair that begins at {@code backslash}. */
  private int pair(int backslash, int n) {
    String problem = "half of a surrogate pair stands alone";
    int low = 0;
    for (int i = 0; i < 6; i++) {
      int c = source.at(end + i);
      int digit = i < 2 ? 0 : hexDigit(end + i);
      boolean fits =
          switch (i) {
            case 0 -> c == '\\';
            case 1 -> c == 'u';
            case 2 -> digit == 0xD;
            case 3 -> digit >= 0xC;
            default -> digit >= 0;
          };
      if (!fits) {
        throw wrong(backslash, end + i, problem);
      }
      low = low << 4 | digit;
    }
    if (!Character.isHighSurrogate(chars[n])) {
      throw source.failure(backslash, problem);
    }
    chars[n + 1] = (char) low;
    end += 6;
    return n + 2;
  }

  private int hexDigit(int i) {
    return Character.digit(source.at(i), 16);
  }

  /** The escape at {@code backslash} is wrong because of what is, or is missing, at {@code i}. */
  private JsonDecodeException wrong(int backslash, int i, String problem) {
    return source.failure(i < limit ? backslash : limit, problem);
  }
}
