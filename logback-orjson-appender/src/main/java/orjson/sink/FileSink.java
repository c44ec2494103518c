// SPDX-License-Identifier: Apache-2.0
package orjson.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A file that lines are appended to, and its successors.
 *
 * <p>Opened with {@code O_APPEND}, so that several writers and a truncating logrotate leave no
 * holes. If the file does not end with a line feed, because an earlier process died inside a line,
 * one is written first and the new lines stay whole.
 *
 * <p>Before each write the sink looks whether the file of its name is as long as the open one, and
 * every 100 ms whether it is the open one; if that was renamed, deleted or replaced, the name is
 * opened anew, 10 ms later if nobody creates it before. Readers such as rsyslog and {@code tail -F}
 * leave the old file as soon as there is a new one, so what came into the old one later would miss
 * them. The change is made between lines only. Where files have no identity, as on Windows, a
 * replacement is not noticed.
 *
 * <p>A file that cannot be opened is an error of {@link #write}, and the next write tries again.
 */
public final class FileSink implements Sink {

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long SUCCESSOR_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long SUCCESSOR_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  /** A file that cannot be put away may cost an old one at each attempt. */
  private static final long ROLL_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final FileListener listener;

  /** Null if the file is never full. */
  private final Rolling rolling;

  private Path path;

  /** Whether the file is still to be emptied; its successors never are. */
  private boolean empty;

  /** Null before it is opened; the thread that closes sees it too. */
  private volatile OpenFile file;

  private long lastLook;
  private long lastFailedRoll;

  /** The last byte written is not a line feed: the rest of the line belongs into the same file. */
  private boolean insideLine;

  /** The head of a line went to a reader that is gone: the next one gets nothing of it. */
  private boolean skipsLine;

  private boolean writeFailed;
  private boolean reopenFailed;
  private boolean rollFailed;
  private volatile boolean closed;

  private FileSink(Path path, boolean append, Rolling rolling, FileListener listener) {
    this.path = path;
    this.empty = !append;
    this.rolling = rolling;
    this.listener = Objects.requireNonNull(listener, "listener");
  }

  /**
   * A file, not opened yet.
   *
   * @param path the file
   * @param append false to empty a file that exists
   * @param listener hears of a successor that cannot be opened
   */
  public static FileSink to(Path path, boolean append, FileListener listener) {
    return new FileSink(Objects.requireNonNull(path, "path"), append, null, listener);
  }

  /**
   * A row of files, none of them opened yet.
   *
   * @param rolling names the file and says when it is full
   * @param listener hears of trouble with changing files
   */
  public static FileSink rolling(Rolling rolling, FileListener listener) {
    return new FileSink(rolling.file(), true, rolling, listener);
  }

  /**
   * Opens the file, creating it and its parent directories as needed; to be called before the first
   * write, or not at all. A pipe or a device is left to the first write, as opening may block.
   *
   * @throws IOException if the file cannot be opened; the first write tries again
   */
  public void open() throws IOException {
    if (!Files.exists(path) || Files.isRegularFile(path) || Files.isDirectory(path)) {
      openFile();
    }
  }

  private void openFile() throws IOException {
    if (closed) {
      throw new IOException(path + " is closed");
    }
    OpenFile opened = OpenFile.open(path, empty);
    empty = false;
    insideLine = false;
    lastLook = System.nanoTime();
    file = opened;
    if (rolling != null) {
      rolling.opened(opened.size);
    }
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    if (file == null) {
      openFile();
    } else if (!insideLine) {
      change();
    }
    if (skipsLine) {
      return skipLine(bytes);
    }
    OpenFile open = file;
    try {
      int n = open.channel.write(bytes);
      if (n > 0) {
        open.size += n;
        insideLine = bytes.get(bytes.position() - 1) != '\n';
      }
      writeFailed = false;
      return n;
    } catch (IOException e) {
      writeFailed = true;
      if (!open.regular || !open.channel.isOpen()) {
        leave(open); // a pipe whose reader is gone may get another one
        file = null;
        skipsLine = !open.regular && insideLine;
      }
      throw e;
    }
  }

  /** Passes over the bytes up to the end of the line, and returns how many. */
  private int skipLine(ByteBuffer bytes) {
    int begin = bytes.position();
    while (skipsLine && bytes.hasRemaining()) {
      skipsLine = bytes.get() != '\n';
    }
    return bytes.position() - begin;
  }

  /** Goes over to another file if this one is full, or is not the one of that name any more. */
  private void change() throws IOException {
    long now = System.nanoTime();
    if (rolling != null && mayRoll(now) && rolling.isDue(file.size)) {
      roll(now);
    } else if (now - lastLook >= LOOK_NANOS || !reopenFailed && !file.hasKnownSize()) {
      lastLook = now;
      follow();
    }
  }

  /** A write that failed is no reason to make room: whoever rolls may delete. */
  private boolean mayRoll(long now) {
    return !writeFailed && (!rollFailed || now - lastFailedRoll >= ROLL_AGAIN_NANOS);
  }

  private void roll(long now) throws IOException {
    try {
      rolling.roll();
    } catch (IOException e) {
      rollFailed(e, now);
      follow();
      return;
    }
    // Bytes that came behind the end of the old file now could miss its compression, so it is not
    // written again. It stays open for a moment more, so that its inode is not given to the next.
    OpenFile old = file;
    file = null;
    path = rolling.file();
    try {
      openFile();
    } finally {
      leave(old);
    }
    if (file.isSameAs(old)) {
      rollFailed(new IOException(path + " is still in its place"), now);
    } else {
      rollFailed = false;
    }
  }

  private void rollFailed(IOException reason, long now) {
    if (!rollFailed) {
      listener.rollFailed(reason);
    }
    rollFailed = true;
    lastFailedRoll = now;
  }

  private void follow() {
    OpenFile old = file;
    try {
      if (old.isCurrent()) {
        return;
      }
      awaitSuccessor();
      openFile();
    } catch (IOException e) {
      if (!reopenFailed) {
        listener.reopenFailed(e);
      }
      reopenFailed = true;
      return;
    }
    reopenFailed = false;
    leave(old);
  }

  /** Whoever rotates creates the new file in a moment, and may stumble over one that is there. */
  private void awaitSuccessor() {
    long begin = System.nanoTime();
    while (!Files.exists(path) && !closed && System.nanoTime() - begin < SUCCESSOR_NANOS) {
      LockSupport.parkNanos(this, SUCCESSOR_PAUSE_NANOS);
    }
  }

  private static void leave(OpenFile old) {
    try {
      old.close();
    } catch (IOException e) {
      // its bytes are in the kernel, and there is nothing more to be had from it
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try {
      if (file != null) {
        file.close();
      }
    } finally {
      if (rolling != null) {
        rolling.close();
      }
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
