// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import java.util.Arrays;

/** The {@code <N>} that tells journald a line's priority; journald takes it off again. */
final class JournalPrefix {

  static final int BYTES = 3;

  /** Priorities of syslog for TRACE to ERROR. */
  private static final byte[] PRIORITIES = {'7', '7', '6', '4', '3'};

  private JournalPrefix() {}

  /**
   * The line with its prefix, {@link #BYTES} longer than before: in the same array if there is room
   * behind the line, which spares an array per event.
   *
   * @param level 0 for TRACE to 4 for ERROR
   */
  static byte[] prepend(byte[] line, int length, int level) {
    byte[] longer = line.length - length >= BYTES ? line : Arrays.copyOf(line, length + BYTES);
    System.arraycopy(longer, 0, longer, BYTES, length);
    longer[0] = '<';
    longer[1] = PRIORITIES[level];
    longer[2] = '>';
    return longer;
  }
}
