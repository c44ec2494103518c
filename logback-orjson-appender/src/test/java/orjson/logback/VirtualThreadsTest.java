// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import orjson.StrictJson;

/** Thousands of virtual threads that share one carrier. */
@Timeout(120)
final class VirtualThreadsTest {

  private static final int THREADS = 3000;
  private static final int EVENTS = 5;

  @TempDir Path directory;

  @Test
  void loseNothingAndPinNobodyOnASmallRing() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "Java 17 has no virtual threads");
    Path file = directory.resolve("app.jsonl");
    String xml =
        "<appender name=\"JSON\" class=\"orjson.logback.OrjsonAppender\"><file>"
            + file
            + "</file><ringBufferSize>4</ringBufferSize><syncLevel>ERROR</syncLevel></appender>"
            + "<root level=\"INFO\"><appender-ref ref=\"JSON\"/></root>";
    ChildJvm child = new ChildJvm(directory);
    assertThat(child.run(xml, Logs.class)).as(child.stderr()).isZero();
    assertThat(child.stderr()).isEmpty();
    Map<Integer, Integer> next = new HashMap<>();
    List<JsonNode> lines = StrictJson.lines(file);
    for (JsonNode line : lines) {
      String[] message = line.get("message").textValue().split(" ", 2);
      int thread = Integer.parseInt(message[0]);
      assertThat(Integer.parseInt(message[1])).isEqualTo(next.getOrDefault(thread, 0));
      next.merge(thread, 1, Integer::sum);
    }
    assertThat(next).hasSize(THREADS);
    assertThat(lines).hasSize(THREADS * EVENTS);
  }

  static final class Logs {

    private Logs() {}

    public static void main(String[] args) throws Exception {
      // read when the first virtual thread starts
      System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
      System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
      Logger logger = LoggerFactory.getLogger(Logs.class);
      ExecutorService executor =
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
      for (int t = 0; t < THREADS; t++) {
        int id = t;
        executor.execute(
            () -> {
              for (int i = 0; i < EVENTS; i++) {
                if (i == EVENTS - 1 && id % 10 == 0) {
                  logger.error("{} {}", id, i); // waits for the kernel
                } else {
                  logger.info("{} {}", id, i);
                }
              }
            });
      }
      ((AutoCloseable) executor).close();
    }
  }
}
