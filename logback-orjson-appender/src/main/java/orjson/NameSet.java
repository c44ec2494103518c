// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.util.Arrays;

/**
 * The names already written into the objects that are open, so that none is written twice.
 *
 * <p>A 64-bit filter per object answers nearly every question without a look at the names. Owned by
 * one {@link JsonWriter}; not thread-safe.
 */
final class NameSet {

  private static final int INITIAL = 32;

  private String[] names = new String[INITIAL];

  /** Where in the output each name stands, ascending; a rewind takes back all from there on. */
  private int[] positions = new int[INITIAL];

  private int count;

  /** By depth: the first index in {@link #names} that belongs to the object. */
  private int[] starts = new int[8];

  /** By depth: the filter bits of the object's names, and perhaps of some taken back since. */
  private long[] filters = new long[8];

  private JsonName[] reserved = {};
  private long reservedFilter;
  private int reservedDepth = -1;

  /** One of 64 bits, chosen by the hash of {@code name}. */
  static long filterBit(String name) {
    return 1L << (name.hashCode() * 0x9E3779B9 >>> 26);
  }

  /** Forgets everything. */
  void clear() {
    Arrays.fill(names, 0, count, null);
    count = 0;
    reservedDepth = -1;
  }

  /** An object was begun at {@code depth}. */
  void open(int depth) {
    if (depth >= starts.length) {
      starts = Arrays.copyOf(starts, 2 * depth);
      filters = Arrays.copyOf(filters, 2 * depth);
    }
    starts[depth] = count;
    filters[depth] = 0;
  }

  /** The object at {@code depth} was ended. */
  void close(int depth) {
    int start = starts[depth];
    Arrays.fill(names, start, count, null);
    count = start;
    if (depth == reservedDepth) {
      reservedDepth = -1;
    }
  }

  /** Keeps {@code set} in the object at {@code depth} from {@link #claim(String, int, int)}. */
  void reserve(JsonName[] set, int depth) {
    long filter = 0;
    for (JsonName name : set) {
      filter |= name.filterBit;
    }
    reserved = set;
    reservedFilter = filter;
    reservedDepth = depth;
  }

  /** The output from {@code pos} on was taken back. */
  void rewind(int pos) {
    while (count > 0 && positions[count - 1] >= pos) {
      names[--count] = null;
    }
  }

  /** Records {@code name}, or returns false because the object at {@code depth} has it. */
  boolean claim(JsonName name, int depth, int pos) {
    return claim(name.text(), name.filterBit, depth, pos);
  }

  /** As the other, and false too for a reserved name. */
  boolean claim(String name, int depth, int pos) {
    long bit = filterBit(name);
    boolean free = depth != reservedDepth || (reservedFilter & bit) == 0 || !isReserved(name);
    return free && claim(name, bit, depth, pos);
  }

  private boolean claim(String name, long bit, int depth, int pos) {
    if ((filters[depth] & bit) != 0 && isWritten(name, starts[depth])) {
      return false;
    }
    filters[depth] |= bit;
    if (count == names.length) {
      names = Arrays.copyOf(names, 2 * count);
      positions = Arrays.copyOf(positions, 2 * count);
    }
    names[count] = name;
    positions[count++] = pos;
    return true;
  }

  private boolean isReserved(String name) {
    for (JsonName each : reserved) {
      if (each.text().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private boolean isWritten(String name, int from) {
    for (int i = from; i < count; i++) {
      if (names[i].equals(name)) {
        return true;
      }
    }
    return false;
  }
}
