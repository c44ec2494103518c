// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

/**
 * Makes the line that tells readers of the log how many lines are missing.
 *
 * <p>Called on the writer thread as soon as there is room after drops, at most once a second, and
 * once more at {@link LineRing#close}.
 */
@FunctionalInterface
public interface DropReport {

  /**
   * A line about drops. If it cannot be made, by returning null or by throwing, the drops are part
   * of the next report.
   *
   * @param byLevel lines dropped since the last report, by level, at least one in all
   * @return the line with its line feed, in an array that is the ring's from now on
   */
  byte[] line(long[] byLevel);
}
