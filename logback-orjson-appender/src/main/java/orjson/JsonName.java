// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.util.Objects;

/**
 * A member's name, quoted, escaped and encoded once.
 *
 * <p>Make one per name at start-up and hand it to {@link JsonWriter#name(JsonName)} as often as
 * wanted. Immutable and thread-safe. Characters that a JSON string may not hold raw are escaped; an
 * unpaired surrogate becomes U+FFFD.
 */
public final class JsonName {

  private final String text;

  /** One of 64 bits, by the text's hash: a filter's answer "certainly not seen" is exact. */
  final long filterBit;

  /** A comma, the quoted name and a colon; the first member of an object leaves the comma out. */
  final Token encoded;

  private JsonName(String text, byte[] encoded) {
    this.text = text;
    this.filterBit = NameSet.filterBit(text);
    this.encoded = new Token(encoded);
  }

  /**
   * Encodes a name.
   *
   * @param text any text, the empty one included
   * @return the encoded name
   * @throws NullPointerException if {@code text} is null
   */
  public static JsonName of(String text) {
    String wellFormed = Strings.wellFormed(Objects.requireNonNull(text, "text"));
    JsonWriter json = JsonWriter.lenient();
    json.putByte(',');
    json.string(wellFormed);
    json.putByte(':');
    return new JsonName(wellFormed, json.toByteArray());
  }

  /** The name, any unpaired surrogate replaced. */
  public String text() {
    return text;
  }

  /** Equal are names of the same text. */
  @Override
  public boolean equals(Object other) {
    return this == other || other instanceof JsonName name && name.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The name, any unpaired surrogate replaced. */
  @Override
  public String toString() {
    return text;
  }
}
