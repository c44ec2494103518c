// SPDX-License-Identifier: Apache-2.0
package orjson;

/**
 * A value that cannot be written as JSON.
 *
 * <p>The message says what was wrong and, where a type is the reason, names the type. The cause is
 * what the application's own code threw, if it did.
 */
public final class JsonEncodeException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /**
   * An exception without a cause.
   *
   * @param message what was wrong
   */
  public JsonEncodeException(String message) {
    super(message);
  }

  /**
   * An exception that something else caused.
   *
   * @param message what was wrong
   * @param cause what the application's code threw
   */
  public JsonEncodeException(String message, Throwable cause) {
    super(message, cause);
  }
}
