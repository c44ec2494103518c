// SPDX-License-Identifier: Apache-2.0
package orjson.sink;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A place that takes bytes: a file, standard output.
 *
 * <p>Used by one thread, the writer thread; only {@link #close()} may come from another. A sink
 * never retries by itself: it reports, and its caller keeps the bytes and calls again.
 */
public interface Sink extends Closeable {

  /** What a write offers at most, unless the sink wants less. */
  int BATCH_BYTES = 64 * 1024;

  /**
   * Writes some or all of the remaining bytes and moves the buffer's position behind those that
   * reached the kernel.
   *
   * @param bytes what is to be written
   * @return how many bytes were written; 0 if the sink takes none just now
   * @throws SinkGoneException if none could be written and none ever will
   * @throws IOException if none could be written; the buffer's position is then unchanged
   */
  int write(ByteBuffer bytes) throws IOException;

  /**
   * The most bytes that one write should offer: as many whole lines as fit, or one longer line. A
   * constant.
   */
  default int batchBytes() {
    return BATCH_BYTES;
  }

  /** The sink's name for people: a path, or {@code System.out}. */
  @Override
  String toString();
}
