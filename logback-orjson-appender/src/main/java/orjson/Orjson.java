// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.function.Function;

/**
 * JSON to and from bytes, after Python's orjson: {@code dumps}, bit-flag options, bytes out.
 *
 * <p>Natives are strings and other character sequences, booleans, null, every number type, enums
 * (by name), UUIDs, {@link java.util.Optional}, maps, everything iterable, streams, arrays except
 * {@code byte[]}, public records, {@link Fragment}, and java.time's dates and times. Any other type
 * goes to the fallback or, without one, is a {@link JsonEncodeException} that names it. Integers
 * outside 64 bits, unpaired surrogates, keys that are no text and more than 254 levels are refused;
 * NaN and the infinities are null. Output is raw UTF-8; only what RFC 8259 demands is escaped.
 *
 * <p>All methods are safe for concurrent use.
 */
public final class Orjson {

  /** Indent by two spaces, one member or item a line. */
  public static final int OPT_INDENT_2 = 1;

  /** Write a date-time without an offset as if it were in UTC. */
  public static final int OPT_NAIVE_UTC = 1 << 1;

  /** Accept keys that are numbers, booleans, null, dates, times, enums or UUIDs. */
  public static final int OPT_NON_STR_KEYS = 1 << 2;

  /** Leave out the fraction of a second. */
  public static final int OPT_OMIT_MICROSECONDS = 1 << 3;

  /** Sort the members of maps by code point. */
  public static final int OPT_SORT_KEYS = 1 << 5;

  /** Refuse integers outside ±(2^53 - 1), which JavaScript cannot hold. */
  public static final int OPT_STRICT_INTEGER = 1 << 6;

  /** Write {@code Z} instead of {@code +00:00}. */
  public static final int OPT_UTC_Z = 1 << 7;

  /** Leave maps, lists and character sequences that are not the JDK's own to the fallback. */
  public static final int OPT_PASSTHROUGH_SUBCLASS = 1 << 8;

  /** Leave dates and times to the fallback. */
  public static final int OPT_PASSTHROUGH_DATETIME = 1 << 9;

  /** Append a line feed to the output. */
  public static final int OPT_APPEND_NEWLINE = 1 << 10;

  /** Leave records to the fallback. */
  public static final int OPT_PASSTHROUGH_DATACLASS = 1 << 11;

  private static final int ALL_OPTIONS =
      OPT_INDENT_2
          | OPT_NAIVE_UTC
          | OPT_NON_STR_KEYS
          | OPT_OMIT_MICROSECONDS
          | OPT_SORT_KEYS
          | OPT_STRICT_INTEGER
          | OPT_UTC_Z
          | OPT_PASSTHROUGH_SUBCLASS
          | OPT_PASSTHROUGH_DATETIME
          | OPT_APPEND_NEWLINE
          | OPT_PASSTHROUGH_DATACLASS;

  private static final JsonWriterPool WRITERS = new JsonWriterPool(JsonWriter::strict);

  private Orjson() {}

  /**
   * Serializes {@code value}.
   *
   * @param value the value, or null
   * @return the document in UTF-8
   * @throws JsonEncodeException if the value, or one inside it, has no JSON form
   */
  public static byte[] dumps(Object value) {
    return dumps(value, null, 0);
  }

  /**
   * Serializes {@code value} as the options say.
   *
   * @param value the value, or null
   * @param options any of the {@code OPT_} constants, joined by {@code |}
   * @return the document in UTF-8
   * @throws JsonEncodeException if the value, or one inside it, has no JSON form, or if {@code
   *     options} has a bit that is no option
   */
  public static byte[] dumps(Object value, int options) {
    return dumps(value, null, options);
  }

  /**
   * Serializes {@code value}, asking {@code fallback} about types that are not native.
   *
   * @param value the value, or null
   * @param fallback gives another value to write in the place of the one it is given; its answer
   *     may need the fallback again, up to 254 times. What it throws becomes the cause of a
   *     JsonEncodeException. May be null
   * @param options any of the {@code OPT_} constants, joined by {@code |}
   * @return the document in UTF-8
   * @throws JsonEncodeException as {@link #dumps(Object, int)}
   */
  public static byte[] dumps(Object value, Function<Object, Object> fallback, int options) {
    JsonWriter json = write(value, fallback, options);
    byte[] document = json.toByteArray();
    WRITERS.release(json);
    return document;
  }

