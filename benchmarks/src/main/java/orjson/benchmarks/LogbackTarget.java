// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;

/** A logger of Logback in a context of its own. */
final class LogbackTarget implements Target {

  private final LoggerContext context;
  private final Logger logger;

  LogbackTarget(LoggerContext context, Appender<ILoggingEvent> appender) {
    this.context = context;
    this.logger = context.getLogger(Events.LOGGER);
    logger.addAppender(appender);
  }

  @Override
  public void log(String message, Object first, Object second) {
    logger.info(message, first, second);
  }

  @Override
  public void stop() {
    context.stop();
  }
}
