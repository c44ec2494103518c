// SPDX-License-Identifier: Apache-2.0
package orjson;

/** A document became larger than whoever reads it has use for. */
final class Overlong extends RuntimeException {

  private static final long serialVersionUID = 1;

  Overlong() {
    super(null, null, false, false); // nobody sees it
  }
}
