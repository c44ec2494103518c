// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Bytes that already are JSON, written as they are.
 *
 * <p>For documents that come encoded from elsewhere, and for constants that are encoded once. A
 * strict writer never checks, escapes or indents the content: what is not JSON makes a document
 * that is not JSON, and an empty fragment writes nothing. A lenient writer checks it once, puts it
 * on one line, and writes what is not JSON as a string. Immutable and thread-safe; equal only to
 * itself.
 */
public final class Fragment {

  private static final byte[] NOT_JSON = {};

  final byte[] bytes;

  /** What {@link #line()} found; computed when first asked for, perhaps by several threads. */
  private byte[] line;

  /**
   * A fragment of a copy of {@code utf8}.
   *
   * @param utf8 one JSON value in UTF-8
   */
  public Fragment(byte[] utf8) {
    this.bytes = Objects.requireNonNull(utf8, "utf8").clone();
  }

  /**
   * A fragment of {@code json} in UTF-8.
   *
   * @param json one JSON value
   * @throws JsonEncodeException if a surrogate stands alone
   */
  public Fragment(String json) {
    this.bytes = encode(Objects.requireNonNull(json, "json"));
  }

  private static byte[] encode(String json) {
    try {
      ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(json));
      byte[] bytes = new byte[utf8.remaining()];
      utf8.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new JsonEncodeException("str is not valid UTF-8: surrogates not allowed", e);
    }
  }

  /**
   * The bytes on one line, for a writer that must not trust them; null if they are not JSON. Raw
   * control characters can only be blanks between tokens, so a space may stand for each.
   */
  byte[] line() {
    byte[] known = line;
    if (known == null) {
      known = oneLine(bytes);
      line = known;
    }
    return known == NOT_JSON ? null : known;
  }

  private static byte[] oneLine(byte[] json) {
    try {
      Parser.parse(json, 0, json.length);
    } catch (JsonDecodeException e) {
      return NOT_JSON;
    }
    byte[] line = json.clone();
    for (int i = 0; i < line.length; i++) {
      if (line[i] >= 0 && line[i] < ' ') {
        line[i] = ' ';
      }
    }
    return line;
  }
}
