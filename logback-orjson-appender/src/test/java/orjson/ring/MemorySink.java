// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import orjson.sink.Sink;

/** Keeps what it is given, and does before each write what a script says. */
final class MemorySink implements Sink {

  /** What one write does: takes all, takes some, takes none, or throws. */
  interface Behaviour {

    /**
     * Called before a write.
     *
     * @param write the number of this write, from 0 on
     * @param offered how many bytes are offered
     * @return how many bytes to take
     */
    int take(int write, int offered) throws IOException;
  }

  private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
  private final Behaviour behaviour;
  private int writes;
  private int largestWrite;

  MemorySink() {
    this((write, offered) -> offered);
  }

  MemorySink(Behaviour behaviour) {
    this.behaviour = behaviour;
  }

  @Override
  public synchronized int write(ByteBuffer bytes) throws IOException {
    largestWrite = Math.max(largestWrite, bytes.remaining());
    int n = behaviour.take(writes++, bytes.remaining());
    byte[] some = new byte[n];
    bytes.get(some);
    taken.writeBytes(some);
    return n;
  }

  @Override
  public void close() {}

  synchronized int writes() {
    return writes;
  }

  synchronized int largestWrite() {
    return largestWrite;
  }

  synchronized String text() {
    return taken.toString(StandardCharsets.UTF_8);
  }

  /** The lines taken; fails if the last one is torn. */
  List<String> lines() {
    String text = text();
    if (!text.isEmpty() && !text.endsWith("\n")) {
      throw new AssertionError("The last line is torn: " + text.substring(text.lastIndexOf('\n')));
    }
    return text.lines().toList();
  }
}
