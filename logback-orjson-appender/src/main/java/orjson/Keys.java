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

  /** Entries of the cache, a power of two. */
  private static final int CACHED = 256;

  private static final int MAX_CACHED_LENGTH = 40;

  private final JsonWriter out;
  private final Scalars scalars;
  private final NameSet names;
  private final boolean lenient;

  /** Keys by their hash: maps of one shape share their keys. */
  private final String[] cachedKeys = new String[CACHED];

  /** Quoted and with a colon; null until a key is met a second time. */
  private final byte[][] cachedBytes = new byte[CACHED][];

  Keys(JsonWriter out, Scalars scalars, NameSet names, boolean lenient) {
    this.out = out;
    this.scalars = scalars;
    this.names = names;
    this.lenient = lenient;
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

  /** A map was begun; lenient mode keeps its names apart. */
  void open(int level) {
    if (lenient) {
      names.open(out.depth() + 1 + level);
    }
  }

  void close(int level) {
    if (lenient) {
      names.close(out.depth() + 1 + level);
    }
  }

  /** The output from {@code pos} on was taken back. */
  void rewind(int pos) {
    names.rewind(pos);
  }

  /** Writes a name encoded ahead of time, and the colon. */
  void write(JsonName name, int options) {
    out.putBytes(name.encoded, 1);
    space(options);
  }

  /** Writes {@code key} as a name, and the colon. */
  void write(Object key, int options, int level) {
    String text = key instanceof String s ? s : text(key, options);
    if (lenient) {
      writeUnused(text, out.depth() + 1 + level);
    } else {
      write(text);
    }
    space(options);
  }

  private void writeUnused(String text, int depth) {
    int start = out.pos;
    int replaced = out.replaced();
    write(out.unusedName(text, depth));
    if (out.replaced() != replaced) {
      out.pos = start;
      names.rewind(start);
      writeUnused(Strings.wellFormed(text), depth); // as it reads now, another may be called so
    }
  }

  private void write(String text) {
    if (text.length() > MAX_CACHED_LENGTH || !writeCached(text)) {
      out.string(text);
      out.putByte(':');
    }
  }

  private void space(int options) {
    if ((options & Orjson.OPT_INDENT_2) != 0) {
      out.putByte(' ');
    }
  }

  private boolean writeCached(String key) {
    int hash = key.hashCode();
    int i = (hash ^ hash >>> 16) & CACHED - 1;
    if (!key.equals(cachedKeys[i])) {
      cachedKeys[i] = key;
      cachedBytes[i] = null;
      return false;
    }
    byte[] bytes = cachedBytes[i];
    if (bytes != null) {
      out.putBytes(bytes, 0);
      return true;
    }
    int start = out.pos;
    int replaced = out.replaced();
    out.string(key);
    out.putByte(':');
    if (out.replaced() == replaced) { // else the key is not what was written
      cachedBytes[i] = Arrays.copyOfRange(out.buf, start, out.pos);
    }
    return true;
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
