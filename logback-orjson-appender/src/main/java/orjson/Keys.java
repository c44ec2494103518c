// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.UUID;

/**
 * The names of a map's members: from keys of any type, and remembered once encoded.
 *
 * <p>Owned by one {@link JsonWriter}; not thread-safe.
 */
final class Keys {

  private static final int CACHED = 256;

  private final JsonWriter out;
  private final Scalars scalars;
  private final NameSet names;
  private final boolean lenient;

  /** Whether names are kept apart. */
  private final boolean apart;

  private final boolean drops;

  /** A comma, the quoted key and a colon, of keys met before: maps of one shape share them. */
  private final TokenCache cache = new TokenCache(CACHED);

  Keys(JsonWriter out, Scalars scalars, NameSet names, boolean lenient, DuplicateKeys duplicates) {
    this.out = out;
    this.scalars = scalars;
    this.names = names;
    this.lenient = lenient;
    this.apart = duplicates != DuplicateKeys.KEEP;
    this.drops = duplicates == DuplicateKeys.DROP;
  }

  /** A map's key with the value that goes with it, ordered as UTF-8 is, hence by code point. */
  static final class Sortable implements Comparable<Sortable> {

    final String key;
    final Object value;
    private final byte[] utf8;

    Sortable(String key, Object value) {
      this.key = key;
      this.value = value;
      this.utf8 = key.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int compareTo(Sortable other) {
      return Arrays.compareUnsigned(utf8, other.utf8);
    }
  }

  /** A map was begun. */
  void open(int level) {
    if (apart) {
      names.open(out.depth() + 1 + level);
    }
  }

  void close(int level) {
    if (apart) {
      names.close(out.depth() + 1 + level);
    }
  }

  /** The output from {@code pos} on was taken back. */
  void rewind(int pos) {
    names.rewind(pos);
  }

  /** Writes a name encoded ahead of time, the colon, and before them a comma unless it is first. */
  void write(JsonName name, boolean first) {
    write(name.encoded, first);
  }

  void write(Token token, boolean first) {
    if (first) {
      token.writeTail(out);
    } else {
      token.write(out);
    }
  }

  /**
   * Writes {@code key} as a name, the colon, and before them a comma unless it is first; false, and
   * nothing written, if the member is to be left out because of its name.
   */
  boolean write(Object key, int options, int level, boolean first) {
    String text = key instanceof String s ? s : text(key, options);
    if (apart) {
      return writeUnused(text, out.depth() + 1 + level, first);
    }
    write(text, first);
    return true;
  }

  private boolean writeUnused(String text, int depth, boolean first) {
    int start = out.pos;
    int replaced = out.replaced();
    if (names.claim(text, depth, start)) {
      write(text, first);
    } else if (drops) {
      return false;
    } else {
      write(names.claimNext(text, depth, start), first);
    }
    if (out.replaced() == replaced) {
      return true;
    }
    out.pos = start;
    names.rewind(start);
    // as it reads now, another may be called so
    return writeUnused(Strings.wellFormed(text), depth, first);
  }

  /** Writes {@code text} as a name, the colon, and before them a comma unless it is first. */
  void write(String text, boolean first) {
    int place = cache.find(null, 0, text);
    if (place < 0) {
      encode(text, first);
      return;
    }
    Token token = cache.token(place);
    if (token == null) {
      token = cache.put(place, token(text));
    }
    if (token == null) {
      encode(text, first);
    } else {
      write(token, first);
    }
  }

  private void encode(String text, boolean first) {
    if (!first) {
      out.putByte(',');
    }
    out.nameText(text);
    out.putByte(':');
  }

  /** The token of a name and a text that is its value. */
  Token member(JsonName name, String value) {
    int start = out.pos;
    try {
      name.encoded.write(out);
      out.string(value);
      return new Token(Arrays.copyOfRange(out.buf, start, out.pos));
    } finally {
      out.pos = start;
    }
  }

  /** The token of a key; null if it has an unpaired surrogate, so that each time shows it anew. */
  private Token token(String text) {
    int start = out.pos;
    int replaced = out.replaced();
    try {
      encode(text, false);
      byte[] bytes = Arrays.copyOfRange(out.buf, start, out.pos);
      return out.replaced() == replaced ? new Token(bytes) : null;
    } finally {
      out.pos = start;
    }
  }

  /** The text of a key; strict mode takes others than texts only by its option. */
  String text(Object key, int options) {
    if (lenient) {
      return lenientText(key);
    }
    if (key instanceof CharSequence || key instanceof Character) {
      return String.valueOf(key.toString());
    }
    if ((options & Orjson.OPT_NON_STR_KEYS) == 0) {
      throw new JsonEncodeException("Dict key must be str");
    }
    return scalarText(key, options);
  }

  private String lenientText(Object key) {
    try {
      return key == null ? "null" : String.valueOf(key.toString());
    } catch (Throwable t) {
      return out.failureText(t);
    }
  }

  /** What the value would be written as, without its quotes. */
  private String scalarText(Object key, int options) {
    if (!isScalar(key)) {
      throw new JsonEncodeException(
          "Dict key must a type serializable with OPT_NON_STR_KEYS: "
              + key.getClass().getTypeName());
    }
    if (key instanceof BigInteger i
        && (i.bitLength() > 64 || i.signum() < 0 && i.bitLength() > 63)) {
      throw new JsonEncodeException("Dict integer key must be within 64-bit range");
    }
    if (key instanceof Enum<?> e) {
      return e.name();
    }
    int exempt = Orjson.OPT_STRICT_INTEGER | Orjson.OPT_PASSTHROUGH_DATETIME;
    int start = out.pos;
    int keyOptions = options & ~exempt;
    if (!scalars.common(key, keyOptions)) {
      scalars.other(key, keyOptions);
    }
    boolean quoted = out.buf[start] == '"';
    int from = quoted ? start + 1 : start;
    int length = out.pos - from - (quoted ? 1 : 0);
    out.pos = start;
    return new String(out.buf, from, length, StandardCharsets.US_ASCII);
  }

  private static boolean isScalar(Object key) {
    return key == null
        || key instanceof Boolean
        || key instanceof Number
        || key instanceof Enum<?>
        || key instanceof UUID
        || key instanceof Instant
        || key instanceof OffsetDateTime
        || key instanceof ZonedDateTime
        || key instanceof LocalDateTime
        || key instanceof LocalDate
        || key instanceof LocalTime;
  }
}
