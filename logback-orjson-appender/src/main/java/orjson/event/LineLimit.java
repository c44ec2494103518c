// SPDX-License-Identifier: Apache-2.0
package orjson.event;

import java.util.Comparator;
import java.util.List;
import orjson.JsonName;
import orjson.JsonWriter;
import orjson.event.LineParts.Member;
import orjson.event.LineParts.Text;

/**
 * Shortens a finished line, one object and its line feed, to a number of bytes.
 *
 * <p>Strings are cut first, in rounds: down to half the limit, then a quarter, and so on, in each
 * round the stack trace, the message, and then the others from the longest on. What is cut ends
 * with {@code …}; of a stack trace its head and the beginning of its root cause remain. If that is
 * not enough, members are left out, the line's own ones last. The line then ends with {@code
 * "truncated":true}. It stays valid JSON, with no code point and no escape sequence split.
 *
 * <p>Immutable and thread-safe.
 */
final class LineLimit {

  /** The name of the member that says that a line was shortened. */
  static final JsonName TRUNCATED = JsonName.of("truncated");

  /** No string is cut to less. */
  private static final int LEAST_KEPT = 16;

  /** The line's own short texts, such as the time, are of no use when cut. */
  private static final int LEAST_OWN_KEPT = 40;

  private static final byte[] TRUNCATED_NAME = quoted(TRUNCATED);

  private final int maxBytes;
  private final byte[] stackTrace;
  private final byte[] message;
  private final byte[][] own;

  /**
   * A limit for lines of one shape.
   *
   * @param maxBytes the limit, line feed included, at least 256
   * @param stackTrace the name of the member that is cut first, or null
   * @param message the name of the member that is cut next, or null
   * @param own the names of the members that are left out last
   * @throws IllegalArgumentException if {@code maxBytes} is too small
   */
  LineLimit(int maxBytes, JsonName stackTrace, JsonName message, List<JsonName> own) {
    if (maxBytes < EventLayout.MIN_LINE_BYTES) {
      throw new IllegalArgumentException(
          "maxLineBytes: " + maxBytes + " is less than " + EventLayout.MIN_LINE_BYTES);
    }
    this.maxBytes = maxBytes;
    this.stackTrace = quoted(stackTrace);
    this.message = quoted(message);
    this.own = own.stream().map(LineLimit::quoted).toArray(byte[][]::new);
  }

  private static byte[] quoted(JsonName name) {
    if (name == null) {
      return new byte[0];
    }
    JsonWriter json = JsonWriter.lenient();
    json.value(name.text());
    return json.toByteArray();
  }

  /**
   * Shortens a line if it is too long.
   *
   * @param line a writer that holds one object, ended by {@link JsonWriter#newline()}
   * @return whether the line was too long
   */
  boolean apply(JsonWriter line) {
    if (line.size() <= maxBytes) {
      return false;
    }
    LineParts parts = new LineParts(line.array());
    int excess = parts.size() - maxBytes;
    for (Member member : parts.members) {
      if (parts.isCalled(member, TRUNCATED_NAME)) { // there may be one if names may repeat
        excess -= member.leaveOut();
      }
      member.isOwn = isOwn(parts, member);
    }
    excess = cut(parts, excess);
    excess = leaveOutForeign(parts, excess);
    leaveOutOwn(parts, excess);
    line.shorten(parts.compose());
    return true;
  }

  private boolean isOwn(LineParts parts, Member member) {
    for (byte[] name : own) {
      if (parts.isCalled(member, name)) {
        return true;
      }
    }
    return false;
  }

  private int cut(LineParts parts, int excess) {
    List<Text> texts = parts.texts;
    for (Text text : texts) {
      text.isStackTrace = text.isWhole && parts.isCalled(text.member, stackTrace);
      text.isMessage = text.isWhole && parts.isCalled(text.member, message);
    }
    texts.sort(
        Comparator.comparing((Text text) -> !text.isStackTrace)
            .thenComparing(text -> !text.isMessage)
            .thenComparing(text -> -text.length()));
    int left = excess;
    int floor = maxBytes;
    while (left > 0 && floor > LEAST_KEPT) {
      floor = Math.max(floor / 2, LEAST_KEPT);
      for (Text text : texts) {
        boolean spared = text.member.isOwn && !text.isStackTrace && !text.isMessage;
        left -= text.cut(left, spared ? Math.max(floor, LEAST_OWN_KEPT) : floor);
      }
    }
    return left;
  }

  /** Leaves out the largest until the smallest that is large enough makes the line fit. */
  private static int leaveOutForeign(LineParts parts, int excess) {
    List<Member> foreign = bySize(parts, false);
    int left = excess;
    for (int i = 0; i < foreign.size() && left > 0; i++) {
      if (i + 1 == foreign.size() || foreign.get(i + 1).cost < left) {
        left -= foreign.get(i).leaveOut();
      }
    }
    return left;
  }

  private static void leaveOutOwn(LineParts parts, int excess) {
    int left = excess;
    for (Member member : bySize(parts, true)) {
      if (left > 0) {
        left -= member.leaveOut();
      }
    }
  }

  private static List<Member> bySize(LineParts parts, boolean own) {
    return parts.members.stream()
        .filter(member -> member.isOwn == own)
        .sorted(Comparator.comparing(member -> -member.cost))
        .toList();
  }
}
