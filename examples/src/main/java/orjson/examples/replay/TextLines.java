// SPDX-License-Identifier: Apache-2.0
package orjson.examples.replay;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The lines of a file, whatever bytes it holds: as many as {@code wc -l} counts, and the rest
 * behind the last line feed if there is one.
 *
 * <p>Lines end with LF or CR LF and may be of any length. What is not UTF-8 becomes U+FFFD.
 */
final class TextLines implements Closeable {

  private static final int INITIAL_BYTES = 64 * 1024;

  private final InputStream in;
  private byte[] buffer = new byte[INITIAL_BYTES];
  private int start;
  private int end;
  private long bytes;

  TextLines(Path file) throws IOException {
    this.in = Files.newInputStream(file);
  }

  /** The next line without its end, or null. */
  String next() throws IOException {
    int searched = start;
    while (true) {
      int lineFeed = lineFeed(searched);
      if (lineFeed >= 0) {
        return line(lineFeed, lineFeed + 1);
      }
      int unsearched = end - start;
      if (!fill()) {
        return start == end ? null : line(end, end);
      }
      searched = start + unsearched;
    }
  }

  private int lineFeed(int from) {
    for (int i = from; i < end; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private String line(int lineEnd, int next) {
    boolean carriageReturn = next > lineEnd && lineEnd > start && buffer[lineEnd - 1] == '\r';
    int length = lineEnd - start - (carriageReturn ? 1 : 0);
    String line = new String(buffer, start, length, StandardCharsets.UTF_8);
    start = next;
    return line;
  }

  /** Reads on behind what is left of the buffer; false at the file's end. */
  private boolean fill() throws IOException {
    System.arraycopy(buffer, start, buffer, 0, end - start);
    end -= start;
    start = 0;
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * end);
    }
    int n = in.read(buffer, end, buffer.length - end);
    if (n <= 0) {
      return false;
    }
    end += n;
    bytes += n;
    return true;
  }

  /** How many bytes were read so far. */
  long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
