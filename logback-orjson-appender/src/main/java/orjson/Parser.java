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

  /** Nesting that is accepted, as orjson does. */
  static final int MAX_DEPTH = 1024;

  private static final long SPACES = 0x2020202020202020L;
  private static final int INITIAL_VALUES = 64;
  private static final int INITIAL_DEPTH = 16;
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

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

  /** The position behind the last literal. */
  private int literalEnd;

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
      throw source.failure(end == source.start ? end : source.start, "the document is empty");
    }
    return read(p);
  }

  /** Reads the value that begins at {@code start}, and blanks behind it up to the end. */
  private Object read(int start) {
    int p = start;
    while (true) {
      Object value;
      int c = source.at(p);
      if (c == '"') {
        value = strings.value(p);
        p = strings.end;
      } else if (c == '{') {
        p = open(p, ~size);
        if (source.at(p) != '}') {
          p = name(p);
          continue;
        }
        value = closeObject();
        p++;
      } else if (c == '[') {
        p = open(p, size);
        if (source.at(p) != ']') {
          continue;
        }
        value = closeArray();
        p++;
      } else if (c >= '0' && c <= '9' || c == '-') {
        value = numbers.value(p);
        p = numbers.end;
      } else {
        value = literal(p, c);
        p = literalEnd;
      }

      // The value is finished, and with it perhaps containers around it.
      while (true) {
        p = skipBlanks(p);
        if (depth == 0) {
          return root(value, p);
        }
        push(value);
        c = source.at(p);
        boolean array = containers[depth - 1] >= 0;
        if (c == ',') {
          p = array ? item(p) : name(skipBlanks(p + 1));
          break;
        }
        if (c != (array ? ']' : '}')) {
          throw source.failure(p, array ? "',' or ']' must follow" : "',' or '}' must follow");
        }
        value = array ? closeArray() : closeObject();
        p++;
      }
    }
  }

  private Object root(Object value, int p) {
    if (p < end) {
      throw source.failure(p, "something follows the document");
    }
    return value;
  }

  /** Opens the container whose bracket is at {@code p}; returns where its content begins. */
  private int open(int p, int container) {
    if (depth == MAX_DEPTH) {
      throw source.failure(p + 1, "more than " + MAX_DEPTH + " levels");
    }
    if (depth == containers.length) {
      containers = Arrays.copyOf(containers, 2 * depth);
    }
    containers[depth++] = container;
    return skipBlanks(p + 1);
  }

  /** Goes on from the comma of an array. */
  private int item(int comma) {
    int p = skipBlanks(comma + 1);
    if (source.at(p) == ']') {
      throw source.failure(comma, "no value follows this comma");
    }
    return p;
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
    return skipBlanks(p + 1);
  }

  private int commaBefore(int brace) {
    int p = brace;
    while (bytes[p] != ',') {
      p--;
    }
    return p;
  }

  private void push(Object value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, (int) Math.min(2L * size, MAX_ARRAY));
    }
    values[size++] = value;
  }

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
    Map<String, Object> map =
        members == 0 ? new LinkedHashMap<>() : new LinkedHashMap<>((int) (members / 0.75) + 1);
    for (int i = from; i < size; i += 2) {
      map.put((String) values[i], values[i + 1]);
    }
    size = from;
    return map;
  }

  private Object literal(int p, int c) {
    switch (c) {
      case 't' -> {
        expect(p, "true");
        return true;
      }
      case 'f' -> {
        expect(p, "false");
        return false;
      }
      case 'n' -> {
        expect(p, "null");
        return null;
      }
      default -> throw noValue(p);
    }
  }

  private JsonDecodeException noValue(int p) {
    boolean mark = p == source.start && Utf8.startsWithByteOrderMark(bytes, p, end);
    return source.failure(
        p, mark ? "a byte order mark is no part of JSON" : "no value begins like this");
  }

  private void expect(int p, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (source.at(p + i) != word.charAt(i)) {
        throw source.failure(p + i < end ? p : end, "no value begins like this");
      }
    }
    literalEnd = p + word.length();
  }

  private int skipBlanks(int p) {
    return p < end && bytes[p] > ' ' ? p : skipManyBlanks(p);
  }

  /** Goes over line ends and indentation, the latter eight spaces at a time. */
  private int skipManyBlanks(int start) {
    int p = start;
    while (p + Long.BYTES <= end) {
      long others = (long) Bytes.LONG.get(bytes, p) ^ SPACES;
      if (others == 0) {
        p += Long.BYTES;
        continue;
      }
      p += Long.numberOfTrailingZeros(others) >>> 3;
      if (!isLineEndOrTab(bytes[p])) {
        return p;
      }
      p++;
    }
    while (p < end && (bytes[p] == ' ' || isLineEndOrTab(bytes[p]))) {
      p++;
    }
    return p;
  }

  private static boolean isLineEndOrTab(byte b) {
    return b == '\n' || b == '\r' || b == '\t';
  }
}
