// SPDX-License-Identifier: Apache-2.0
package orjson.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;

/**
 * A file that lines are appended to.
 *
 * <p>Opened with {@code O_APPEND}, so that several writers and a truncating logrotate leave no
 * holes. If the file does not end with a line feed, because an earlier process died inside a line,
 * one is written first and the new lines stay whole.
 */
public final class FileSink implements Sink {

  private final Path path;
  private final FileChannel channel;

  private FileSink(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Opens a file, creating it and its parent directories as needed.
   *
   * @param path the file
   * @param append false to empty a file that exists
   * @throws IOException if the file cannot be opened
   */
  public static FileSink open(Path path, boolean append) throws IOException {
    Objects.requireNonNull(path, "path");
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      Files.createDirectories(parent);
    }
    if (!append && Files.isRegularFile(path)) {
      FileChannel.open(path, Set.of(StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING))
          .close();
    }
    boolean torn = append && endsInsideLine(path);
    FileChannel channel =
        FileChannel.open(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    FileSink sink = new FileSink(path, channel);
    if (torn) {
      sink.write(ByteBuffer.wrap(new byte[] {'\n'}));
    }
    return sink;
  }

  private static boolean endsInsideLine(Path path) throws IOException {
    if (!Files.isRegularFile(path) || Files.size(path) == 0) {
      return false;
    }
    try (FileChannel reader = FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      return reader.read(last, reader.size() - 1) == 1 && last.get(0) != '\n';
    }
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    return channel.write(bytes);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
