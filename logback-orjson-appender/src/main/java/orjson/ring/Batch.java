// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import orjson.sink.Sink;

/**
 * The bytes between the ring and the kernel.
 *
 * <p>Whatever a sink throws, the batch knows which bytes are in the kernel and which are not, and
 * can be gone on with, by another thread too. For one thread at a time.
 */
final class Batch {

  private final ByteBuffer bytes;

  /** Bytes from the front that are in the kernel. */
  private int sent;

  /** Bytes in the buffer. */
  private int filled;

  /** Lines whose last byte is in the buffer. */
  private int lines;

  Batch(int capacity) {
    bytes = ByteBuffer.allocateDirect(capacity);
  }

  boolean isEmpty() {
    return filled == 0;
  }

  boolean isSent() {
    return sent == filled;
  }

  /** Bytes there is room for. */
  int room() {
    return bytes.capacity() - filled;
  }

  /** Adds some bytes of a line. */
  void add(byte[] line, int from, int length) {
    bytes.limit(filled + length).position(filled);
    bytes.put(line, from, length);
    filled += length;
  }

  /** The bytes added last end a line. */
  void endLine() {
    lines++;
  }

  /** Offers what is not sent yet; returns how many bytes the sink took. */
  int writeTo(Sink sink) throws IOException {
    bytes.limit(filled).position(sent);
    try {
      return sink.write(bytes);
    } finally {
      sent = bytes.position();
    }
  }

  int lines() {
    return lines;
  }

  int sentBytes() {
    return sent;
  }

  /** Lines that are in the kernel to their last byte. */
  int sentLines() {
    if (isSent()) {
      return lines;
    }
    int feeds = 0;
    for (int i = 0; i < sent; i++) {
      feeds += bytes.get(i) == '\n' ? 1 : 0;
    }
    return Math.min(feeds, lines); // an encoder of others may put line feeds into a line
  }

  void clear() {
    sent = 0;
    filled = 0;
    lines = 0;
  }
}
