// SPDX-License-Identifier: Apache-2.0
package orjson;

/**
 * A document that is not JSON, and where it stops being so.
 *
 * <p>The place is counted as people and editors count: in characters, that is in Unicode code
 * points, not in bytes or UTF-16 units. A document that ends too early fails at its end; one that
 * is not valid UTF-8 fails as a whole, at its beginning, and the message names the byte.
 */
public final class JsonDecodeException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final int position;
  private final int line;
  private final int column;

  JsonDecodeException(String problem, int position, int line, int column) {
    super(problem + ": line " + line + ", column " + column + " (character " + position + ")");
    this.position = position;
    this.line = line;
    this.column = column;
  }

  /**
   * Returns how many characters stand before the place of the error.
   *
   * @return the number of code points, 0 at the beginning of the document
   */
  public int position() {
    return position;
  }

  /**
   * Returns the line of the error; lines end with a line feed.
   *
   * @return the line, the first one being 1
   */
  public int line() {
    return line;
  }

  /**
   * Returns the column of the error within its line.
   *
   * @return the column in code points, the first one being 1
   */
  public int column() {
    return column;
  }
}
