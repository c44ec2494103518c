// SPDX-License-Identifier: Apache-2.0
package orjson.sink;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Says when a file is full and puts it away.
 *
 * <p>Used by the thread that writes. It is asked before each batch, so answers should be cheap, and
 * only between lines, so no line spans two files.
 */
public interface Rolling extends Closeable {

  /** The file to write to from now on. */
  Path file();

  /**
   * Hears that a file was opened.
   *
   * @param size the bytes it holds already
   */
  void opened(long size);

  /**
   * Whether the file must be put away before the next write. After {@code true} follows {@link
   * #roll()}.
   *
   * @param size the file's bytes
   */
  boolean isDue(long size);

  /**
   * Puts the file away; {@link #file()} may then give another name.
   *
   * @throws IOException if that failed; the file is then written on
   */
  void roll() throws IOException;

  /** Waits for work in the background, such as compression. */
  @Override
  void close();
}
