// SPDX-License-Identifier: Apache-2.0
package orjson.sink;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Standard output or standard error, past {@code System.out} and its lock.
 *
 * <p>Writes to the file descriptor, because {@code /dev/stdout} cannot be opened where it is a
 * socket, as under systemd. The descriptor belongs to the process: it is never closed.
 */
public final class StreamSink implements Sink {

  /**
   * What POSIX promises to take in one piece: a pipe keeps such writes of several writers whole.
   */
  private static final int PIPE_BUF = 4096;

  private static final int FILE_TYPE_MASK = 0xF000;
  private static final int FIFO = 0x1000;

  private final String name;
  private final FileChannel channel;
  private final int batchBytes;

  private StreamSink(String name, FileDescriptor descriptor, boolean pipeAtomic) {
    this.name = name;
    this.batchBytes = pipeAtomic ? PIPE_BUF : BATCH_BYTES;
    // Closing this stream would close the descriptor for everyone, so nobody ever does.
    @SuppressWarnings("resource")
    FileOutputStream stream = new FileOutputStream(descriptor);
    this.channel = stream.getChannel();
  }

  /**
   * Standard output.
   *
   * @param pipeAtomic whether writes are small enough for a pipe that others write to as well
   */
  public static StreamSink out(boolean pipeAtomic) {
    return new StreamSink("System.out", FileDescriptor.out, pipeAtomic);
  }

  /**
   * Standard error.
   *
   * @param pipeAtomic whether writes are small enough for a pipe that others write to as well
   */
  public static StreamSink err(boolean pipeAtomic) {
    return new StreamSink("System.err", FileDescriptor.err, pipeAtomic);
  }

  /** Whether standard output is a pipe; false if the system does not tell. */
  public static boolean outIsPipe() {
    return isPipe(1);
  }

  /** Whether standard error is a pipe; false if the system does not tell. */
  public static boolean errIsPipe() {
    return isPipe(2);
  }

  private static boolean isPipe(int descriptor) {
    for (String directory : new String[] {"/proc/self/fd", "/dev/fd"}) {
      Path path = Path.of(directory, String.valueOf(descriptor));
      try {
        if (Files.exists(path)) {
          int mode = (Integer) Files.getAttribute(path, "unix:mode");
          return (mode & FILE_TYPE_MASK) == FIFO;
        }
      } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
        return false;
      }
    }
    return false;
  }

  @Override
  public int batchBytes() {
    return batchBytes;
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
