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
 * <p>For documents that come encoded from elsewhere, and for constants that are encoded once. The
 * content is never checked, escaped or indented: what is not JSON makes a document that is not
 * JSON. An empty fragment writes nothing. Immutable and thread-safe; equal only to itself.
 */
public final class Fragment {

  final byte[] bytes;

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
}
