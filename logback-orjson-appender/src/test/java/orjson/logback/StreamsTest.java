// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import orjson.StrictJson;

/** Standard output of a child JVM in the forms it comes in. */
@Timeout(120)
final class StreamsTest {

  private static final String NON_BLOCKING_PARENT =
      """
      import fcntl, os, subprocess, sys, time
      r, w = os.pipe()
      fcntl.fcntl(w, fcntl.F_SETFL, fcntl.fcntl(w, fcntl.F_GETFL) | os.O_NONBLOCK)
      p = subprocess.Popen(sys.argv[1:], stdout=w)
      os.close(w)
      while True:
          b = os.read(r, 30000)
          if not b: break
          sys.stdout.buffer.write(b)
          time.sleep(0.001)
      sys.stdout.buffer.flush()
      sys.exit(p.wait())
      """;

  @TempDir Path directory;

  @Test
  void losesNothingOnANonBlockingPipeThatIsFull() throws Exception {
    ChildJvm child = new ChildJvm(directory);
    Process process =
        child
            .through(
                List.of("python3", "-c", NON_BLOCKING_PARENT),
                xml(""),
                ProcessTest.Logs.class,
                "20000",
                "exit")
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assumeTrue(!child.stderr().contains("python"), child.stderr());
    assertThat(process.exitValue()).isEqualTo(3);
    assertThat(StrictJson.lines(child.out)).hasSize(20_000);
  }

  @Test
  void tearsNoLineOfTwoProcessesOnOnePipe() throws Exception {
    Path fifo = directory.resolve("stdout");
    assumeTrue(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor() == 0);
    CompletableFuture<byte[]> read = CompletableFuture.supplyAsync(() -> readSlowly(fifo));
    Path other = Files.createDirectory(directory.resolve("other"));
    Files.createSymbolicLink(other.resolve("stdout"), fifo);
    Process first = new ChildJvm(directory).start(xml(""), ProcessTest.Logs.class, "10000", "exit");
    Process second = new ChildJvm(other).start(xml(""), ProcessTest.Logs.class, "10000", "exit");
    byte[] bytes = read.get(100, TimeUnit.SECONDS);
    assertThat(first.waitFor()).isEqualTo(3);
    assertThat(second.waitFor()).isEqualTo(3);
    Path copy = Files.write(directory.resolve("copy"), bytes);
    assertThat(StrictJson.lines(copy)).hasSize(20_000);
  }

  @Test
  void putsThePriorityBeforeEachLineForJournald() throws Exception {
    ChildJvm child = new ChildJvm(directory);
    String prefix = "<journaldPrefix>true</journaldPrefix>";
    assertThat(child.run(xml(prefix), ProcessTest.Logs.class, "1000", "exit")).isEqualTo(3);
    List<String> lines = Files.readAllLines(child.out);
    assertThat(lines).hasSize(1000).allMatch(line -> line.startsWith("<6>{"));
    for (int i = 0; i < 1000; i++) {
      byte[] json = lines.get(i).substring(3).getBytes(StandardCharsets.UTF_8);
      assertThat(StrictJson.parse(json).get("message").textValue()).isEqualTo("event " + i);
    }
  }

  private static byte[] readSlowly(Path fifo) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[30_000];
    try (InputStream in = Files.newInputStream(fifo)) {
      for (int n = in.read(some); n >= 0; n = in.read(some)) {
        all.write(some, 0, n);
        Thread.sleep(1);
      }
    } catch (IOException | InterruptedException e) {
      throw new CompletionException(e);
    }
    return all.toByteArray();
  }

  private static String xml(String settings) {
    return "<appender name=\"JSON\" class=\"orjson.logback.OrjsonAppender\">"
        + settings
        + "</appender><root level=\"INFO\"><appender-ref ref=\"JSON\"/></root>";
  }
}
