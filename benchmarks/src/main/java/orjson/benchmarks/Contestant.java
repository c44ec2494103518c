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
    Appender<ILoggingEvent> start(LoggerContext context, Path file) {
      OrjsonAppender appender = new OrjsonAppender();
      appender.setName(name());
      appender.setContext(context);
      appender.setFile(file.toString());
      appender.start();
      return appender;
    }
  },

  /** logstash-logback-encoder's Disruptor appender, waiting for room; all else default. */
  LOGSTASH {
    @Override
    Appender<ILoggingEvent> start(LoggerContext context, Path file) {
      return disruptor(context, file(context, file, true));
    }
  },

  /** As {@link #LOGSTASH}, flushing once per batch as its manual advises. */
  LOGSTASH_BATCHED {
    @Override
    Appender<ILoggingEvent> start(LoggerContext context, Path file) {
      return disruptor(context, file(context, file, false));
    }
  },

  /** Logback's FileAppender with logstash-logback-encoder, on the calling thread, for scale. */
  LOGSTASH_SYNC {
    @Override
    Appender<ILoggingEvent> start(LoggerContext context, Path file) {
      return file(context, file, true);
    }
  };

  private static final int RING_BUFFER_SIZE = 8192;

  /** The appender, started; whoever stops it has all its lines in the file. */
  abstract Appender<ILoggingEvent> start(LoggerContext context, Path file);

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
