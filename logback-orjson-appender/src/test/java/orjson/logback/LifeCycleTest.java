// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.status.StatusListener;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import orjson.StrictJson;

/** Start, stop, and what goes on meanwhile. */
@Timeout(60)
final class LifeCycleTest {

  @TempDir Path directory;

  private final LoggerContext context = Events.context();
  private final Logger logger = context.getLogger("com.acme.Orders");
  private final OrjsonAppender appender = new OrjsonAppender();
  private Path file;

  private void prepare() {
    file = directory.resolve("app.jsonl");
    appender.setContext(context);
    appender.setName("JSON");
    appender.setFile(file.toString());
    logger.addAppender(appender);
  }

  @AfterEach
  void stopTheContext() {
    context.stop();
  }

  @Test
  void isRestartedUnderLoadWithEveryLineWrittenOrCounted() throws Exception {
    prepare();
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong produced = new AtomicLong();
    appender.start();
    List<Thread> producers = producers(done, produced);
    long accounted = 0;
    for (int round = 0; round < 50; round++) {
      TimeUnit.MILLISECONDS.sleep(2);
      appender.stop();
      accounted += appender.getWrittenLines();
      appender.start();
    }
    done.set(true);
    for (Thread producer : producers) {
      producer.join();
    }
    appender.stop();
    accounted += appender.getWrittenLines();
    assertThat((long) StrictJson.lines(file).size())
        .isEqualTo(accounted)
        .isPositive()
        .isLessThanOrEqualTo(produced.get());
    assertThat(Events.errors(context)).isEmpty();
  }

  @Test
  void theContextIsResetAndConfiguredAnewUnderLoad() throws Exception {
    file = directory.resolve("app.jsonl");
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong produced = new AtomicLong();
    configure();
    List<Thread> producers = producers(done, produced);
    for (int round = 0; round < 30; round++) {
      TimeUnit.MILLISECONDS.sleep(2);
      context.reset();
      configure();
    }
    done.set(true);
    for (Thread producer : producers) {
      producer.join();
    }
    context.stop();
    assertThat(StrictJson.lines(file).size()).isPositive().isLessThanOrEqualTo(produced.intValue());
    assertThat(threadsNamed("orjson-writer-JSON")).isZero();
  }

  @Test
  void aChangedConfigurationIsScannedUnderLoad() throws Exception {
    Path xml = directory.resolve("logback.xml");
    Path first = directory.resolve("first.jsonl");
    Path second = directory.resolve("second.jsonl");
    Files.writeString(
        xml, "<configuration scan=\"true\" scanPeriod=\"50 milliseconds\">" + xml(first));
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(xml.toFile());
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong produced = new AtomicLong();
    List<Thread> producers = producers(done, produced);
    TimeUnit.MILLISECONDS.sleep(100);
    Files.writeString(
        xml, "<configuration scan=\"true\" scanPeriod=\"50 milliseconds\">" + xml(second));
    assertThat(xml.toFile().setLastModified(System.currentTimeMillis() + 5000)).isTrue();
    for (int i = 0; i < 2000 && !(Files.exists(second) && Files.size(second) > 0); i++) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    done.set(true);
    for (Thread producer : producers) {
      producer.join();
    }
    context.stop();
    int lines = StrictJson.lines(first).size() + StrictJson.lines(second).size();
    assertThat(lines).isPositive().isLessThanOrEqualTo(produced.intValue());
  }

