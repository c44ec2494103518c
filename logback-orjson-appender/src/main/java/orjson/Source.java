// SPDX-License-Identifier: Apache-2.0
package orjson;

/** The bytes of one document, and the way from a place in them to an exception. */
final class Source {

  /** What {@link #at} returns behind the end: a byte that no rule of the grammar accepts. */
  static final int END = 0;

  final byte[] bytes;
  final int start;
  final int end;

  Source(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.start = offset;
    this.end = offset + length;
  }

  /** The byte at {@code i}, or {@link #END}. */
  int at(int i) {
    return i < end ? bytes[i] : END;
  }

  /**
   * What to throw for {@code problem} at byte {@code i}.
   *
   * <p>Malformed UTF-8 anywhere in the document goes before every other error, and whatever goes
   * wrong at the end goes wrong because the document ends there.
   */
  JsonDecodeException failure(int i, String problem) {
    int malformed = Utf8.firstMalformed(bytes, start, end);
    if (malformed >= 0) {
      return new JsonDecodeException(
          "the document is not valid UTF-8 (byte " + (malformed - start) + ")", 0, 1, 1);
    }
    return i < end ? located(i, problem) : located(end, "the document ends too early");
  }

  private JsonDecodeException located(int place, String problem) {
    int position = 0;
    int line = 1;
    int lineStart = 0;
    for (int i = start; i < place; i++) {
      if (!Utf8.isContinuation(bytes[i])) {
        position++;
      }
      if (bytes[i] == '\n') {
        line++;
        lineStart = position;
      }
    }
    return new JsonDecodeException(problem, position, line, position - lineStart + 1);
  }
}
