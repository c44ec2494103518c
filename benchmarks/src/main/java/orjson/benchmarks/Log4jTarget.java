// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;

/**
 * An asynchronous logger of Log4j, its layout JsonTemplateLayout with the members of our lines.
 *
 * <p>On Disruptor 4.0.0 it loses lines when its ring is full; it belongs into a JVM with 3.4.4.
 */
final class Log4jTarget implements Target {

  private static final String SELECTOR =
      "org.apache.logging.log4j.core.async.AsyncLoggerContextSelector";

  private static final long STOP_SECONDS = 60;

  private final LoggerContext context;
  private final Logger logger;

  Log4jTarget(Path file) {
    System.setProperty("log4j2.contextSelector", SELECTOR);
    System.setProperty("benchmark.file", file.toString());
    ClassLoader loader = Log4jTarget.class.getClassLoader();
    context = Configurator.initialize("benchmark", loader, "classpath:log4j2-benchmark.xml");
    logger = context.getLogger(Events.LOGGER);
  }

  @Override
  public void log(String message, Object first, Object second) {
    logger.info(message, first, second);
  }

  @Override
  public void stop() {
    Configurator.shutdown(context, STOP_SECONDS, TimeUnit.SECONDS);
  }
}
