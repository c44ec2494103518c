// SPDX-License-Identifier: Apache-2.0
package orjson.sink;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A file opened for appending, and what tells it from another one of its name. */
final class OpenFile implements Closeable {

  private static final int ATTEMPTS = 10;

  /** Longer than any write of another process is under way. */
  private static final long SECOND_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  final Path path;
  final FileChannel channel;

  /** Tells the size at the name without an object for each answer. */
  private final File name;

  /** False for a pipe or a device: it has no size, no end and no successor. */
  final boolean regular;

  /** Device and inode; null where the system has no such thing, as Windows. */
  private final Object key;

  /** Bytes in the file, as far as known: other writers are noticed now and then. */
  long size;

  private OpenFile(Path path, FileChannel channel, BasicFileAttributes attributes) {
    this.path = path;
    this.channel = channel;
    this.name = path.toFile();
    this.regular = attributes.isRegularFile();
    this.key = attributes.fileKey();
    this.size = attributes.size();
  }

  /**
   * Opens a file, creating it and its parent directories as needed, and ends a torn line in it.
   *
   * @param empty whether what the file holds is thrown away
   */
  static OpenFile open(Path path, boolean empty) throws IOException {
    createParent(path);
    for (int i = 0; i < ATTEMPTS; i++) {
      FileChannel channel = null;
      try {
        // A file of known identity is opened: it is there before and is the same afterwards.
        create(path);
        BasicFileAttributes before = attributes(path);
        channel = channel(path, empty && before.isRegularFile());
        BasicFileAttributes after = attributes(path);
        if (Objects.equals(before.fileKey(), after.fileKey())) {
          OpenFile file = new OpenFile(path, channel, after);
          file.endTornLine();
          channel = null;
          return file;
        }
      } catch (NoSuchFileException e) {
        // it was renamed in this very moment
      } finally {
        if (channel != null) {
          channel.close();
        }
      }
    }
    throw new IOException(path + " changes too often to be opened");
  }

  private static void createParent(Path path) throws IOException {
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      Files.createDirectories(parent);
    }
  }

  private static void create(Path path) throws IOException {
    if (!Files.exists(path)) {
      FileChannel.open(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND)).close();
    }
  }

  private static FileChannel channel(Path path, boolean empty) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.APPEND);
    if (empty) {
      channel.truncate(0);
    }
    return channel;
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class);
  }

  private void endTornLine() throws IOException {
    if (!regular || !endsInsideLine()) {
      return;
    }
    // Another process may be in the middle of a write; a dead one is not.
    long before = channel.size();
    LockSupport.parkNanos(this, SECOND_LOOK_NANOS);
    if (channel.size() == before && endsInsideLine()) {
      size += channel.write(ByteBuffer.wrap(new byte[] {'\n'}));
    }
  }

  private boolean endsInsideLine() throws IOException {
    try (FileChannel reader = FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      long end = reader.size();
      return end > 0 && reader.read(last, end - 1) == 1 && last.get(0) != '\n';
    }
  }

  /**
   * Whether the file of that name is as long as this one should be: if not, it may be another one,
   * or others write to it too.
   */
  boolean hasKnownSize() {
    return !regular || (name.length() == size && (size > 0 || name.exists()));
  }

  /**
   * Whether the name still leads to this file; looks at the size as well.
   *
   * @throws IOException if the system does not tell
   */
  boolean isCurrent() throws IOException {
    if (!regular) {
      return true;
    }
    try {
      BasicFileAttributes now = attributes(path);
      if (!Objects.equals(key, now.fileKey())) {
        return false;
      }
      size = now.size();
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  boolean isSameAs(OpenFile other) {
    return key != null && key.equals(other.key);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
