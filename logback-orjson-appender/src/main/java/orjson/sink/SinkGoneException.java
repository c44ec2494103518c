// SPDX-License-Identifier: Apache-2.0
package orjson.sink;

import java.io.IOException;

/**
 * The sink will never take a byte again: the reader at the other end of standard output is gone.
 */
public final class SinkGoneException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * An exception with the message of its cause.
   *
   * @param cause what the system said
   */
  public SinkGoneException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
