// SPDX-License-Identifier: Apache-2.0
package orjson.event;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import orjson.Fragment;
import orjson.JsonWriter;

/**
 * The members of a finished line and the strings in them, and the line made of what is kept.
 *
 * <p>Reads what a {@link JsonWriter} wrote: valid JSON, with blanks between tokens only inside of a
 * {@link Fragment}. Works in the line's own array, since a part is never replaced by a longer one.
 */
final class LineParts {

  private static final byte[] END = "\"truncated\":true}\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ELLIPSIS = "…".getBytes(StandardCharsets.UTF_8);
  private static final byte[] CAUSE = "\\nCaused by: ".getBytes(StandardCharsets.US_ASCII);

  /** Shorter strings are never cut. */
  private static final int SHORT = 16;

  /** With less than that, a root cause would say nothing. */
  private static final int LEAST_OF_TWO_PARTS = 64;

  /** The bytes of {@code \ud83d\ude00}. */
  private static final int ESCAPED_PAIR = 12;

  final List<Member> members = new ArrayList<>();
  final List<Text> texts = new ArrayList<>();

  private final byte[] b;

  /** Where the next byte of the shortened line goes. */
  private int end;

  /** A member, from its name's first quote to the end of its value. */
  static final class Member {

    private final int from;
    private int to;

    /** What the member, with a comma, adds to the line. */
    int cost;

    /** Whether it is one that each line of the shape has. */
    boolean isOwn;

    private boolean isLeftOut;

    Member(int from) {
      this.from = from;
    }

    /** Leaves the member out and returns what that saves. */
    int leaveOut() {
      int saved = cost;
      cost = 0;
      isLeftOut = true;
      return saved;
    }
  }

  /** The inside of a string that is a value. */
  static final class Text {

    final Member member;

    /** Whether it is the member's whole value. */
    final boolean isWhole;

    private final int from;
    private final int to;

    boolean isStackTrace;
    boolean isMessage;

    /** How many bytes are kept, the marks of the cuts not counted. */
    private int kept;

    Text(Member member, boolean isWhole, int from, int to) {
      this.member = member;
      this.isWhole = isWhole;
      this.from = from;
      this.to = to;
      this.kept = length();
    }

    int length() {
      return to - from;
    }

    private int marks() {
      return isStackTrace ? 2 * ELLIPSIS.length : ELLIPSIS.length;
    }

    /**
     * Cuts the text by {@code excess} if that leaves {@code least} bytes of it, else to that many.
     *
     * @return what is saved by that
     */
    int cut(int excess, int least) {
      int before = kept + (kept < length() ? marks() : 0);
      int after = Math.max(least + marks(), before - excess);
      if (excess <= 0 || after >= before || member.isLeftOut) {
        return 0;
      }
      kept = after - marks();
      member.cost -= before - after;
      return before - after;
    }
  }

  LineParts(byte[] line) {
    this.b = line;
    int i = 1;
    while (b[i] != '}') {
      i = b[i] == ',' ? i + 1 : i;
      Member member = new Member(i);
      members.add(member);
      i = value(member, stringEnd(i) + 1);
      member.to = i;
      member.cost = i - member.from + 1;
    }
  }

  /** Skips a value and notes the strings in it; returns its end. */
  private int value(Member member, int start) {
    int depth = 0;
    int i = start;
    while (true) {
      switch (b[i]) {
        case '"' -> {
          int next = stringEnd(i);
          if (next - i - 2 > SHORT && !isName(next)) {
            texts.add(new Text(member, depth == 0, i + 1, next - 1));
          }
          i = next;
        }
        case '{', '[' -> {
          depth++;
          i++;
        }
        case '}', ']', ',' -> {
          if (depth == 0) {
            return i;
          }
          depth -= b[i] == ',' ? 0 : 1;
          i++;
        }
        default -> i++;
      }
    }
  }

