// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.concurrent.TimeUnit;
import net.logstash.logback.encoder.LogstashEncoder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import orjson.logback.OrjsonEncoder;

/** One event to one {@code byte[]}: ours beside logstash-logback-encoder and Logback's own. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class EncodeBenchmark {

  /** A power of two: the next event is found by a mask. */
  private static final int POOL = 64;

  /** What kind of event is encoded. */
  @Param({"plain", "rich", "chinese", "long", "exception"})
  public String event;

  private ILoggingEvent[] pool;
  private int next;

  private OrjsonEncoder orjson;
  private LogstashEncoder logstash;
  private JsonEncoder logback;

  /** For JMH. */
  public EncodeBenchmark() {}

  /** Makes the events and starts the encoders. */
  @Setup
  public void setUp() {
    pool = new Events().of(event, POOL);
    orjson = Encoders.orjson();
    logstash = Encoders.logstash();
    logback = Encoders.logback();
  }

  private ILoggingEvent nextEvent() {
    return pool[next++ & POOL - 1];
  }

  /** {@link OrjsonEncoder}. */
  @Benchmark
  public byte[] orjson() {
    return orjson.encode(nextEvent());
  }

  /** {@link LogstashEncoder}. */
  @Benchmark
  public byte[] logstash() {
    return logstash.encode(nextEvent());
  }

  /** {@link JsonEncoder}. */
  @Benchmark
  public byte[] logback() {
    return logback.encode(nextEvent());
  }
}
