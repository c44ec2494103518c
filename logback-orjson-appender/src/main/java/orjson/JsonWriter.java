// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;

/**
 * A reusable writer of one JSON document as UTF-8 bytes.
 *
 * <p>The writer puts the commas, knows which container is open, and refuses what would not be JSON:
 * a member without a name, a name without a value, a second root. Its buffer grows as needed and is
 * kept by {@link #reset()}.
 *
 * <p>Two modes. A {@linkplain #strict() strict} writer behaves as orjson does: what has no JSON
 * form throws {@link JsonEncodeException}. A {@linkplain #lenient() lenient} writer is for log
 * lines and never throws because of data: an unpaired surrogate becomes U+FFFD, a value that cannot
 * be written becomes a string that says why, DEL and C1 controls are escaped, and a name that the
 * object already has is written as {@code name_1}, {@code name_2} and so on.
 *
 * <p>A value is either whole or not there: {@link #mark()} before it, then {@link #commit(long)},
 * or {@link #rewind(long)} if something went wrong.
 *
 * <p>Not thread-safe. A call in the wrong place throws {@link IllegalStateException} and changes
 * nothing.
 */
public final class JsonWriter extends Utf8Buffer {

  /** Containers that may be open at once. */
  public static final int MAX_DEPTH = 1023;

  private final boolean lenient;
  private final Nesting nesting = new Nesting();
  private final NameSet names = new NameSet();
  private final Strings strings;
  private final Timestamps timestamps = new Timestamps();
  private final Scalars scalars;
  private final MemberNames memberNames;
  private final Values values;

  private int failedValues;

  /** The pool that lends this writer, or null. */
  JsonWriterPool pool;

  private JsonWriter(boolean lenient, DuplicateKeys duplicates, int wanted) {
    super(wanted);
    this.lenient = lenient;
    this.strings = new Strings(this, lenient);
    this.scalars = new Scalars(this, strings, lenient);
    Keys keys = new Keys(this, scalars, names, lenient, duplicates);
    this.memberNames = new MemberNames(this, nesting, keys, names, duplicates);
    this.values = new Values(this, scalars, keys, lenient);
  }

  /** A new writer that throws {@link JsonEncodeException} for what has no JSON form. */
  public static JsonWriter strict() {
    return new JsonWriter(false, DuplicateKeys.KEEP, Integer.MAX_VALUE);
  }

  /** A new writer for log lines, which writes something valid for whatever it is given. */
  public static JsonWriter lenient() {
    return lenient(DuplicateKeys.RENAME, Integer.MAX_VALUE);
  }

  /**
   * As {@link #lenient()}, for documents that are shortened afterwards to {@code maxBytes}: not
   * much more is written than that has use for.
   *
   * <p>A string is written up to {@code maxBytes} characters. A container that makes the document
   * larger than sixteen times {@code maxBytes}, and than 1 MiB, becomes a string that says so, and
   * strings behind that many bytes are abridged to 256 characters.
   *
   * @param duplicates what becomes of a member whose name its object already has
   * @param maxBytes the limit, or {@link Integer#MAX_VALUE} for none
   */
  public static JsonWriter lenient(DuplicateKeys duplicates, int maxBytes) {
    return new JsonWriter(true, duplicates, maxBytes);
  }

  // ---- structure

  /** Begins an object; members follow. */
  public void beginObject() {
    begin(true);
    names.open(nesting.depth);
  }

  /** Ends the innermost container, which must be an object. */
  public void endObject() {
    memberNames.settle();
    nesting.end(true);
    putByte('}');
    names.close(nesting.depth + 1);
  }

  /** Begins an array; its items follow. */
  public void beginArray() {
    begin(false);
  }

  /** Ends the innermost container, which must be an array. */
  public void endArray() {
    nesting.end(false);
    putByte(']');
  }

  private void begin(boolean object) {
    if (nesting.depth == MAX_DEPTH) {
      throw new JsonEncodeException("Recursion limit reached");
    }
    beforeValue(1);
    buf[pos++] = (byte) (object ? '{' : '[');
    nesting.begin(object);
  }

  /** Takes the place of a value, writes the comma if one is due, makes room for {@code n} bytes. */
  private void beforeValue(int n) {
    boolean comma = nesting.beforeValue();
    ensure(n + 1);
    if (comma) {
      buf[pos++] = ',';
    }
  }

  // ---- names

  /**
   * Writes the name of the next member.
   *
   * @param name a name encoded ahead of time
   */
  public void name(JsonName name) {
    memberNames.write(name);
  }

  /**
   * Writes a member whose text is one of few and comes in many documents, such as a logger's name:
   * the writer remembers how it is encoded.
   *
   * @param name a name encoded ahead of time
   * @param value the text; {@code null} is written as JSON's null
   */
  public void member(JsonName name, String value) {
    if (!memberNames.member(name, value)) {
      memberNames.write(name);
      value(value);
    }
  }

