// SPDX-License-Identifier: Apache-2.0
package orjson.examples.quickstart;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import orjson.examples.quickstart.PaymentGateway.PaymentException;

/** Takes orders, and logs as services do: trace ids, typed pairs, markers, exceptions. */
final class OrderService {

  private static final Logger LOG = LoggerFactory.getLogger(OrderService.class);
  private static final Marker AUDIT = MarkerFactory.getMarker("AUDIT");
  private static final int LARGE_QUANTITY = 10;

  private final PaymentGateway payments = new PaymentGateway();

  void place(Order order) {
    MDC.put("trace_id", traceId(order));
    try {
      LOG.info("Order {} received: {} × {}", order.id(), order.quantity(), order.item());
      if (order.quantity() >= LARGE_QUANTITY) {
        LOG.atWarn().addKeyValue("quantity", order.quantity()).log("Stock may not suffice");
      }
      payments.charge(order);
      LOG.atInfo()
          .addMarker(AUDIT)
          .addKeyValue("order_id", order.id())
          .addKeyValue("total", order.total())
          .addKeyValue("gift", order.quantity() == 1)
          .log("Paid, thank you {} 🎉", order.customer());
    } catch (PaymentException e) {
      LOG.atError().setCause(e).addKeyValue("order_id", order.id()).log("Order failed");
    } finally {
      MDC.remove("trace_id");
    }
  }

  /** The same in every run, so that runs can be compared. */
  private static String traceId(Order order) {
    return Long.toHexString(order.id() * 0x9E3779B97F4A7C15L);
  }
}
