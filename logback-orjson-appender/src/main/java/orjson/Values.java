// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Base64;
import java.util.Calendar;
import java.util.Date;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.BaseStream;

/**
 * Objects to calls of a writer, by their type: one engine for both modes.
 *
 * <p>Owned by one {@link JsonWriter}; not thread-safe, but re-entrant: an iterator or a {@code
 * toString()} may do anything except use this writer.
 */
final class Values {

  /** Nesting that strict mode accepts, as orjson does; a circular reference ends here too. */
  static final int STRICT_DEPTH = 254;

  /** Nesting that lenient mode writes; what lies deeper becomes a string. */
  static final int LENIENT_DEPTH = 32;

  /** Items or members of one container that lenient mode writes. */
  static final int MAX_ELEMENTS = 10_000;

  private static final int MAX_FAILURE_TEXT = 256;
  private static final BigInteger MIN_INTEGER = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_INTEGER = BigInteger.ONE.shiftLeft(64);

  private final JsonWriter json;
  private final boolean lenient;

  /** The containers being written, outermost first; lenient mode finds cycles here. */
  private final Object[] path;

  Values(JsonWriter json, boolean lenient) {
    this.json = json;
    this.lenient = lenient;
    this.path = new Object[lenient ? LENIENT_DEPTH : 0];
  }

  void write(Object value) {
    if (lenient) {
      writeLenient(value, 0);
    } else {
      long mark = json.mark();
      try {
        writeStrict(value, 0);
        json.commit(mark);
      } catch (RuntimeException | Error e) {
        json.rewind(mark);
        throw e;
      }
    }
  }

  private void write(Object value, int level) {
    if (lenient) {
      writeLenient(value, level);
    } else {
      writeStrict(value, level);
    }
  }

  // ---- strict

  private void writeStrict(Object value, int level) {
    if (scalar(value)) {
      return;
    }
    if (level == STRICT_DEPTH) {
      throw new JsonEncodeException("Recursion limit reached");
    }
    if (!container(value, level)) {
      throw new JsonEncodeException(
          "Type is not JSON serializable: " + value.getClass().getTypeName());
    }
  }

  private String strictName(Object key) {
    if (key instanceof CharSequence || key instanceof Character) {
      return key.toString();
    }
    throw new JsonEncodeException("Dict key must be str");
  }

  // ---- lenient

  private void writeLenient(Object value, int level) {
    if (value instanceof String s) {
      json.value(s);
      return;
    }
    long mark = json.mark();
    try {
      writeAny(value, level);
      json.commit(mark);
    } catch (Throwable t) {
      json.rewind(mark);
      fail(t);
    } finally {
      if (level < LENIENT_DEPTH) {
        path[level] = null;
      }
    }
  }

  private void writeAny(Object value, int level) {
    if (scalar(value) || lenientScalar(value)) {
      return;
    }
    if (level == LENIENT_DEPTH) {
      fail("<depth over " + LENIENT_DEPTH + ">");
      return;
    }
    for (int i = 0; i < level; i++) {
      if (path[i] == value) {
        fail("<cycle: " + value.getClass().getName() + ">");
        return;
      }
    }
    path[level] = value;
    if (!container(value, level)) {
      json.value(value.toString());
    }
  }

  private boolean lenientScalar(Object value) {
    if (value instanceof Throwable t) {
      String message = t.getMessage();
      json.value(
          message == null ? t.getClass().getName() : t.getClass().getName() + ": " + message);
    } else if (value instanceof byte[] bytes) {
      json.value(Base64.getEncoder().encodeToString(bytes));
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      json.value(Base64.getEncoder().encodeToString(bytes));
    } else if (value instanceof Class<?> type) {
      json.value(type.getName());
    } else if (value instanceof AtomicBoolean b) {
      json.value(b.get());
    } else if (value instanceof LongAdder adder) {
      json.value(adder.sum());
    } else if (value instanceof DoubleAdder adder) {
      json.value(adder.sum());
    } else {
      return false;
    }
    return true;
  }

