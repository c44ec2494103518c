// SPDX-License-Identifier: Apache-2.0
package orjson.examples.quickstart;

import java.io.IOException;
import java.math.BigDecimal;

/** Charges customers; large sums take the bank too long. */
final class PaymentGateway {

  private static final BigDecimal TOO_MUCH = BigDecimal.valueOf(1000);

  void charge(Order order) throws PaymentException {
    try {
      callBank(order.total());
    } catch (IOException e) {
      throw new PaymentException("Order " + order.id() + " cannot be charged", e);
    }
  }

  private static void callBank(BigDecimal amount) throws IOException {
    if (amount.compareTo(TOO_MUCH) > 0) {
      throw new IOException("bank.example:443 did not answer within 2 s");
    }
  }

  /** The money did not move. */
  static final class PaymentException extends Exception {

    private static final long serialVersionUID = 1L;

    PaymentException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