  private boolean isName(int afterString) {
    int i = afterString;
    while (b[i] == ' ') {
      i++;
    }
    return b[i] == ':';
  }

  private int stringEnd(int quote) {
    int i = quote + 1;
    while (b[i] != '"') {
      i += b[i] == '\\' ? 2 : 1;
    }
    return i + 1;
  }

  /** Whether the name of {@code member} is {@code quoted}. */
  boolean isCalled(Member member, byte[] quoted) {
    int from = member.from;
    int to = from + quoted.length;
    return quoted.length > 0
        && to < member.to
        && b[to] == ':'
        && Arrays.equals(b, from, to, quoted, 0, quoted.length);
  }

  /** The size of the line with all that is kept, and with the member that says so. */
  int size() {
    return 1 + members.stream().mapToInt(member -> member.cost).sum() + END.length;
  }

  /** Moves what is kept to the front of the array; returns the line's size. */
  int compose() {
    texts.sort((a, b) -> Integer.compare(a.from, b.from));
    end = 1;
    int t = 0;
    for (Member member : members) {
      int from = member.from;
      for (; t < texts.size() && texts.get(t).from < member.to; t++) {
        Text text = texts.get(t);
        if (text.kept < text.length() && !member.isLeftOut) {
          move(from, text.from);
          moveCut(text);
          from = text.to;
        }
      }
      if (!member.isLeftOut) {
        move(from, member.to);
        b[end++] = ',';
      }
    }
    put(END);
    return end;
  }

  private void move(int from, int to) {
    System.arraycopy(b, from, b, end, to - from);
    end += to - from;
  }

  private void put(byte[] bytes) {
    System.arraycopy(bytes, 0, b, end, bytes.length);
    end += bytes.length;
  }

  /** Moves the head of a text and, of a stack trace, the beginning of its root cause. */
  private void moveCut(Text text) {
    int cause = text.isStackTrace && text.kept >= LEAST_OF_TWO_PARTS ? rootCause(text) : -1;
    int ofCause = Math.min(text.to - cause, text.kept / 2);
    int head = text.kept - ofCause;
    if (cause < 0 || cause - text.from - head < ELLIPSIS.length) {
      move(text.from, cutAt(text.from, text.from + text.kept));
      put(ELLIPSIS);
      return;
    }
    move(text.from, cutAt(text.from, text.from + head));
    put(ELLIPSIS);
    int to = cutAt(cause, cause + ofCause);
    move(cause, to);
    if (to < text.to) {
      put(ELLIPSIS);
    }
  }

  /** Where the last cause of a stack trace begins, the line feed before it included, or -1. */
  private int rootCause(Text text) {
    int found = -1;
    for (int i = text.from; i + CAUSE.length <= text.to; i += width(i)) {
      if (b[i] == '\\' && Arrays.equals(b, i, i + CAUSE.length, CAUSE, 0, CAUSE.length)) {
        found = i;
      }
    }
    return found;
  }

  /** The last place up to {@code limit} where text from {@code from} on may be cut. */
  private int cutAt(int from, int limit) {
    int i = from;
    for (int next = i + width(i); next <= limit; next = i + width(i)) {
      i = next;
    }
    return i;
  }

  /** How many bytes the character at {@code i} takes, escaped or not. */
  private int width(int i) {
    int c = b[i];
    if (c == '\\') {
      return b[i + 1] != 'u' ? 2 : isEscapedHighSurrogate(i) ? ESCAPED_PAIR : ESCAPED_PAIR / 2;
    }
    return c >= 0 ? 1 : c >= (byte) 0xF0 ? 4 : c >= (byte) 0xE0 ? 3 : 2;
  }

  /** Such as a {@link Fragment} may have; another escape follows it. */
  private boolean isEscapedHighSurrogate(int i) {
    int second = b[i + 3] | 0x20; // a digit stays what it is
    return (b[i + 2] | 0x20) == 'd'
        && (second == '8' || second == '9' || second == 'a' || second == 'b');
  }
}
