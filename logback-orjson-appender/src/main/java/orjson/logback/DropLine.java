// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggerContextVO;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Context;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.slf4j.event.KeyValuePair;
import orjson.ring.DropReport;

/**
 * The line that tells readers of the log how many are missing: a WARN event, written by the
 * appender's own encoder so that it has the shape of the others.
 */
final class DropLine extends ContextAwareBase implements DropReport {

  private final Encoder<ILoggingEvent> encoder;
  private final boolean prefixed;
  private boolean failed;

  DropLine(Context context, Encoder<ILoggingEvent> encoder, boolean prefixed) {
    setContext(context);
    this.encoder = encoder;
    this.prefixed = prefixed;
  }

  @Override
  public byte[] line(long[] byLevel) {
    try {
      byte[] line = encoder.encode(event(byLevel));
      if (line == null || line.length == 0 || !prefixed) {
        return line;
      }
      return JournalPrefix.prepend(line, line.length, RingOptions.index(Level.WARN));
    } catch (Throwable t) {
      if (!failed) {
        failed = true;
        addError("Drops cannot be reported in the stream; they are counted", t);
      }
      return null;
    }
  }

  private ILoggingEvent event(long[] byLevel) {
    long sum = 0;
    for (long each : byLevel) {
      sum += each;
    }
    LoggingEvent event = new LoggingEvent();
    event.setLoggerContextRemoteView(contextView());
    event.setMDCPropertyMap(Map.of());
    event.setLoggerName(OrjsonAppender.class.getName());
    event.setThreadName(Thread.currentThread().getName());
    event.setLevel(Level.WARN);
    event.setInstant(Instant.now());
    event.setMessage(sum == 1 ? "1 event dropped" : sum + " events dropped");
    event.addKeyValuePair(new KeyValuePair("dropped", sum));
    for (int i = 0; i < byLevel.length; i++) {
      if (byLevel[i] > 0) {
        String name = "dropped_" + RingOptions.levelName(i).toLowerCase(Locale.ROOT);
        event.addKeyValuePair(new KeyValuePair(name, byLevel[i]));
      }
    }
    return event;
  }

  private LoggerContextVO contextView() {
    return getContext() instanceof LoggerContext ours
        ? ours.getLoggerContextRemoteView()
        : new LoggerContextVO("default", Map.of(), 0);
  }
}