  private String lenientName(Object key) {
    try {
      return String.valueOf(key);
    } catch (Throwable t) {
      rethrowFatal(t);
      json.countFailedValue();
      return describe(t);
    }
  }

  /** Writes what was thrown in the place of a value. */
  void fail(Throwable t) {
    rethrowFatal(t);
    fail(describe(t));
  }

  private void fail(String text) {
    json.value(text);
    json.countFailedValue();
  }

  /** What is not the value's fault, and what nobody can go on after, is not swallowed. */
  private static void rethrowFatal(Throwable t) {
    if (t instanceof VirtualMachineError error && !(t instanceof StackOverflowError)) {
      throw error;
    }
  }

  /** A text such as {@code <IllegalStateException: closed>}. */
  static String describe(Throwable t) {
    String type = shortName(t.getClass().getName());
    String message;
    try {
      message = t.getMessage();
    } catch (Throwable nested) {
      rethrowFatal(nested);
      message = null;
    }
    if (message == null) {
      return "<" + type + ">";
    }
    boolean fits = message.length() <= MAX_FAILURE_TEXT;
    return "<"
        + type
        + ": "
        + (fits ? message : message.substring(0, MAX_FAILURE_TEXT) + "…")
        + ">";
  }

  /** Without the package and, unless the class is a local or anonymous one, without its owner. */
  private static String shortName(String type) {
    int inner = type.lastIndexOf('$') + 1;
    boolean named = inner < type.length() && !Character.isDigit(type.codePointAt(inner));
    return type.substring(Math.max(type.lastIndexOf('.') + 1, named ? inner : 0));
  }

  // ---- both

  private boolean scalar(Object value) {
    if (value == null) {
      json.nullValue();
    } else if (value instanceof String s) {
      json.value(s);
    } else if (value instanceof Integer i) {
      json.value((long) i);
    } else if (value instanceof Long l) {
      json.value((long) l);
    } else if (value instanceof Boolean b) {
      json.value((boolean) b);
    } else if (value instanceof Double d) {
      json.value((double) d);
    } else {
      return number(value) || text(value) || time(value);
    }
    return true;
  }

  private boolean number(Object value) {
    if (!(value instanceof Number n)) {
      return false;
    }
    if (value instanceof Float f) {
      json.value((float) f);
    } else if (value instanceof Short || value instanceof Byte) {
      json.value(n.longValue());
    } else if (value instanceof AtomicInteger || value instanceof AtomicLong) {
      json.value(n.longValue());
    } else if (value instanceof BigInteger i) {
      if (!lenient && (i.compareTo(MIN_INTEGER) < 0 || i.compareTo(MAX_INTEGER) >= 0)) {
        throw new JsonEncodeException("Integer exceeds 64-bit range");
      }
      json.value(i);
    } else if (value instanceof BigDecimal d) {
      json.value(d);
    } else {
      return false;
    }
    return true;
  }

  private boolean text(Object value) {
    if (value instanceof CharSequence || value instanceof Character) {
      json.value(value.toString());
    } else if (value instanceof Enum<?> e) {
      json.value(lenient ? e.toString() : e.name());
    } else if (value instanceof char[] chars) {
      json.value(new String(chars));
    } else {
      return false;
    }
    return true;
  }

  private boolean time(Object value) {
    if (value instanceof Instant t) {
      dateTime(t);
    } else if (value instanceof OffsetDateTime t) {
      dateTime(t.toLocalDateTime(), t.getOffset(), t);
    } else if (value instanceof ZonedDateTime t) {
      dateTime(t.toLocalDateTime(), t.getOffset(), t);
    } else if (value instanceof LocalDateTime t) {
      dateTime(t, null, t);
    } else if (value instanceof LocalDate t) {
      date(t);
    } else if (value instanceof LocalTime t) {
      json.openString(Times.MAX_BYTES);
      json.closeString(Times.writeTime(json.buf, json.pos, t));
    } else if (value instanceof Date d) {
      dateTime(Instant.ofEpochMilli(d.getTime()));
    } else if (value instanceof Calendar c) {
      dateTime(c.toInstant());
    } else {
      return false;
    }
    return true;
  }

