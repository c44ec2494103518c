// SPDX-License-Identifier: Apache-2.0
package orjson.examples.quickstart;

import ch.qos.logback.classic.LoggerContext;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import orjson.logback.OrjsonAppender;

/**
 * A small order service whose log is JSON, on stdout and in a file; see {@code logback.xml}.
 *
 * <p>Stdout holds nothing but JSON lines. The summary at the end goes to stderr.
 */
public final class Main {

  private static final int WORKERS = 3;

  private static final List<Order> ORDERS =
      List.of(
          order(1001, "王小明", "龙井茶", 2, "64.95"),
          order(1002, "Zoë O'Brien", "teapot \"Earl\"", 1, "39.00"),
          order(1003, "Jürgen Groß", "cup ☕", 12, "7.50"),
          order(1004, "山田花子", "茶筅", 1, "28.40"),
          order(1005, "Société Générale", "samovar", 4, "649.00"),
          order(1006, "𝒜lice 👩‍🚀", "matcha 🍵", 3, "18.25"));

  private Main() {}

  /** Runs the service until all orders are placed, then says how many lines that made. */
  public static void main(String[] args) throws InterruptedException {
    Logger log = LoggerFactory.getLogger(Main.class);
    log.info("Shop open, {} orders are waiting", ORDERS.size());
    placeOrders();
    log.info("Shop closed");

    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    OrjsonAppender stdout = appender(context, "STDOUT");
    OrjsonAppender file = appender(context, "FILE");
    context.stop();
    System.err.printf(
        "quickstart: %d lines on stdout, %d lines in target/quickstart.jsonl, %d dropped%n",
        stdout.getWrittenLines(),
        file.getWrittenLines(),
        stdout.getDroppedLines() + file.getDroppedLines());
  }

  private static void placeOrders() throws InterruptedException {
    OrderService service = new OrderService();
    AtomicInteger workers = new AtomicInteger();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            WORKERS, work -> new Thread(work, "worker-" + workers.incrementAndGet()));
    ORDERS.forEach(order -> pool.execute(() -> service.place(order)));
    pool.shutdown();
    if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("The orders were not placed within a minute");
    }
  }

  private static OrjsonAppender appender(LoggerContext context, String name) {
    return (OrjsonAppender) context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(name);
  }

  private static Order order(long id, String customer, String item, int quantity, String price) {
    return new Order(id, customer, item, quantity, new BigDecimal(price));
  }
}
