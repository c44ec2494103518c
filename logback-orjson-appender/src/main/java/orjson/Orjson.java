// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.util.Objects;

/**
 * JSON to and from bytes, after Python's orjson: {@code dumps}, bit-flag options, bytes out.
 *
 * <p>Natives are strings and other character sequences, booleans, null, every number type, enums
 * (by name), {@link java.util.Optional}, maps with text keys, everything iterable, arrays, {@link
 * Fragment}, and java.time's dates and times; any other type is a {@link JsonEncodeException} that
 * names it. Integers outside 64 bits, unpaired surrogates and more than 254 levels are refused; NaN
 * and the infinities are null. Output is raw UTF-8; only what RFC 8259 demands is escaped.
 *
 * <p>All methods are safe for concurrent use.
 */
public final class Orjson {

  /** Append a line feed to the output. */
  public static final int OPT_APPEND_NEWLINE = 1 << 10;

  private static final int ALL_OPTIONS = OPT_APPEND_NEWLINE;

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
    return dumps(value, 0);
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
    if ((options & ~ALL_OPTIONS) != 0) {
      throw new JsonEncodeException("Invalid opts: " + options);
    }
    JsonWriter json = WRITERS.acquire();
    try {
      json.value(value);
      if ((options & OPT_APPEND_NEWLINE) != 0) {
        json.newline();
      }
      return json.toByteArray();
    } finally {
      WRITERS.release(json);
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
}