  @Test
  void isStoppedByAStatusListenerOnItsOwnWriterThread() throws Exception {
    prepare();
    Path full = Path.of("/dev/full");
    org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(full));
    appender.setFile(full.toString());
    appender.setRingBufferSize("2");
    appender.setShutdownGracePeriod("50 ms");
    AtomicInteger stops = new AtomicInteger();
    CountDownLatch ended = new CountDownLatch(1);
    StatusListener stopper =
        status -> {
          if (status.getMessage().startsWith("Cannot write")) {
            for (int i = 0; i < 10; i++) {
              logger.error("from the listener, into a full ring");
            }
            appender.stop();
            stops.incrementAndGet();
          } else if (status.getMessage().contains("are lost")) {
            ended.countDown();
          }
        };
    context.getStatusManager().add(stopper);
    appender.start();
    logger.info("does not fit");
    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(stops).hasValue(1);
    assertThat(appender.isStarted()).isFalse();
    logger.info("late");
    assertThat(appender.getDroppedLines()).isEqualTo(12);
  }

  @Test
  void leavesNothingBehindInAThousandLives() throws Exception {
    prepare();
    appender.setRingBufferSize("512");
    long threads = 0;
    long heap = 0;
    for (int life = 0; life < 1000; life++) {
      if (life == 100) {
        threads = Thread.getAllStackTraces().size();
        heap = usedHeap(Long.MAX_VALUE);
      }
      appender.start();
      logger.info("life {}", life);
      appender.stop();
    }
    assertThat(StrictJson.lines(file)).hasSize(1000);
    assertThat(threadsNamed("orjson-writer-JSON")).isZero();
    assertThat((long) Thread.getAllStackTraces().size()).isLessThan(threads + 10);
    long limit = heap + 20_000_000; // one ring of the 900 takes half a megabyte
    assertThat(usedHeap(limit)).isLessThan(limit);
  }

  @Test
  void holdsNoMoreAfterABurstOfHugeLines() throws Exception {
    prepare();
    appender.setEncoder(Events.unlimited(context));
    appender.start();
    logger.info("warm");
    long before = usedHeap(Long.MAX_VALUE);
    String huge = "x".repeat(2_000_000);
    for (int i = 0; i < 200; i++) {
      logger.info(huge);
    }
    appender.stop();
    appender.start();
    for (int i = 0; i < 50; i++) {
      logger.info(huge);
    }
    while (appender.getQueueDepth() > 0) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    long ring = 8192L * 1024;
    long limit = before + ring / 4 + 2L * huge.length(); // this test's own text
    assertThat(appender.getDroppedLines()).isZero();
    assertThat(usedHeap(limit)).isLessThan(limit);
  }

  @Test
  void letsItsClassLoaderGo() throws Exception {
    WeakReference<ClassLoader> loader = liveInAClassLoaderOfItsOwn();
    for (int i = 0; i < 100 && loader.get() != null; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(loader.get()).isNull();
  }

  private WeakReference<ClassLoader> liveInAClassLoaderOfItsOwn() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry :
        List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader own = new URLClassLoader(urls.toArray(new URL[0]), platform)) {
      Thread.currentThread().setContextClassLoader(own);
      Class<?> life = own.loadClass(Life.class.getName());
      Path output = directory.resolve("own.jsonl");
      life.getMethod("live", String.class).invoke(null, output.toString());
      assertThat(StrictJson.lines(output)).hasSize(10);
      return new WeakReference<>(own);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  /** Called by reflection, in a class loader that is thrown away. */
  public static final class Life {

    private Life() {}

    public static void live(String file) {
      LoggerContext context = Events.context();
      OrjsonAppender appender = new OrjsonAppender();
      appender.setContext(context);
      appender.setName("OWN");
      appender.setFile(file);
      appender.start();
      for (int i = 0; i < 10; i++) {
        appender.doAppend(Events.event(context, "event {}", i));
      }
      appender.stop();
      context.stop();
    }
  }

  private List<Thread> producers(AtomicBoolean done, AtomicLong produced) {
    List<Thread> producers = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Thread producer =
          new Thread(
              () -> {
                while (!done.get()) {
                  logger.info("event");
                  produced.incrementAndGet();
                  LockSupport.parkNanos(20_000); // a file that can be read in one piece
                }
              });
      producers.add(producer);
      producer.start();
    }
    return producers;
  }

  private void configure() throws Exception {
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    byte[] xml = ("<configuration>" + xml(file)).getBytes(StandardCharsets.UTF_8);
    configurator.doConfigure(new ByteArrayInputStream(xml));
  }

  private static String xml(Path file) {
    return "<appender name=\"JSON\" class=\"orjson.logback.OrjsonAppender\"><file>"
        + file
        + "</file></appender><root level=\"INFO\"><appender-ref ref=\"JSON\"/></root>"
        + "</configuration>";
  }

  /** After collections that go on until it is below a limit, or do not help any more. */
  private static long usedHeap(long limit) throws InterruptedException {
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 20 && used >= limit || i < 3; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(20);
      used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
    return used;
  }

  private static long threadsNamed(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .count();
  }
}
