// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The names already written into the objects that are open, so that none is written twice.
 *
 * <p>A 64-bit filter per object answers nearly every question without a look at the names; an
 * object of many names gets an index. Owned by one {@link JsonWriter}; not thread-safe.
 */
final class NameSet {

  private static final int INITIAL = 32;
  private static final int UNWRITTEN = -1;
  private static final JsonName[] NONE = {};

  /** Names that are looked through one by one; about as many as the filter can tell apart. */
  private static final int UNINDEXED = 64;

  private String[] names = new String[INITIAL];

  /** Where in the output each name stands, ascending; a rewind takes back all from there on. */
  private int[] positions = new int[INITIAL];

  private int count;

  /** By depth: what is known of the open object. */
  private Scope[] scopes = {new Scope()};

  /** The depth of the innermost object, or of one that was ended since. */
  private int deepest;

  /** One of 64 bits, chosen by the hash of {@code name}. */
  static long filterBit(String name) {
    return 1L << (name.hashCode() * 0x9E3779B9 >>> 26);
  }

  /** Forgets everything. */
  void clear() {
    Arrays.fill(names, 0, count, null);
    count = 0;
  }

  /** An object was begun at {@code depth}. */
  void open(int depth) {
    if (depth >= scopes.length) {
      int known = scopes.length;
      scopes = Arrays.copyOf(scopes, Math.max(8, 2 * depth));
      Arrays.setAll(scopes, i -> i < known ? scopes[i] : new Scope());
    }
    deepest = depth;
    Scope scope = scopes[depth];
    scope.start = count;
    scope.filter = 0;
    scope.reserved = NONE;
    scope.reservedFilter = 0;
    scope.expected = 0;
    scope.index = null;
  }

  /** The object at {@code depth} was ended. */
  void close(int depth) {
    Scope scope = scopes[depth];
    Arrays.fill(names, scope.start, count, null);
    count = scope.start;
    scope.index = null;
    deepest = depth - 1;
  }

  /** Keeps {@code set} in the object at {@code depth} from {@link #claim(String, int, int)}. */
  void reserve(JsonName[] set, int depth) {
    Scope scope = scopes[depth];
    if (scope.lastReserved != set) {
      scope.lastReserved = set;
      scope.lastFilter = 0;
      for (JsonName name : set) {
        scope.lastFilter |= name.filterBit;
      }
      scope.reservedAt = new int[set.length];
    }
    scope.reserved = set;
    scope.reservedFilter = scope.lastFilter;
    Arrays.fill(scope.reservedAt, UNWRITTEN);
  }

  /** The output from {@code pos} on was taken back. */
  void rewind(int pos) {
    while (count > 0 && positions[count - 1] >= pos) {
      names[--count] = null;
    }
    for (int depth = 0; depth <= deepest; depth++) {
      scopes[depth].rewindReserved(pos);
    }
  }

  /** Records {@code name}, or returns false because the object at {@code depth} has it. */
  boolean claim(JsonName name, int depth, int pos) {
    Scope scope = scopes[depth];
    return scope.claimExpected(name, pos) || claimReserved(name, scope, pos);
  }

  private boolean claimReserved(JsonName name, Scope scope, int pos) {
    int at = scope.indexOf(name.text());
    if (at >= 0) {
      boolean free = scope.reservedAt[at] == UNWRITTEN;
      scope.reservedAt[at] = free ? pos : scope.reservedAt[at];
      return free;
    }
    if (isWritten(name.text(), name.filterBit, scope)) {
      return false;
    }
    add(name.text(), name.filterBit, scope, pos);
    return true;
  }

  /** As the other, and false too for a reserved name. */
  boolean claim(String name, int depth, int pos) {
    Scope scope = scopes[depth];
    long bit = filterBit(name);
    if (isTaken(name, bit, scope)) {
      return false;
    }
    add(name, bit, scope, pos);
    return true;
  }

  /**
   * Records and returns {@code name_1}, {@code name_2} or so, one that is free. Found by doubling
   * and halving, for objects that are given the same name a thousand times.
   */
  String claimNext(String name, int depth, int pos) {
    Scope scope = scopes[depth];
    int taken = 0;
    int free = 1;
    while (isTaken(name, free, scope)) {
      taken = free;
      free *= 2;
    }
    while (free - taken > 1) {
      int middle = (taken + free) >>> 1;
      if (isTaken(name, middle, scope)) {
        taken = middle;
      } else {
        free = middle;
      }
    }
    String next = name + "_" + free;
    add(next, filterBit(next), scope, pos);
    return next;
  }

  private boolean isTaken(String name, int n, Scope scope) {
    String next = name + "_" + n;
    return isTaken(next, filterBit(next), scope);
  }

  private boolean isTaken(String name, long bit, Scope scope) {
    return (scope.reservedFilter & bit) != 0 && scope.indexOf(name) >= 0
        || isWritten(name, bit, scope);
  }

  private boolean isWritten(String name, long bit, Scope scope) {
    if ((scope.filter & bit) == 0) {
      return false;
    }
    if (count - scope.start > UNINDEXED) {
      return index(scope).contains(name);
    }
    for (int i = scope.start; i < count; i++) {
      if (names[i].equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** The names are all different, so an index of another size is one from before a rewind. */
  private Set<String> index(Scope scope) {
    if (scope.index == null || scope.index.size() != count - scope.start) {
      scope.index = new HashSet<>(Arrays.asList(names).subList(scope.start, count));
    }
    return scope.index;
  }

  private void add(String name, long bit, Scope scope, int pos) {
    if (count - scope.start > UNINDEXED) {
      index(scope).add(name);
    } else {
      scope.index = null;
    }
    scope.filter |= bit;
    if (count == names.length) {
      names = Arrays.copyOf(names, 2 * count);
      positions = Arrays.copyOf(positions, 2 * count);
    }
    names[count] = name;
    positions[count++] = pos;
  }

  private static final class Scope {

    /** The first index in {@link #names} that belongs to the object. */
    int start;

    /** The filter bits of the object's names, and perhaps of some taken back since. */
    long filter;

    /** The names kept in the object. */
    JsonName[] reserved = NONE;

    /** The set reserved most recently, here or in an earlier document: most often the same. */
    JsonName[] lastReserved = NONE;

    /** The filter bits of {@link #lastReserved}. */
    long lastFilter;

    /** Where in the output each reserved name stands. */
    int[] reservedAt = {};

    /** The reserved name to come next if all are written in their order. */
    int expected;

    /** The filter bits of the reserved names. */
    long reservedFilter;

    /** All names of an object that has many, or some older state of it; else null. */
    Set<String> index;

    /** Claims a reserved name that comes in its order, perhaps after some that are left out. */
    boolean claimExpected(JsonName name, int pos) {
      JsonName[] all = reserved;
      for (int i = expected; i < all.length; i++) {
        if (all[i].equals(name)) {
          if (reservedAt[i] != UNWRITTEN) {
            return false;
          }
          reservedAt[i] = pos;
          expected = i + 1;
          return true;
        }
      }
      return false;
    }

    int indexOf(String name) {
      for (int i = 0; i < reserved.length; i++) {
        if (reserved[i].text().equals(name)) {
          return i;
        }
      }
      return -1;
    }

    void rewindReserved(int pos) {
      for (int i = 0; i < reserved.length; i++) {
        if (reservedAt[i] != UNWRITTEN && reservedAt[i] >= pos) {
          reservedAt[i] = UNWRITTEN;
          expected = Math.min(expected, i);
        }
      }
    }
  }
}
