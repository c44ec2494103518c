// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.status.Status;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import orjson.logback.OrjsonAppender;

/**
 * The program under fault: logs from several threads, then stops the context and tells what its
 * appender counted.
 *
 * <p>Each message is the thread's number, the event's number and padding. How many calls returned
 * stands in a mapped file, which outlives the process whatever ends it.
 */
final class Load {

  /** The first calls load classes, whatever the appender does. */
  private static final int WARM_UP = 100;

  /** What the program does, as its arguments {@code name=value}. */
  private final Properties plan = new Properties();

  private final AtomicLong slowestNanos = new AtomicLong();
  private final ByteBuffer returned;

  private Load(String... arguments) throws IOException {
    for (String each : arguments) {
      int equals = each.indexOf('=');
      plan.setProperty(each.substring(0, equals), each.substring(equals + 1));
    }
    try (FileChannel file =
        FileChannel.open(
            Path.of(plan.getProperty("counters")),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      returned = file.map(FileChannel.MapMode.READ_WRITE, 0, 8L * number("threads"));
    }
  }

  public static void main(String[] args) throws Exception {
    new Load(args).run();
  }

  private int number(String name) {
    return Integer.parseInt(plan.getProperty(name));
  }

  private void run() throws Exception {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    OrjsonAppender appender =
        (OrjsonAppender) context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("JSON");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < number("threads"); i++) {
      int thread = i;
      threads.add(new Thread(() -> log(thread), "producer-" + i));
    }
    threads.forEach(Thread::start);
    for (Thread each : threads) {
      each.join();
    }
    if (plan.getProperty("end").equals("halt")) {
      Runtime.getRuntime().halt(7);
    }
    long begin = System.nanoTime();
    context.stop();
    tell(context, appender, System.nanoTime() - begin);
  }

  private void log(int thread) {
    Logger logger = LoggerFactory.getLogger("com.acme.Load");
    int events = number("events");
    long pauseNanos = number("pauseMicros") * 1000L;
    String padding = "x".repeat(number("padding"));
    long slowest = 0;
    for (int i = 0; i != events; i++) {
      long begin = System.nanoTime();
      logger.info("{} {} {}", thread, i, padding);
      if (i >= WARM_UP) {
        slowest = Math.max(slowest, System.nanoTime() - begin);
      }
      returned.putLong(8 * thread, i + 1L);
      if (pauseNanos > 0) {
        LockSupport.parkNanos(pauseNanos);
      }
    }
    slowestNanos.accumulateAndGet(slowest, Math::max);
  }

  private void tell(LoggerContext context, OrjsonAppender appender, long stopNanos)
      throws IOException {
    Properties result = new Properties();
    result.setProperty("written", String.valueOf(appender.getWrittenLines()));
    result.setProperty("dropped", String.valueOf(appender.getDroppedLines()));
    result.setProperty("reported", String.valueOf(appender.getReportedDrops()));
    result.setProperty("writeErrors", String.valueOf(appender.getWriteErrors()));
    result.setProperty("slowestNanos", slowestNanos.toString());
    result.setProperty("stopNanos", String.valueOf(stopNanos));
    result.setProperty(
        "troubles",
        String.valueOf(
            context.getStatusManager().getCopyOfStatusList().stream()
                .filter(each -> each.getLevel() >= Status.WARN)
                .count()));
    Path part = Path.of(plan.getProperty("result") + ".part");
    try (OutputStream out = Files.newOutputStream(part)) {
      result.store(out, null);
    }
    Files.move(part, Path.of(plan.getProperty("result")));
  }
}
