// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One document of RFC 8259 to Java values, in one pass and without recursion.
 *
 * <p>Values wait on a stack until the container around them closes. It is then made with exactly
 * the size it needs: no array is grown and no table rehashed, and nesting costs no thread stack.
 *
 * <p>Nothing is checked twice. UTF-8 is decoded strictly where it may occur, in strings; only when
 * a document turns out to be wrong does {@link Source#failure} look at the whole of it again.
 */
final class Parser {

  private static final byte[] TRUE_WORD = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE_WORD = {'f', 'a', 'l', 's', 'e'};
  private static final byte[] NULL_WORD = {'n', 'u', 'l', 'l'};

  /** Nesting that is accepted, as orjson does. */
  static final int MAX_DEPTH = 1024;

  private static final long SPACES = 0x2020202020202020L;

  /** From an opening bracket to its closing one, in ASCII. */
  private static final int BRACKET_DISTANCE = 2;

  private static final int TRUE = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;
  private static final int NULL = 'n' | 'u' << 8 | 'l' << 16 | 'l' << 24;
  private static final int ALSE = 'a' | 'l' << 8 | 's' << 16 | 'e' << 24;
  private static final int INITIAL_VALUES = 64;
  private static final int INITIAL_DEPTH = 16;

  private final Source source;
  private final byte[] bytes;
  private final int end;
  private final StringParser strings;
  private final NumberParser numbers;

  /** Finished values of the containers that are open, an object's names between them. */
  private Object[] values = new Object[INITIAL_VALUES];

  private int size;

  /** For each open container, where in {@link #values} it begins: an array n, an object ~n. */
  private int[] containers = new int[INITIAL_DEPTH];

  private int depth;

  /** Where to read on. */
  private int pos;

  private Parser(Source source) {
    this.source = source;
    this.bytes = source.bytes;
    this.end = source.end;
    this.strings = new StringParser(source);
    this.numbers = new NumberParser(source);
  }

  static Object parse(byte[] bytes, int offset, int length) {
    return new Parser(new Source(bytes, offset, length)).document();
  }

  private Object document() {
    int p = skipBlanks(source.start);
    if (p == end) {
      throw new JsonDecodeException("the document is empty", 0, 1, 1);
    }
    int c = bytes[p];
    Object root;
    if (c == '{' || c == '[') {
      root = container(p, c);
    } else {
      root = scalar(p, c);
      pos = skipBlanks(pos);
    }
    if (pos < end) {
      throw source.failure(pos, "something follows the document");
    }
    return root;
  }

  /** Reads the container whose bracket {@code c} is at {@code p}, and all that is in it. */
  private Object container(int p, int c) {
    boolean complete = open(p, c);
    while (true) {
      if (complete) {
        close(pos);
        if (depth == 0) {
          return values[0];
        }
      }
      complete = containers[depth - 1] >= 0 ? items() : members();
    }
  }

  /**
   * Reads items until the array ends or a container opens in it.
   *
   * @return whether the innermost container is complete; its bracket is at {@link #pos} then
   */
  private boolean items() {
    int p = pos;
    while (true) {
      int c = source.at(p);
      if (c == '{' || c == '[') {
        return open(p, c);
      }
      push(scalar(p, c));
      p = skipBlanks(pos);
      c = source.at(p);
      if (c == ']') {
        pos = p;
        return true;
      }
      if (c != ',') {
        throw source.failure(p, "',' or ']' must follow");
      }
      p = skipBlanks(p + 1);
    }
  }

  /** Reads members until the object ends or a container opens in it; returns as {@link #items}. */
  private boolean members() {
    int p = pos;
    while (true) {
      p = name(p);
      int c = source.at(p);
      if (c == '{' || c == '[') {
        return open(p, c);
      }
      push(scalar(p, c));
      p = skipBlanks(pos);
      c = source.at(p);
      if (c == '}') {
        pos = p;
        return true;
      }
      if (c != ',') {
        throw source.failure(p, "',' or '}' must follow");
      }
      p = skipBlanks(p + 1);
    }
  }

  private Object scalar(int p, int c) {
    if (c == '"') {
      String text = strings.value(p);
      pos = strings.end;
      return text;
    }
    if (c >= '0' && c <= '9' || c == '-') {
      Object number = numbers.value(p);
      pos = numbers.end;
      return number;
    }
    return literal(p, c);
  }

  /** Opens the container whose bracket {@code c} is at {@code p}; returns whether it is empty. */
  private boolean open(int p, int c) {
    if (depth == MAX_DEPTH) {
      throw source.failure(p + 1, "more than " + MAX_DEPTH + " levels");
    }
    if (depth == containers.length) {
      containers = Arrays.copyOf(containers, 2 * depth);
    }
    containers[depth++] = c == '[' ? size : ~size;
    pos = skipBlanks(p + 1);
    return source.at(pos) == c + BRACKET_DISTANCE;
  }

  /** Closes the container whose bracket is at {@code bracket}, and those that end right behind. */
  private void close(int bracket) {
    int p = bracket;
    while (true) {
      push(containers[depth - 1] >= 0 ? closeArray() : closeObject());
      p = skipBlanks(p + 1);
      if (depth == 0) {
        pos = p;
        return;
      }
      int c = source.at(p);
      if (c == ',') {
        pos = skipBlanks(p + 1);
        return;
      }
      boolean array = containers[depth - 1] >= 0;
      if (c != (array ? ']' : '}')) {
        throw source.failure(p, array ? "',' or ']' must follow" : "',' or '}' must follow");
      }
    }
  }

  /** Reads the name that begins at {@code start}, and the colon; returns where the value begins. */
  private int name(int start) {
    int c = source.at(start);
    if (c != '"') {
      throw c == '}'
          ? source.failure(commaBefore(start), "no member follows this comma")
          : source.failure(start, "a member's name in quotes must stand here");
    }
    push(strings.name(start));
    int p = skipBlanks(strings.end);
    if (source.at(p) != ':') {
      throw source.failure(p, "':' must follow the name");
    }
    return p + 2 < end && bytes[p + 1] == ' ' && bytes[p + 2] > ' ' ? p + 2 : skipBlanks(p + 1);
  }

  /** Where the comma stands that is the last thing before {@code bracket}. */
  private int commaBefore(int bracket) {
    int p = bracket;
    while (bytes[p] != ',') {
      p--;
    }
    return p;
  }

  private void push(Object value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size); // at most 2^30: a value takes two bytes or more
    }
    values[size++] = value;
  }

  /** Makes a list of the values of the innermost container and forgets it. */
  private List<Object> closeArray() {
    int from = containers[--depth];
    int n = size - from;
    List<Object> list = new ArrayList<>(n);
    for (int i = from; i < size; i++) {
      list.add(values[i]);
    }
    size = from;
    return list;
  }

  private Map<String, Object> closeObject() {
    int from = ~containers[--depth];
    int members = (size - from) / 2;
    // HashMap grows when it is more than three quarters full: just enough for that not to happen.
    Map<String, Object> map =
        members == 0 ? new LinkedHashMap<>() : new LinkedHashMap<>((4 * members + 2) / 3);
    for (int i = from; i < size; i += 2) {
      map.put((String) values[i], values[i + 1]);
    }
    size = from;
    return map;
  }

  private Object literal(int p, int c) {
    if (p + 5 <= end) {
      int word = (int) Bytes.INT.get(bytes, p);
      if (word == TRUE) {
        pos = p + 4;
        return true;
      }
      if (word == NULL) {
        pos = p + 4;
        return null;
      }
      if (c == 'f' && (int) Bytes.INT.get(bytes, p + 1) == ALSE) {
        pos = p + 5;
        return false;
      }
    }
    return lastLiteral(p, c);
  }

  /** Reads a literal at the very end of the document, or finds that there is none. */
  private Object lastLiteral(int p, int c) {
    switch (c) {
      case 't' -> {
        expect(p, TRUE_WORD);
        return true;
      }
      case 'f' -> {
        expect(p, FALSE_WORD);
        return false;
      }
      case 'n' -> {
        expect(p, NULL_WORD);
        return null;
      }
      default -> throw noValue(p, c);
    }
  }

  private void expect(int p, byte[] word) {
    for (int i = 0; i < word.length; i++) {
      if (source.at(p + i) != word[i]) {
        throw source.failure(p + i < end ? p : end, "no value begins like this");
      }
    }
    pos = p + word.length;
  }

  private JsonDecodeException noValue(int p, int c) {
    if (c == ']' && depth > 0 && containers[depth - 1] >= 0 && size > containers[depth - 1]) {
      return source.failure(commaBefore(p), "no value follows this comma");
    }
    boolean mark = p == source.start && Utf8.startsWithByteOrderMark(bytes, p, end);
    return source.failure(
        p, mark ? "a byte order mark is no part of JSON" : "no value begins like this");
  }

  private int skipBlanks(int p) {
    return p < end && bytes[p] > ' ' ? p : skipManyBlanks(p);
  }

  /**
   * Goes over line ends and indentation, the latter up to three words of spaces without a branch:
   * how deep a line is indented is not to be predicted.
   */
  private int skipManyBlanks(int start) {
    int p = start;
    while (p + 3 * Long.BYTES + 1 < end && isBlank(bytes[p])) {
      p++;
      int spaces = leadingSpaces(p);
      spaces += leadingSpaces(p + 8) & -(spaces >> 3);
      spaces += leadingSpaces(p + 16) & -(spaces >> 4);
      p += spaces;
      if (bytes[p] > ' ') {
        return p;
      }
    }
    while (p < end && isBlank(bytes[p])) {
      p++;
    }
    return p;
  }

  /** How many of the eight bytes from {@code p} on are spaces before any other. */
  private int leadingSpaces(int p) {
    return Long.numberOfTrailingZeros((long) Bytes.LONG.get(bytes, p) ^ SPACES) >>> 3;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }
}