  /**
   * Writes the name of the next member. A lenient writer keeps names apart that are the same or
   * {@linkplain #reserve reserved}, as its {@link DuplicateKeys} say.
   *
   * @param name any text; {@code null} is written as {@code "null"}
   * @throws JsonEncodeException if the writer is strict and a surrogate stands alone
   */
  public void name(String name) {
    memberNames.write(name);
  }

  /**
   * Keeps names in the object just begun for {@link #name(JsonName)}; the same text given to {@link
   * #name(String)} counts as the later one, wherever it stands. Of no effect on a strict writer.
   *
   * @param reserved the names; the array is not copied and must not change
   */
  public void reserve(JsonName... reserved) {
    if (!nesting.isEmptyObject()) {
      throw nesting.misplaced("reserve()");
    }
    names.reserve(reserved, nesting.depth);
  }

  // ---- values

  /** Writes {@code null}. */
  public void nullValue() {
    beforeValue(0);
    scalars.nil();
  }

  /**
   * Writes a string.
   *
   * @param value the text; {@code null} is written as JSON's null
   * @throws JsonEncodeException if the writer is strict and a surrogate stands alone
   */
  public void value(String value) {
    if (value == null) {
      nullValue();
      return;
    }
    if (lenient) {
      beforeValue(0);
      strings.write(value);
      return;
    }
    long mark = mark();
    try {
      beforeValue(0);
      strings.write(value);
      commit(mark);
    } catch (RuntimeException | Error e) {
      rewind(mark);
      throw e;
    }
  }

  /** Begins a string that is written in pieces with {@link #append(String)}. */
  public void beginString() {
    beforeValue(1);
    buf[pos++] = '"';
    nesting.beginText();
  }

  /**
   * Appends to the string that was begun.
   *
   * @param piece text; {@code null} appends {@code null}. A surrogate pair may not be split: each
   *     half alone is unpaired
   * @throws JsonEncodeException if the writer is strict and a surrogate stands alone
   */
  public void append(String piece) {
    if (!nesting.isInText()) {
      throw nesting.misplaced("append()");
    }
    int start = pos;
    try {
      strings.content(String.valueOf(piece));
    } catch (JsonEncodeException e) {
      pos = start;
      throw e;
    }
  }

  /** Ends the string that was begun. */
  public void endString() {
    nesting.endText();
    putByte('"');
  }

  /** Writes true or false. */
  public void value(boolean value) {
    beforeValue(0);
    scalars.bool(value);
  }

  /** Writes a whole number. */
  public void value(long value) {
    beforeValue(0);
    scalars.integer(value);
  }

  /**
   * Writes the shortest decimal that reads back as {@code value}. NaN and the infinities are
   * written as null by a strict writer and by their names, as strings, by a lenient one.
   */
  public void value(double value) {
    beforeValue(0);
    scalars.decimal(value);
  }

  /** As {@link #value(double)}, with no more digits than a {@code float} needs. */
  public void value(float value) {
    beforeValue(0);
    scalars.decimal(value);
  }

  /**
   * Writes a point in time as an RFC 3339 string in UTC, such as {@code
   * "2026-11-30T21:15:09.140123Z"}.
   *
   * @param epochSecond seconds since 1970-01-01T00:00:00Z
   * @param nano nanoseconds of that second, 0 to 999,999,999
   * @param fractionDigits how many digits of the fraction to write: 0, 3, 6 or 9; the rest is cut
   * @throws IllegalArgumentException if an argument is out of range; years run from 1 to 9999
   */
  public void timestamp(long epochSecond, int nano, int fractionDigits) {
    Timestamps.check(epochSecond, nano, fractionDigits);
    openString(Timestamps.MAX_BYTES);
    closeString(timestamps.write(buf, pos, epochSecond, nano, fractionDigits));
  }

  /**
   * Writes bytes that already are JSON in the place of a value; a lenient writer writes those that
   * are not as a string.
   */
  public void value(Fragment fragment) {
    Objects.requireNonNull(fragment, "fragment");
    beforeValue(0);
    putFragment(fragment);
  }

  /**
   * Writes any value by its type.
   *
   * <p>A strict writer writes what {@link Orjson#dumps(Object)} does, and throws for all else. A
   * lenient writer writes every object: containers as far as {@value Values#LENIENT_DEPTH} levels,
   * anything unknown as its {@code toString()}, and what throws as a string such as {@code
   * "<IllegalStateException: closed>"}, which {@link #failedValues()} counts.
   *
   * @param value the value, or {@code null}
   * @throws JsonEncodeException if the writer is strict and the value, or one inside it, has no
   *     JSON form; nothing of it is written then
   */
  public void value(Object value) {
    value(value, 0, null);
  }

