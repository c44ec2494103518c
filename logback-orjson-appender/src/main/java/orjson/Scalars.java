// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Values without parts: texts, numbers, truth values, dates and times, written as they are.
 *
 * <p>Knows no commas and no state. Owned by one {@link JsonWriter}; not thread-safe.
 */
final class Scalars {

  static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

  private static final BigInteger MIN_INTEGER = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger END_INTEGER = BigInteger.ONE.shiftLeft(Long.SIZE);
  private static final BigInteger MAX_SAFE = BigInteger.valueOf(MAX_SAFE_INTEGER);
  private static final Token TRUE = token("true");
  private static final Token FALSE = token("false");
  private static final Token NULL = token("null");

  private final Utf8Buffer out;
  private final Strings strings;
  private final boolean lenient;

  Scalars(Utf8Buffer out, Strings strings, boolean lenient) {
    this.out = out;
    this.strings = strings;
    this.lenient = lenient;
  }

  private static Token token(String literal) {
    return new Token(literal.getBytes(StandardCharsets.US_ASCII));
  }

  /** Writes {@code value} if it is of one of the types that most values are of. */
  boolean common(Object value, int options) {
    if (value instanceof String s) {
      strings.write(s);
    } else if (value instanceof Integer i) {
      integer(i);
    } else if (value instanceof Boolean b) {
      bool(b);
    } else if (value instanceof Double d) {
      decimal((double) d);
    } else if (value instanceof Long l) {
      integer(l, options);
    } else if (value == null) {
      nil();
    } else {
      return false;
    }
    return true;
  }

  /** Writes {@code value} if it is of one of the other types without parts. */
  boolean other(Object value, int options) {
    return value instanceof Number number
        ? number(number, options)
        : text(value, options) || time(value, options);
  }

  void nil() {
    NULL.write(out);
  }

  void bool(boolean value) {
    (value ? TRUE : FALSE).write(out);
  }

  void integer(long value) {
    out.ensure(Digits.MAX_LONG_BYTES);
    out.pos = Digits.write(out.buf, out.pos, value);
  }

  private void integer(long value, int options) {
    if ((options & Orjson.OPT_STRICT_INTEGER) != 0
        && (value > MAX_SAFE_INTEGER || value < -MAX_SAFE_INTEGER)) {
      throw new JsonEncodeException("Integer exceeds 53-bit range");
    }
    integer(value);
  }

  void decimal(double value) {
    if (!Double.isFinite(value)) {
      notFinite(value);
      return;
    }
    out.ensure(Doubles.MAX_BYTES);
    out.pos = Doubles.write(out.buf, out.pos, value);
  }

  void decimal(float value) {
    if (!Float.isFinite(value)) {
      notFinite(value);
      return;
    }
    out.ensure(Doubles.MAX_BYTES);
    out.pos = Doubles.write(out.buf, out.pos, value);
  }

  private void notFinite(double value) {
    if (lenient) {
      strings.write(Double.toString(value));
    } else {
      nil();
    }
  }

  private boolean number(Number value, int options) {
    if (value instanceof Float f) {
      decimal((float) f);
    } else if (value instanceof Short || value instanceof Byte) {
      integer(value.longValue());
    } else if (value instanceof AtomicInteger || value instanceof AtomicLong) {
      integer(value.longValue(), options);
    } else if (value instanceof BigInteger i) {
      checkRange(i, options);
      digits(i, BigInteger.class);
    } else if (value instanceof BigDecimal d) {
      digits(d, BigDecimal.class);
    } else {
      return false;
    }
    return true;
  }

  private void checkRange(BigInteger value, int options) {
    if (lenient) {
      return;
    }
    if (value.compareTo(MIN_INTEGER) < 0 || value.compareTo(END_INTEGER) >= 0) {
      throw new JsonEncodeException("Integer exceeds 64-bit range");
    }
    if ((options & Orjson.OPT_STRICT_INTEGER) != 0 && value.abs().compareTo(MAX_SAFE) > 0) {
      throw new JsonEncodeException("Integer exceeds 53-bit range");
    }
  }

