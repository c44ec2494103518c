// SPDX-License-Identifier: Apache-2.0
package orjson.examples.replay;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.status.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import orjson.examples.replay.Options.UsageException;
import orjson.logback.OrjsonAppender;
import orjson.logback.OrjsonEncoder;

/** Logs the lines of files, through a Logback that is configured in code. */
final class Replay {

  private final Options options;
  private final LoggerContext context = new LoggerContext();
  private final OrjsonAppender appender = new OrjsonAppender();

  private long lines;
  private long bytes;
  private long nanos;

  Replay(Options options) {
    this.options = options;
  }

  /** Logs all lines and waits until they are written. */
  void run() throws IOException, UsageException {
    Logger logger = configure();
    long start = System.nanoTime();
    try {
      for (int i = 0; i < options.repeat(); i++) {
        for (Path file : options.files()) {
          replay(file, logger);
        }
      }
    } finally {
      context.stop();
    }
    nanos = System.nanoTime() - start;
  }

  private Logger configure() throws UsageException {
    context.setMDCAdapter(new LogbackMDCAdapter());
    appender.setContext(context);
    appender.setName("REPLAY");
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setMaxLineBytes("0"); // every line of the files as it is, however long
    appender.setEncoder(encoder);
    appender.setAppend("false");
    if (options.output() != null) {
      appender.setFile(options.output());
    }
    if (options.appendTimeout() != null) {
      appender.setAppendTimeout(options.appendTimeout());
    }
    appender.start();
    if (!appender.isStarted()) {
      throw new UsageException(errors());
    }
    if (isWarned()) {
      // a service's lines may wait until the file can be opened; whoever sits here should know now
      appender.stop();
      throw new UsageException(options.output() + ": cannot be opened");
    }
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.addAppender(appender);
    return context.getLogger("replay");
  }

  private boolean isWarned() {
    return context.getStatusManager().getCopyOfStatusList().stream()
        .anyMatch(status -> status.getLevel() == Status.WARN);
  }

  /** What Logback would print about a configuration that is wrong. */
  private String errors() {
    return context.getStatusManager().getCopyOfStatusList().stream()
        .filter(status -> status.getLevel() == Status.ERROR)
        .map(Status::getMessage)
        .collect(Collectors.joining("; "));
  }

  private void replay(Path file, Logger logger) throws IOException {
    String name = file.toString();
    try (TextLines text = new TextLines(file)) {
      long number = 0;
      for (String line = text.next(); line != null; line = text.next()) {
        logger.atInfo().addKeyValue("file", name).addKeyValue("line", ++number).log(line);
      }
      lines += number;
      bytes += text.bytes();
    }
  }

  /** Lines logged. */
  long lines() {
    return lines;
  }

  /** Lines that the appender says are in the kernel. */
  long written() {
    return appender.getWrittenLines();
  }

  /** Lines that the appender says were dropped. */
  long dropped() {
    return appender.getDroppedLines();
  }

  /** One line for people. */
  String summary() {
    double seconds = nanos / 1e9;
    return String.format(
        Locale.ROOT,
        "replay: %d lines, %d bytes of text, %d bytes of JSON, %.3f s, %.0f lines/s, %d dropped",
        lines,
        bytes,
        appender.getWrittenBytes(),
        seconds,
        lines / seconds,
        dropped());
  }
}
