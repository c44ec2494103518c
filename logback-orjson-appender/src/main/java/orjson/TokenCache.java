// SPDX-License-Identifier: Apache-2.0
package orjson;

/**
 * Texts that come again and again, by what they were encoded to: keys, logger names, thread names.
 *
 * <p>A direct-mapped table of fixed size. A text is encoded into a token only when it is met a
 * second time, so texts that never come again cost nothing but their place. Owned by one {@link
 * JsonWriter}; not thread-safe.
 */
final class TokenCache {

  /** Longer texts are not worth their place. */
  static final int MAX_TEXT = 64;

  /** What the text is encoded as, if that is not the same for all. */
  private final Object[] owners;

  private final String[] texts;
  private final Token[] tokens;

  /** A cache of {@code size} places, a power of two. */
  TokenCache(int size) {
    owners = new Object[size];
    texts = new String[size];
    tokens = new Token[size];
  }

  /**
   * The place of a text that was met before, or -1; then the text has taken its place.
   *
   * @param owner what the text is encoded for, or null
   */
  int find(Object owner, int ownerHash, String text) {
    if (text.length() > MAX_TEXT) {
      return -1;
    }
    int hash = text.hashCode() + ownerHash;
    int i = (hash ^ hash >>> 16) & texts.length - 1;
    if (owners[i] == owner && text.equals(texts[i])) {
      return i;
    }
    owners[i] = owner;
    texts[i] = text;
    tokens[i] = null;
    return -1;
  }

  /** The token at a place, or null if it is yet to be made. */
  Token token(int place) {
    return tokens[place];
  }

  /** Puts a token to a place and returns it. */
  Token put(int place, Token token) {
    tokens[place] = token;
    return token;
  }
}
