// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.status.Status;
import java.time.Instant;
import java.util.List;

/** Contexts and events for tests. */
final class Events {

  static final Instant NOON = Instant.parse("2026-11-30T12:00:00.123456789Z");

  private Events() {}

  static LoggerContext context() {
    LoggerContext context = new LoggerContext();
    context.setName("test");
    context.setMDCAdapter(new LogbackMDCAdapter());
    return context;
  }

  static LoggingEvent event(LoggerContext context, String message, Object... arguments) {
    return event(context, Level.INFO, message, null, arguments);
  }

  static LoggingEvent event(
      LoggerContext context, Level level, String message, Throwable thrown, Object... arguments) {
    Logger logger = context.getLogger("com.acme.Orders");
    LoggingEvent event =
        new LoggingEvent(Events.class.getName(), logger, level, message, thrown, arguments);
    event.setInstant(NOON);
    event.setThreadName("worker-1");
    return event;
  }

  /** An encoder for lines of any length, not started. */
  static OrjsonEncoder unlimited(LoggerContext context) {
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setContext(context);
    encoder.setMaxLineBytes("0");
    return encoder;
  }

  /** The texts of the context's statuses of {@code level} or worse. */
  static List<String> statuses(LoggerContext context, int level) {
    return context.getStatusManager().getCopyOfStatusList().stream()
        .filter(status -> status.getLevel() >= level)
        .map(Status::getMessage)
        .toList();
  }

  static List<String> errors(LoggerContext context) {
    return statuses(context, Status.ERROR);
  }
}
