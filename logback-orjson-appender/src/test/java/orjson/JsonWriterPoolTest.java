// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class JsonWriterPoolTest {

  private final AtomicInteger made = new AtomicInteger();
  private final JsonWriterPool pool =
      new JsonWriterPool(
          () -> {
            made.incrementAndGet();
            return JsonWriter.lenient();
          });

  @Test
  void keepsNothingOfALargeDocument() throws Exception {
    JsonWriterPool pool = new JsonWriterPool(JsonWriter::lenient);
    WeakReference<byte[]> large = writeLargeDocument(pool);
    for (int i = 0; i < 100 && large.get() != null; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(large.get()).isNull();
    assertThat(pool.acquire().array().length).isLessThanOrEqualTo(64 * 1024);
  }

  private static WeakReference<byte[]> writeLargeDocument(JsonWriterPool pool) {
    JsonWriter writer = pool.acquire();
    writer.value("x".repeat(1_000_000));
    WeakReference<byte[]> array = new WeakReference<>(writer.array());
    pool.release(writer);
    return array;
  }

  @Test
  void handsTheSameWriterOutAgain() {
    JsonWriter first = pool.acquire();
    for (int i = 0; i < 100; i++) {
      pool.release(first);
      assertThat(pool.acquire()).isSameAs(first);
    }
    assertThat(made).hasValue(1);
  }

  @Test
  void givesAnInnerCallAWriterOfItsOwn() {
    JsonWriter outer = pool.acquire();
    outer.beginArray();
    JsonWriter inner = pool.acquire();
    assertThat(inner).isNotSameAs(outer);
    inner.value("inner");
    pool.release(inner);
    outer.endArray();
    assertThat(outer.toByteArray()).asString(StandardCharsets.UTF_8).isEqualTo("[]");
    pool.release(outer);
    assertThat(made).hasValue(2);
  }

  @Test
  void handsWritersOutAsNewWhateverWasLeftInThem() {
    List<Runnable> leftovers = new ArrayList<>();
    JsonWriter json = pool.acquire();
    leftovers.add(json::beginObject);
    leftovers.add(() -> json.name("a"));
    leftovers.add(json::beginString);
    leftovers.add(() -> json.append("x"));
    leftovers.add(() -> json.rewind(json.mark()));
    leftovers.add(json::endString);
    leftovers.add(() -> json.name("b"));
    leftovers.add(() -> json.failure(new IllegalStateException()));
    for (int n = 1; n <= leftovers.size(); n++) {
      leftovers.subList(0, n).forEach(Runnable::run);
      pool.release(json);
      assertThat(pool.acquire()).isSameAs(json);
      assertThat(json.size()).isZero();
      assertThat(json.failedValues()).isZero();
      json.beginObject();
      json.name("a");
      json.value(1);
      json.endObject();
      assertThat(json.toByteArray()).asString(StandardCharsets.UTF_8).isEqualTo("{\"a\":1}");
      json.reset();
    }
  }

  @Test
  void letsAWriterGoWhoseMarkIsHeld() {
    JsonWriter json = pool.acquire();
    json.beginObject();
    long mark = json.mark();
    pool.release(json);
    assertThat(pool.acquire()).isNotSameAs(json);
    json.rewind(mark);
    pool.release(json);
    assertThat(pool.acquire()).isSameAs(json);
  }

  @Test
  void letsLargeBuffersGo() {
    for (int size : new int[] {10, 1000, 60_000, 100_000, 10_000_000}) {
      JsonWriter json = pool.acquire();
      json.value("x".repeat(size));
      pool.release(json);
      assertThat(json.array().length).isLessThanOrEqualTo(Utf8Buffer.RETAINED_BYTES);
      assertThat(pool.acquire()).isSameAs(json);
      pool.release(json);
    }
  }

  @Test
  void keepsABufferOfExactlyTheLargestSize() {
    JsonWriter json = pool.acquire();
    while (json.array().length < Utf8Buffer.RETAINED_BYTES) {
      json.reset();
      String text = "x".repeat(json.array().length - 1);
      json.value(new Fragment('"' + text + '"')); // grows to the double
    }
    assertThat(json.array()).hasSize(Utf8Buffer.RETAINED_BYTES);
    pool.release(json);
    assertThat(pool.acquire().array()).hasSize(Utf8Buffer.RETAINED_BYTES);
  }

  @Test
  void aLargeDocumentLeavesSmallOnesSmall() {
    JsonWriter json = pool.acquire();
    json.value("x".repeat(10_000_000));
    pool.release(json);
    json = pool.acquire();
    json.value("x".repeat(2_000));
    assertThat(json.array().length).isLessThan(Utf8Buffer.RETAINED_BYTES);
  }

  @Test
  void needsAFactory() {
    assertThatThrownBy(() -> new JsonWriterPool(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("factory");
  }

  @Test
  void threadsNeverMixTheirDocuments() throws Exception {
    int threads = 32;
    Map<JsonWriter, Thread> inUse = new ConcurrentHashMap<>();
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Integer>> documents = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int id = t;
        documents.add(
            executor.submit(
                () -> {
                  start.await();
                  for (int round = 0; round < 500; round++) {
                    document(id, round % 3, inUse);
                  }
                  return id;
                }));
      }
      start.countDown();
      for (int t = 0; t < threads; t++) {
        assertThat(documents.get(t).get(60, TimeUnit.SECONDS)).isEqualTo(t);
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(inUse).isEmpty();
  }

  /** Writes a document piece by piece, other documents of this thread in between. */
  private void document(int id, int depth, Map<JsonWriter, Thread> inUse) {
    JsonWriter json = pool.acquire();
    assertThat(inUse.putIfAbsent(json, Thread.currentThread())).isNull();
    assertThat(json.size()).isZero();
    StringBuilder expected = new StringBuilder("[");
    json.beginArray();
    for (int i = 0; i < 20; i++) {
      json.value(id);
      expected.append(i == 0 ? "" : ",").append(id);
      if (i == 10 && depth > 0) {
        document(id + 1000, depth - 1, inUse);
      }
    }
    json.endArray();
    assertThat(json.toByteArray())
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(expected.append(']').toString());
    assertThat(inUse.remove(json)).isSameAs(Thread.currentThread());
    pool.release(json);
  }
}
