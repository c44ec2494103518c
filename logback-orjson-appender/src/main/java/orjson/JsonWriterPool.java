// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A few reusable writers, shared by any number of threads without a lock and without a {@code
 * ThreadLocal}.
 *
 * <p>Each thread has a place it looks at first; if that is empty, because another thread or an
 * outer call of the same thread holds the writer, it takes a new one. So nobody waits, re-entrance
 * is harmless, and virtual threads by the million keep no more writers than there are places.
 *
 * <p>Thread-safe.
 */
public final class JsonWriterPool {

  /** References per cache line, so that neighbours do not share one. */
  private static final int STRIDE = 32;

  private final AtomicReferenceArray<JsonWriter> places;
  private final int mask;
  private final Supplier<JsonWriter> factory;

  /**
   * An empty pool with places for about two writers per processor.
   *
   * @param factory makes a writer, such as {@code JsonWriter::lenient}
   */
  public JsonWriterPool(Supplier<JsonWriter> factory) {
    this.factory = Objects.requireNonNull(factory, "factory");
    int count = Integer.highestOneBit(4 * Runtime.getRuntime().availableProcessors() - 1);
    this.mask = count - 1;
    this.places = new AtomicReferenceArray<>(count * STRIDE);
  }

  /** A writer in its initial state, for the caller alone until it is released. */
  public JsonWriter acquire() {
    int place = place();
    JsonWriter writer = places.getPlain(place) == null ? null : places.getAndSet(place, null);
    if (writer == null) {
      writer = factory.get();
      writer.pool = this;
    } else {
      writer.reset();
    }
    return writer;
  }

  /**
   * Gives a writer back; of one that has grown large only the writer is kept, not its buffer. A
   * writer of another pool is not kept at all.
   *
   * @param writer one that {@link #acquire()} returned, not used by the caller any more
   */
  public void release(JsonWriter writer) {
    if (writer.pool == this && !writer.isMarked()) {
      writer.shrink();
      places.setRelease(place(), writer);
    }
  }

  private int place() {
    long id = Thread.currentThread().getId();
    return ((int) (id * 0x9E3779B97F4A7C15L >>> 32) & mask) * STRIDE;
  }
}
