// SPDX-License-Identifier: Apache-2.0
package orjson;

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
}