  /** Writes the text of a number; that of a subclass could be anything, so it becomes a string. */
  void digits(Number value, Class<?> trusted) {
    if (value.getClass() == trusted) {
      out.putBytes(value.toString().getBytes(StandardCharsets.US_ASCII), 0);
    } else {
      text(value.toString());
    }
  }

  /** Writes a text that foreign code made, and that may be null. */
  void text(String text) {
    if (text == null) {
      nil();
    } else {
      strings.write(text);
    }
  }

  private boolean text(Object value, int options) {
    if (value instanceof CharSequence) {
      if ((options & Orjson.OPT_PASSTHROUGH_SUBCLASS) != 0 && !Values.isJdkClass(value)) {
        return false;
      }
      text(value.toString());
    } else if (value instanceof Enum<?> e) {
      text(lenient ? e.toString() : e.name());
    } else if (value instanceof Character) {
      text(value.toString());
    } else if (value instanceof UUID) {
      text(value.toString());
    } else if (value instanceof char[] chars) {
      text(new String(chars));
    } else if (value instanceof AtomicBoolean b) {
      bool(b.get());
    } else {
      return false;
    }
    return true;
  }

  private boolean time(Object value, int options) {
    if ((options & Orjson.OPT_PASSTHROUGH_DATETIME) != 0) {
      return false;
    }
    if (value instanceof Instant t) {
      instant(t, options);
    } else if (value instanceof OffsetDateTime t) {
      dateTime(t.toLocalDateTime(), t.getOffset(), options, t);
    } else if (value instanceof ZonedDateTime t) {
      dateTime(t.toLocalDateTime(), t.getOffset(), options, t);
    } else if (value instanceof LocalDateTime t) {
      boolean utc = (options & Orjson.OPT_NAIVE_UTC) != 0;
      dateTime(t, utc ? ZoneOffset.UTC : null, options, t);
    } else if (value instanceof LocalDate t) {
      date(t);
    } else if (value instanceof LocalTime t) {
      begin();
      end(Times.writeTime(out.buf, out.pos, t, (options & Orjson.OPT_OMIT_MICROSECONDS) != 0));
    } else if (value instanceof Date d) {
      instant(Instant.ofEpochMilli(d.getTime()), options);
    } else if (value instanceof Calendar c) {
      instant(c.toInstant(), options);
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
    begin();
    end(Times.writeDate(out.buf, out.pos, date));
  }

  private void instant(Instant instant, int options) {
    long second = instant.getEpochSecond();
    if (second < Timestamps.MIN_SECOND || second > Timestamps.MAX_SECOND) {
      otherYear(instant);
    } else {
      LocalDateTime utc = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
      dateTime(utc, ZoneOffset.UTC, options, instant);
    }
  }

  private void dateTime(LocalDateTime dateTime, ZoneOffset offset, int options, Object value) {
    if (!Times.hasYear(dateTime.getYear())) {
      otherYear(value);
      return;
    }
    begin();
    boolean whole = (options & Orjson.OPT_OMIT_MICROSECONDS) != 0;
    int p = Times.writeDateTime(out.buf, out.pos, dateTime, whole);
    boolean z = lenient || (options & Orjson.OPT_UTC_Z) != 0;
    end(offset == null ? p : Times.writeOffset(out.buf, p, offset, z));
  }

  /** A time that RFC 3339 has no form of: lenient mode writes its text. */
  private void otherYear(Object value) {
    if (!lenient) {
      throw new JsonEncodeException("The year is not 1 to 9999: " + value);
    }
    strings.write(value.toString());
  }

  private void begin() {
    out.ensure(Times.MAX_BYTES);
    out.buf[out.pos++] = '"';
  }

  private void end(int pos) {
    out.buf[pos] = '"';
    out.pos = pos + 1;
  }

  /** Writes as many of the remaining bytes as anybody has use for. */
  void base64(ByteBuffer buffer) {
    byte[] bytes = new byte[Math.min(buffer.remaining(), out.wanted)];
    buffer.duplicate().get(bytes);
    strings.write(Base64.getEncoder().encodeToString(bytes));
  }
}
