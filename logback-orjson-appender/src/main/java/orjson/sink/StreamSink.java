// SPDX-License-Identifier: Apache-2.0
package orjson.sink;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Standard output or standard error, past {@code System.out} and its lock.
 *
 * <p>Writes to the file descriptor, because {@code /dev/stdout} cannot be opened where it is a
 * socket, as under systemd. The descriptor belongs to the process: it is never closed.
 */
public final class StreamSink implements Sink {

  private final String name;
  private final FileChannel channel;

  private StreamSink(String name, FileDescriptor descriptor) {
    this.name = name;
    // Closing this stream would close the descriptor for everyone, so nobody ever does.
    @SuppressWarnings("resource")
    FileOutputStream stream = new FileOutputStream(descriptor);
    this.channel = stream.getChannel();
  }

  /** Standard output. */
  public static StreamSink out() {
    return new StreamSink("System.out", FileDescriptor.out);
  }

  /** Standard error. */
  public static StreamSink err() {
    return new StreamSink("System.err", FileDescriptor.err);
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    try {
      return channel.write(bytes);
    } catch (IOException e) {
      throw isFinal(e) ? new SinkGoneException(e) : e;
    }
  }

  /** EPIPE and its like; the JDK tells them apart by nothing but the system's text. */
  private static boolean isFinal(IOException e) {
    String reason = String.valueOf(e.getMessage());
    return reason.contains("Broken pipe")
        || reason.contains("Connection reset")
        || reason.contains("Bad file descriptor");
  }

  /** Does nothing: the descriptor belongs to the process. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return name;
  }
}
