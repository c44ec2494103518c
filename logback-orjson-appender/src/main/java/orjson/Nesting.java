// SPDX-License-Identifier: Apache-2.0
package orjson;

/**
 * Which containers of a document are open and what may come next; knows no bytes.
 *
 * <p>Owned by one {@link JsonWriter}; not thread-safe.
 */
final class Nesting {

  // the states: what may come next
  private static final int ROOT = 0;
  private static final int FIRST_NAME = 1;
  private static final int NEXT_NAME = 2;
  private static final int VALUE = 3;
  private static final int FIRST_ITEM = 4;
  private static final int NEXT_ITEM = 5;
  private static final int TEXT = 6;
  private static final int DONE = 7;

  private static final int STATE_BITS = 3;
  private static final int DEPTH_BITS = 10;
  private static final int STATE_MASK = (1 << STATE_BITS) - 1;
  private static final int DEPTH_MASK = (1 << DEPTH_BITS) - 1;
  private static final int FLOOR_SHIFT = STATE_BITS + DEPTH_BITS;

  /** How many containers are open. */
  int depth;

  /** One bit per open container, set for an object. */
  private final long[] objects = new long[(JsonWriter.MAX_DEPTH + Long.SIZE) / Long.SIZE];

  private int state = ROOT;

  /** Containers up to this depth were open at the latest mark and must stay so. */
  private int floor;

  /** Forgets the document; the caller has seen that no mark is held. */
  void clear() {
    depth = 0;
    state = ROOT;
  }

  /** Whether a mark inside a container is neither committed nor rewound. */
  boolean isMarked() {
    return floor > 0;
  }

  /** Takes the place of a value; returns whether a comma is due before it. */
  boolean beforeValue() {
    switch (state) {
      case NEXT_ITEM -> {
        return true;
      }
      case VALUE -> state = NEXT_NAME;
      case FIRST_ITEM -> state = NEXT_ITEM;
      case ROOT -> state = DONE;
      default -> throw misplaced("A value");
    }
    return false;
  }

  /** Whether a comma is due before the name that the caller is about to write. */
  boolean beforeName() {
    if (state != FIRST_NAME && state != NEXT_NAME) {
      throw misplaced("A name");
    }
    return state == NEXT_NAME;
  }

  /** The name was written. */
  void named() {
    state = VALUE;
  }

  /** A whole member was written, its name and its value. */
  void member() {
    state = NEXT_NAME;
  }

  /** The name was taken back; {@code comma} is what {@link #beforeName()} said of it. */
  void unnamed(boolean comma) {
    state = comma ? NEXT_NAME : FIRST_NAME;
  }

  /** The object was just begun and has no member yet. */
  boolean isEmptyObject() {
    return state == FIRST_NAME;
  }

  /** A member was written, and its object is the innermost container. */
  boolean isAfterMember() {
    return state == NEXT_NAME;
  }

  boolean isDone() {
    return state == DONE;
  }

  boolean isInText() {
    return state == TEXT;
  }

  /** A container was begun; {@link #beforeValue()} was called for it. */
  void begin(boolean object) {
    depth++;
    if (object) {
      objects[depth >> 6] |= 1L << depth;
    } else {
      objects[depth >> 6] &= ~(1L << depth);
    }
    state = object ? FIRST_NAME : FIRST_ITEM;
  }

  /** Ends the innermost container, which must be of that kind. */
  void end(boolean object) {
    boolean fits =
        object
            ? state == FIRST_NAME || state == NEXT_NAME
            : state == FIRST_ITEM || state == NEXT_ITEM;
    if (!fits) {
      throw misplaced(object ? "endObject()" : "endArray()");
    }
    if (depth <= floor) {
      throw new IllegalStateException("A container that was open at mark() cannot be ended");
    }
    depth--;
    state = afterValue();
  }

  /** A string in pieces was begun; {@link #beforeValue()} was called for it. */
  void beginText() {
    state = TEXT;
  }

  void endText() {
    if (state != TEXT) {
      throw misplaced("endString()");
    }
    state = afterValue();
  }

  private int afterValue() {
    if (depth == 0) {
      return DONE;
    }
    return (objects[depth >> 6] & 1L << depth) != 0 ? NEXT_NAME : NEXT_ITEM;
  }

  /** The place {@code pos} and all state in one number; the open containers are now protected. */
  long mark(int pos) {
    long mark = (long) pos << 32 | (long) floor << FLOOR_SHIFT | (long) depth << STATE_BITS | state;
    floor = depth;
    return mark;
  }

  /** Goes back to {@code mark} and returns its {@code pos}. */
  int rewind(long mark) {
    floor = (int) (mark >>> FLOOR_SHIFT) & DEPTH_MASK;
    depth = (int) (mark >>> STATE_BITS) & DEPTH_MASK;
    state = (int) mark & STATE_MASK;
    return (int) (mark >>> 32);
  }

  /** Gives up the protection of {@code mark} if nothing begun since is unfinished. */
  void commit(long mark) {
    int before = (int) mark & STATE_MASK;
    if (depth != ((int) (mark >>> STATE_BITS) & DEPTH_MASK) || state == TEXT && before != TEXT) {
      throw new IllegalStateException("A container or string begun since mark() was not ended");
    }
    if (state == VALUE && before != VALUE) {
      throw new IllegalStateException("A name written since mark() has no value");
    }
    floor = (int) (mark >>> FLOOR_SHIFT) & DEPTH_MASK;
  }

  IllegalStateException misplaced(String what) {
    String where =
        switch (state) {
          case ROOT -> "before the document's value";
          case FIRST_NAME, NEXT_NAME -> "where a member's name or endObject() is due";
          case VALUE -> "where a member's value is due";
          case FIRST_ITEM, NEXT_ITEM -> "inside an array";
          case TEXT -> "inside a string";
          default -> "after the document's value";
        };
    return new IllegalStateException(what + " cannot stand " + where);
  }
}
