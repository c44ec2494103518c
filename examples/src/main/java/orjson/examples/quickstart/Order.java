// SPDX-License-Identifier: Apache-2.0
package orjson.examples.quickstart;

import java.math.BigDecimal;

/** What somebody wants to buy. */
record Order(long id, String customer, String item, int quantity, BigDecimal price) {

  BigDecimal total() {
    return price.multiply(BigDecimal.valueOf(quantity));
  }
}