  void value(Object value, int options, Function<Object, Object> fallback) {
    long mark = mark();
    try {
      beforeValue(0);
      values.write(value, options, fallback);
      commit(mark);
    } catch (Throwable t) {
      rewind(mark);
      throw t;
    }
  }

  /**
   * Writes, in the place of a value, a string that names what was thrown instead of it, such as
   * {@code "<IllegalStateException: closed>"}, and counts it as failed.
   *
   * @throws VirtualMachineError {@code t} itself, if it is one and not a StackOverflowError
   */
  public void failure(Throwable t) {
    String text = Failures.describe(t);
    beforeValue(0);
    fail(text);
  }

  // ---- whole or not there

  /**
   * Remembers this place. Until {@link #commit(long)} or {@link #rewind(long)} is called with the
   * result, the containers that are open now cannot be ended and the writer cannot be reset. Marks
   * nest.
   *
   * @return the place, valid until it is committed or rewound to
   */
  public long mark() {
    memberNames.settle();
    return nesting.mark(pos);
  }

  /** Takes back everything written since {@link #mark()} returned {@code mark}. */
  public void rewind(long mark) {
    pos = nesting.rewind(mark);
    names.rewind(pos);
    memberNames.rewind();
  }

  /**
   * Keeps what was written since {@link #mark()} returned {@code mark}.
   *
   * @throws IllegalStateException if a container or string begun since is not ended, or a name has
   *     no value; the mark stays valid for {@link #rewind(long)}
   */
  public void commit(long mark) {
    nesting.commit(mark);
  }

  // ---- the document

  /**
   * Forgets the document and keeps the buffer.
   *
   * @throws IllegalStateException if a mark inside a container is neither committed nor rewound
   */
  public void reset() {
    if (isMarked()) {
      throw new IllegalStateException("reset() cannot stand between mark() and commit()");
    }
    pos = 0;
    failedValues = 0;
    nesting.clear();
    names.clear();
    memberNames.rewind();
  }

  /** Writes a line feed behind the finished document. */
  public void newline() {
    if (!nesting.isDone()) {
      throw nesting.misplaced("newline()");
    }
    putByte('\n');
  }

  /** How many values since {@link #reset()} a lenient writer replaced by a string that says why. */
  public int failedValues() {
    return failedValues;
  }

  /** How many bytes were written. */
  public int size() {
    return pos;
  }

  /** A copy of the bytes written. */
  public byte[] toByteArray() {
    return Arrays.copyOf(buf, pos);
  }

  /**
   * The bytes written so far, without a copy: the first {@link #size()} of the result. Any later
   * call of this writer may change them or move on to another array.
   */
  public byte[] array() {
    return buf;
  }

  /**
   * Makes the finished document end earlier, for whoever rewrote the bytes of {@link #array()} to a
   * shorter one.
   *
   * @param size how many of the bytes remain
   * @throws IllegalArgumentException if there are not so many
   */
  public void shorten(int size) {
    if (size < 0 || size > pos || !nesting.isDone()) {
      throw new IllegalArgumentException("size: " + size + " of " + pos + " bytes");
    }
    pos = size;
  }

  // ---- for this package

  boolean isMarked() {
    return nesting.isMarked();
  }

  /** How many containers are open. */
  int depth() {
    return nesting.depth;
  }

  /** How many unpaired surrogates were replaced so far. */
  int replaced() {
    return strings.replaced;
  }

  /** Writes a string that says what is wrong, as part of a larger value. */
  void fail(String text) {
    failedValues++;
    strings.write(text);
  }

  void fail(Throwable t) {
    fail(Failures.describe(t));
  }

  /** A name for a key whose {@code toString()} threw. */
  String failureText(Throwable t) {
    String text = Failures.describe(t);
    failedValues++;
    return text;
  }

  void putFragment(Fragment fragment) {
    byte[] json = lenient ? fragment.line() : fragment.bytes;
    if (json != null && json.length > ceiling) {
      fail("<over " + ceiling + " bytes>");
    } else if (json == null) {
      fail(new String(fragment.bytes, StandardCharsets.UTF_8));
    } else {
      putBytes(json, 0);
    }
  }

  /** Begins a string of at most {@code n} bytes that the caller writes into {@link #buf}. */
  void openString(int n) {
    beforeValue(n + 2);
    buf[pos++] = '"';
  }

  /** Ends the string opened, whose text ends at {@code end}. */
  void closeString(int end) {
    buf[end] = '"';
    pos = end + 1;
  }

  /** Writes {@code s} as a string that is part of a larger text; no comma, no state. */
  void string(String s) {
    strings.write(s);
  }

  /** As the other, for a name: two that differ in what is wanted of them stay different. */
  void nameText(String s) {
    strings.name(s);
  }
}
