// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import orjson.Usage;

@Timeout(120)
final class AllocationTest {

  private static final int EVENTS = 100_000;

  @TempDir Path directory;

  @Test
  void allocatesNothingPerAppendedEvent() throws Exception {
    LoggerContext context = Events.context();
    OrjsonAppender appender = new OrjsonAppender();
    appender.setContext(context);
    appender.setName("MEASURED");
    appender.setFile(directory.resolve("app.jsonl").toString());
    appender.start();
    ILoggingEvent event = Events.event(context, "Paid order {} of {}", 4711, "a customer");
    assertThat(event.getFormattedMessage()).isNotEmpty(); // formatting is the event's own work
    append(appender, event);
    append(appender, event);
    Thread writer = writer();
    long callerBefore = Usage.allocatedBytes(Thread.currentThread());
    long writerBefore = Usage.allocatedBytes(writer);
    append(appender, event);
    long caller = Usage.allocatedBytes(Thread.currentThread()) - callerBefore;
    long written = Usage.allocatedBytes(writer) - writerBefore;
    appender.stop();
    assertThat(appender.getWrittenLines()).isEqualTo(3L * EVENTS);
    assertThat(caller / EVENTS).as("bytes per event, of %d by the caller", caller).isZero();
    assertThat(written / EVENTS).as("bytes per event, of %d by the writer", written).isZero();
  }

  private static void append(OrjsonAppender appender, ILoggingEvent event) throws Exception {
    for (int i = 0; i < EVENTS; i++) {
      appender.doAppend(event);
    }
    while (appender.getQueueDepth() > 0) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private static Thread writer() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("orjson-writer-MEASURED"))
        .findFirst()
        .orElseThrow();
  }
}
