// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import com.alibaba.fastjson2.JSON;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
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
import orjson.Orjson;

/** Whole documents to bytes and back, as maps and lists: ours beside Jackson 2 and fastjson2. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class JsonBenchmark {

  /** Which document. */
  @Param({"records", "twitter", "citm_catalog", "github", "canada"})
  public String document;

  private final ObjectMapper jackson = new ObjectMapper();
  private Object value;
  private byte[] bytes;

  /** For JMH. */
  public JsonBenchmark() {}

  /** Reads or makes the document; all contenders read the same bytes. */
  @Setup
  public void setUp() {
    value = JsonDocuments.of(document);
    bytes = Orjson.dumps(value);
  }

  /** {@link Orjson#dumps(Object)}. */
  @Benchmark
  public byte[] dumpsOrjson() {
    return Orjson.dumps(value);
  }

  /** {@link ObjectMapper#writeValueAsBytes}. */
  @Benchmark
  public byte[] dumpsJackson() throws IOException {
    return jackson.writeValueAsBytes(value);
  }

  /** {@link JSON#toJSONBytes(Object)}. */
  @Benchmark
  public byte[] dumpsFastjson2() {
    return JSON.toJSONBytes(value);
  }

  /** {@link Orjson#loads(byte[])}. */
  @Benchmark
  public Object loadsOrjson() {
    return Orjson.loads(bytes);
  }

  /** {@link ObjectMapper#readValue(byte[], Class)}. */
  @Benchmark
  public Object loadsJackson() throws IOException {
    return jackson.readValue(bytes, Object.class);
  }

  /** {@link JSON#parse(byte[])}. */
  @Benchmark
  public Object loadsFastjson2() {
    return JSON.parse(bytes);
  }
}
