// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slf4j.event.KeyValuePair;

/**
 * The log events that every contender encodes.
 *
 * <p>An event is as an encoder finds it behind an asynchronous appender: its message is formatted,
 * its MDC and thread name are taken. No two events share their text or their time, so that a cache
 * by identity finds only what it would find in a service: logger names, thread names, keys.
 */
final class Events {

  /** About 700 events a second: fewer would turn a cached second over more often. */
  private static final Duration STEP = Duration.ofNanos(1_370_137);

  private static final Instant FIRST = Instant.parse("2026-11-30T21:15:09.140123Z");

  /** One text per thread, as {@code Thread.getName()} returns it. */
  private static final String[] THREADS =
      IntStream.range(0, 8).mapToObj(i -> "http-nio-8080-exec-" + i).toArray(String[]::new);

  static final String LOGGER = "com.example.shop.order.OrderService";

  private final Logger logger = context().getLogger(LOGGER);

  /** A context as SLF4J's provider would have made it. */
  static LoggerContext context() {
    LoggerContext context = new LoggerContext();
    context.setName("benchmarks");
    context.setMDCAdapter(new LogbackMDCAdapter());
    return context;
  }

  /**
   * Different events of one kind.
   *
   * @param kind {@code plain}, {@code rich}, {@code chinese}, {@code long} or {@code exception}
   * @param count how many
   */
  LoggingEvent[] of(String kind, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> complete(event(kind, i), i))
        .toArray(LoggingEvent[]::new);
  }

  private LoggingEvent event(String kind, int i) {
    return switch (kind) {
      case "plain" -> plain(i, Level.INFO, null);
      case "rich" -> rich(i);
      case "chinese" ->
          event(Level.INFO, "订单 {} 已由客户 {} 提交，库存检查通过，正在等待支付网关确认，预计两分钟内完成处理并发送通知。", null, i);
      case "long" ->
          event(Level.INFO, "Payload of order {} for customer {}: " + kilobyte(i), null, i);
      case "exception" -> plain(i, Level.ERROR, failure(i));
      default -> throw new IllegalArgumentException("kind: " + kind);
    };
  }

  private LoggingEvent plain(int i, Level level, Throwable thrown) {
    String message = "Order {} of customer {} was accepted, 3 items reserved in warehouse Berlin-2";
    return event(level, message, thrown, i);
  }

  private LoggingEvent rich(int i) {
    LoggingEvent event = plain(i, Level.INFO, null);
    Map<String, String> mdc = new HashMap<>();
    mdc.put("traceId", String.format("4bf92f3577b34da6a3ce929d%08x", i));
    mdc.put("spanId", String.format("00f067aa%08x", i));
    mdc.put("userId", "u-" + (40_000 + i));
    mdc.put("tenant", "acme-eu");
    mdc.put("requestPath", "/api/v1/orders/" + (900_000 + i));
    event.setMDCPropertyMap(mdc);
    event.setKeyValuePairs(
        List.of(
            new KeyValuePair("orderId", 7_000_000L + i),
            new KeyValuePair("total", new BigDecimal("129.90").add(BigDecimal.valueOf(i))),
            new KeyValuePair("durationMs", 12.5 + i / 8.0),
            new KeyValuePair("express", i % 2 == 0)));
    return event;
  }

  private LoggingEvent event(Level level, String message, Throwable thrown, int i) {
    Object[] arguments = {7_000_000L + i, "c-" + (123_456 + i)};
    return new LoggingEvent(Logger.FQCN, logger, level, message, thrown, arguments);
  }

  private static LoggingEvent complete(LoggingEvent event, int i) {
    event.setThreadName(THREADS[i % THREADS.length]);
    event.setInstant(FIRST.plus(STEP.multipliedBy(i)));
    event.prepareForDeferredProcessing();
    return event;
  }

  private static String kilobyte(int i) {
    StringBuilder text = new StringBuilder();
    while (text.length() < 980) {
      text.append("item=").append(text.length() * 31 + i).append(" qty=2 price=19.95; ");
    }
    return text.substring(0, 980);
  }

  private static Throwable failure(int i) {
    Throwable cause = new IllegalStateException("Connection to inventory-" + i + " is closed");
    cause.setStackTrace(frames("com.example.shop.inventory.InventoryClient", 50));
    Throwable failure = new RuntimeException("Order " + (7_000_000L + i) + " failed", cause);
    failure.setStackTrace(frames("com.example.shop.order.OrderService", 45));
    return failure;
  }

  /** The last 40 frames are the same for all, as those of a request's framework are. */
  private static StackTraceElement[] frames(String type, int depth) {
    return IntStream.range(0, depth)
        .map(i -> depth - i)
        .mapToObj(
            i ->
                i > 40
                    ? new StackTraceElement(type, "step" + i, simpleName(type) + ".java", 10 * i)
                    : new StackTraceElement(
                        "org.example.framework.web.filter.FilterChain" + i,
                        "doFilterInternal",
                        "FilterChain" + i + ".java",
                        100 + i))
        .toArray(StackTraceElement[]::new);
  }

  private static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