  private void date(LocalDate date) {
    if (!Times.hasYear(date.getYear())) {
      otherYear(date);
      return;
    }
    json.openString(Times.MAX_BYTES);
    json.closeString(Times.writeDate(json.buf, json.pos, date));
  }

  private void dateTime(Instant instant) {
    long second = instant.getEpochSecond();
    if (second < Timestamps.MIN_SECOND || second > Timestamps.MAX_SECOND) {
      otherYear(instant);
    } else {
      dateTime(LocalDateTime.ofInstant(instant, ZoneOffset.UTC), ZoneOffset.UTC, instant);
    }
  }

  private void dateTime(LocalDateTime dateTime, ZoneOffset offset, Object value) {
    if (!Times.hasYear(dateTime.getYear())) {
      otherYear(value);
      return;
    }
    json.openString(Times.MAX_BYTES);
    int p = Times.writeDateTime(json.buf, json.pos, dateTime);
    json.closeString(offset == null ? p : Times.writeOffset(json.buf, p, offset, lenient));
  }

  /** A time that RFC 3339 has no form of: lenient mode writes its text. */
  private void otherYear(Object value) {
    if (!lenient) {
      throw new JsonEncodeException("The year is not 1 to 9999: " + value);
    }
    json.value(value.toString());
  }

  private boolean container(Object value, int level) {
    if (value instanceof Map<?, ?> map) {
      map(map, level);
    } else if (value instanceof Iterable<?> iterable && !(value instanceof java.nio.file.Path)) {
      array(iterable.iterator(), level);
    } else if (value instanceof Iterator<?> iterator) {
      array(iterator, level);
    } else if (value instanceof Object[] array) {
      array(java.util.Arrays.asList(array).iterator(), level);
    } else if (value.getClass().isArray()) {
      return !(value instanceof byte[]) && primitiveArray(value);
    } else if (value instanceof BaseStream<?, ?> stream) {
      array(stream.iterator(), level);
    } else {
      return reference(value, level);
    }
    return true;
  }

  private boolean reference(Object value, int level) {
    if (value instanceof Optional<?> optional) {
      write(optional.orElse(null), level + 1);
    } else if (value instanceof OptionalInt optional) {
      write(optional.isPresent() ? optional.getAsInt() : null, level + 1);
    } else if (value instanceof OptionalLong optional) {
      write(optional.isPresent() ? optional.getAsLong() : null, level + 1);
    } else if (value instanceof OptionalDouble optional) {
      write(optional.isPresent() ? optional.getAsDouble() : null, level + 1);
    } else if (value instanceof AtomicReference<?> reference) {
      write(reference.get(), level + 1);
    } else if (value instanceof Fragment fragment) {
      json.value(fragment);
    } else {
      return false;
    }
    return true;
  }

  private void map(Map<?, ?> map, int level) {
    json.beginObject();
    int n = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (lenient && n++ == MAX_ELEMENTS) {
        json.name("<more>");
        fail("<more than " + MAX_ELEMENTS + " members>");
        break;
      }
      Object key = entry.getKey();
      if (key instanceof String s) {
        json.name(s);
      } else {
        json.name(lenient ? lenientName(key) : strictName(key));
      }
      write(entry.getValue(), level + 1);
    }
    json.endObject();
  }

  private void array(Iterator<?> items, int level) {
    json.beginArray();
    int n = 0;
    while (items.hasNext()) {
      if (lenient && n++ == MAX_ELEMENTS) {
        fail("<more than " + MAX_ELEMENTS + " items>");
        break;
      }
      write(items.next(), level + 1);
    }
    json.endArray();
  }

  private boolean primitiveArray(Object array) {
    int length = java.lang.reflect.Array.getLength(array);
    int shown = lenient ? Math.min(length, MAX_ELEMENTS) : length;
    json.beginArray();
    for (int i = 0; i < shown; i++) {
      scalar(java.lang.reflect.Array.get(array, i));
    }
    if (shown < length) {
      fail("<more than " + MAX_ELEMENTS + " items>");
    }
    json.endArray();
    return true;
  }
}