  /**
   * Serializes {@code value} to a stream, which is neither flushed nor closed. Nothing is written
   * if the value cannot be.
   *
   * @param value the value, or null
   * @param fallback as for {@link #dumps(Object, Function, int)}
   * @param options any of the {@code OPT_} constants, joined by {@code |}
   * @param out where to
   * @throws IOException if {@code out} throws it
   * @throws JsonEncodeException as {@link #dumps(Object, int)}
   */
  public static void dumps(
      Object value, Function<Object, Object> fallback, int options, OutputStream out)
      throws IOException {
    Objects.requireNonNull(out, "out");
    JsonWriter json = write(value, fallback, options);
    try {
      out.write(json.array(), 0, json.size());
    } finally {
      WRITERS.release(json);
    }
  }

  /**
   * Serializes {@code value} as the next value of a larger document, by the rules of the writer's
   * mode.
   *
   * @param value the value, or null
   * @param fallback as for {@link #dumps(Object, Function, int)}
   * @param options any of the {@code OPT_} constants, joined by {@code |}; a line feed is appended
   *     only to a document that the value completes
   * @param json the writer; unchanged if an exception is thrown
   * @throws JsonEncodeException as {@link #dumps(Object, int)}
   */
  public static void dumps(
      Object value, Function<Object, Object> fallback, int options, JsonWriter json) {
    check(options);
    json.value(value, options, fallback);
    if ((options & OPT_APPEND_NEWLINE) != 0 && json.depth() == 0) {
      json.newline();
    }
  }

  /**
   * Reads a JSON document from UTF-8 bytes.
   *
   * <p>Strictly RFC 8259: no comments, no trailing commas, no NaN, no byte order mark, nothing but
   * blanks around the one value; valid UTF-8 only, and no escape that stands for half a character.
   * What is read becomes
   *
   * <ul>
   *   <li>an object: a {@link java.util.LinkedHashMap} in the document's order. Of members with the
   *       same name the last one's value stands, at the place of the first;
   *   <li>an array: an {@link java.util.ArrayList};
   *   <li>a number without point and exponent: a {@link Long}; from 2<sup>63</sup> to
   *       2<sup>64</sup>-1 a {@link java.math.BigInteger}; beyond these a {@link Double};
   *   <li>any other number: the {@link Double} nearest to it. One too large to be finite is an
   *       error;
   *   <li>a {@link String}, a {@link Boolean}, or null.
   * </ul>
   *
   * <p>The containers are new, modifiable, and the caller's. Up to 1024 levels may be nested, on
   * however small a thread stack.
   *
   * @param utf8 the document
   * @return the value
   * @throws JsonDecodeException if the bytes are not one JSON document
   */
  public static Object loads(byte[] utf8) {
    return Parser.parse(utf8, 0, utf8.length);
  }

  /**
   * Reads a JSON document from a part of an array, as {@link #loads(byte[])} does.
   *
   * @param utf8 the array
   * @param offset where the document begins
   * @param length how many bytes it has
   * @return the value
   * @throws JsonDecodeException if the bytes are not one JSON document; positions are counted from
   *     {@code offset}
   * @throws IndexOutOfBoundsException if the part is not within the array
   */
  public static Object loads(byte[] utf8, int offset, int length) {
    return Parser.parse(utf8, Objects.checkFromIndexSize(offset, length, utf8.length), length);
  }

  /**
   * Reads a JSON document from text, as {@link #loads(byte[])} does.
   *
   * @param text the document
   * @return the value
   * @throws JsonDecodeException if the text is not one JSON document, or has a surrogate that is
   *     not part of a pair
   */
  public static Object loads(CharSequence text) {
    byte[] utf8 = Utf8.encode(text.toString());
    return Parser.parse(utf8, 0, utf8.length);
  }

  /** The document in a pooled writer, which the caller gives back. */
  private static JsonWriter write(Object value, Function<Object, Object> fallback, int options) {
    check(options);
    JsonWriter json = WRITERS.acquire();
    try {
      dumps(value, fallback, options, json);
      return json;
    } catch (Throwable t) {
      WRITERS.release(json);
      throw t;
    }
  }

  private static void check(int options) {
    if ((options & ~ALL_OPTIONS) != 0) {
      throw new JsonEncodeException("Invalid opts: " + options);
    }
  }
}
