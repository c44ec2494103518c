// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.util.Duration;
import java.nio.file.Path;
import net.logstash.logback.appender.LoggingEventAsyncDisruptorAppender;
import orjson.logback.OrjsonAppender;

/** A way to get events into a file as JSON lines without losing one. */
enum Contestant {

  /** Ours, with default settings. */
  ORJSON {
    @Override
    Target start(Path file) {
      LoggerContext context = Events.context();
      OrjsonAppender appender = new OrjsonAppender();
      appender.setName(name());
      appender.setContext(context);
      appender.setFile(file.toString());
      appender.start();
      return new LogbackTarget(context, appender);
    }
  },

  /** logstash-logback-encoder's Disruptor appender, waiting for room; all else default. */
  LOGSTASH {
    @Override
    Target start(Path file) {
      LoggerContext context = Events.context();
      return new LogbackTarget(context, disruptor(context, file(context, file, true)));
    }
  },

  /** As {@link #LOGSTASH}, flushing once per batch as its manual advises. */
  LOGSTASH_BATCHED {
    @Override
    Target start(Path file) {
      LoggerContext context = Events.context();
      return new LogbackTarget(context, disruptor(context, file(context, file, false)));
    }
  },

  /** Logback's FileAppender with logstash-logback-encoder, on the calling thread, for scale. */
  LOGSTASH_SYNC {
    @Override
    Target start(Path file) {
      LoggerContext context = Events.context();
      return new LogbackTarget(context, file(context, file, true));
    }
  },

  /** Log4j's asynchronous loggers with JsonTemplateLayout; all else default. */
  LOG4J2 {
    @Override
    Target start(Path file) {
      return new Log4jTarget(file);
    }
  };

  private static final int RING_BUFFER_SIZE = 8192;

  /** Something to log to, ready; whoever stops it has all its lines in the file. */
  abstract Target start(Path file);

  private static Appender<ILoggingEvent> disruptor(
      LoggerContext context, Appender<ILoggingEvent> delegate) {
    LoggingEventAsyncDisruptorAppender appender = new LoggingEventAsyncDisruptorAppender();
    appender.setContext(context);
    appender.setRingBufferSize(RING_BUFFER_SIZE);
    appender.setAppendTimeout(new Duration(-1));
    appender.addAppender(delegate);
    appender.start();
    return appender;
  }

  private static Appender<ILoggingEvent> file(
      LoggerContext context, Path file, boolean immediateFlush) {
    FileAppender<ILoggingEvent> appender = new FileAppender<>();
    appender.setContext(context);
    appender.setFile(file.toString());
    appender.setImmediateFlush(immediateFlush);
    appender.setEncoder(Encoders.logstash());
    appender.start();
    return appender;
  }
}
