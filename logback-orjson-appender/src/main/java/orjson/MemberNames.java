// SPDX-License-Identifier: Apache-2.0
package orjson;

/**
 * Writes the names of members where {@link Nesting} allows one, no two alike in one object.
 *
 * <p>A member that is left out because of its name is written all the same, so that whoever writes
 * it need not know, and taken back when it is whole: before the next name, mark or end.
 *
 * <p>Owned by one {@link JsonWriter}; not thread-safe.
 */
final class MemberNames {

  private static final int NONE = -1;

  private final JsonWriter out;
  private final Nesting nesting;
  private final Keys keys;
  private final NameSet taken;

  /** Whether names are kept apart at all. */
  private final boolean apart;

  private final boolean drops;

  /** Names with their values, comma included. */
  private final TokenCache members = new TokenCache(128);

  /** Where the member stands that will be taken back; the comma before it included. */
  private int dropped = NONE;

  private int droppedDepth;
  private boolean droppedComma;

  MemberNames(JsonWriter out, Nesting nesting, Keys keys, NameSet taken, DuplicateKeys duplicates) {
    this.out = out;
    this.nesting = nesting;
    this.keys = keys;
    this.taken = taken;
    this.apart = duplicates != DuplicateKeys.KEEP;
    this.drops = duplicates == DuplicateKeys.DROP;
  }

  void write(JsonName name) {
    boolean comma = before();
    if (apart && !taken.claim(name, nesting.depth, out.pos)) {
      another(name.text(), comma);
      return;
    }
    keys.write(name.encoded, !comma);
    nesting.named();
  }

  void write(String name) {
    boolean comma = before();
    String text = String.valueOf(name);
    if (!apart) {
      put(text, comma);
      return;
    }
    int start = out.pos;
    int replaced = out.replaced();
    if (taken.claim(text, nesting.depth, start)) {
      put(text, comma);
    } else {
      another(text, comma);
    }
    if (out.replaced() != replaced) {
      takeBack(start, comma);
      write(Strings.wellFormed(text)); // as it reads now, another member may be called so
    }
  }

  /** Writes a member whose value is remembered; false, and nothing written, if it is not. */
  boolean member(JsonName name, String value) {
    int place = value == null ? -1 : members.find(name, name.hashCode(), value);
    boolean comma = before();
    if (place < 0 || apart && !taken.claim(name, nesting.depth, out.pos)) {
      return false;
    }
    Token token = members.token(place);
    keys.write(token == null ? members.put(place, keys.member(name, value)) : token, !comma);
    nesting.member();
    return true;
  }

  /** The output from the writer's position on was taken back. */
  void rewind() {
    if (dropped >= out.pos) {
      dropped = NONE;
    }
  }

  /** Takes back the member that is left out, if it is whole. */
  void settle() {
    if (dropped != NONE && nesting.depth == droppedDepth && nesting.isAfterMember()) {
      takeBack(dropped, droppedComma);
    }
  }

  private boolean before() {
    settle();
    return nesting.beforeName();
  }

  /** Writes the name of a member that may not be called {@code text}. */
  private void another(String text, boolean comma) {
    if (drops && dropped == NONE) {
      dropped = out.pos;
      droppedDepth = nesting.depth;
      droppedComma = comma;
    }
    put(taken.claimNext(text, nesting.depth, out.pos), comma);
  }

  private void put(String text, boolean comma) {
    int start = out.pos;
    try {
      keys.write(text, !comma);
    } catch (JsonEncodeException e) {
      out.pos = start;
      throw e;
    }
    nesting.named();
  }

  private void takeBack(int start, boolean comma) {
    out.pos = start;
    taken.rewind(start);
    nesting.unnamed(comma);
    rewind();
  }
}
