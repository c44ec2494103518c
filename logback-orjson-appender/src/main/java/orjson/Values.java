// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.RandomAccess;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.BaseStream;

/**
 * Objects to JSON by their type: one engine for both modes.
 *
 * <p>Strict mode throws for what has no JSON form, or asks the fallback. Lenient mode keeps each
 * failure to the value that caused it. The engine writes brackets and commas itself, past {@link
 * Nesting}: to that a value is one step, however deep it is.
 *
 * <p>Owned by one {@link JsonWriter}; not thread-safe.
 */
final class Values {

  /** Nesting that strict mode accepts, as orjson does; a circular reference ends here too. */
  static final int STRICT_DEPTH = 254;

  /** How often in a row the fallback may answer with a value that needs the fallback. */
  static final int MAX_FALLBACK_CALLS = 254;

  /** Nesting that lenient mode writes; what lies deeper becomes a string. */
  static final int LENIENT_DEPTH = 32;

  /** Items or members of one container that lenient mode writes. */
  static final int MAX_ELEMENTS = 10_000;

  private static final Object NO_REFERENCE = new Object();
  private static final Class<?> LIST_OF_ONE = List.of(1).getClass();
  private static final Class<?> LIST_OF_MANY = List.of(1, 2, 3).getClass();
  private static final Module JDK = Object.class.getModule();

  private final JsonWriter out;
  private final boolean lenient;
  private final Scalars scalars;
  private final Keys keys;

  /** The containers being written, outermost first; lenient mode finds cycles here. */
  private final Object[] path;

  private int options;
  private Function<Object, Object> fallback;
  private int fallbackCalls;

  Values(JsonWriter out, Scalars scalars, Keys keys, boolean lenient) {
    this.out = out;
    this.scalars = scalars;
    this.keys = keys;
    this.lenient = lenient;
    this.path = new Object[lenient ? LENIENT_DEPTH : 0];
  }

  /** Writes one value; {@code fallback} may be null. The caller undoes what an exception leaves. */
  void write(Object value, int options, Function<Object, Object> fallback) {
    this.options = options;
    this.fallback = fallback;
    this.fallbackCalls = 0;
    try {
      any(value, 0);
    } finally {
      this.fallback = null;
    }
  }

  /** Whether {@code value} is of a class of java.base, hence not of somebody's own making. */
  static boolean isJdkClass(Object value) {
    return value.getClass().getModule() == JDK;
  }

  private boolean has(int option) {
    return (options & option) != 0;
  }

  private void any(Object value, int level) {
    if (scalars.common(value, options)) {
      return;
    }
    if (!lenient && usualContainer(value, level)) {
      return;
    }
    if (lenient) {
      guarded(value, level);
    } else {
      other(value, level);
    }
  }

  /** Classes that most containers are of; to ask each for a dozen interfaces takes longer. */
  private boolean usualContainer(Object value, int level) {
    Class<?> type = value.getClass();
    if (type == LinkedHashMap.class || type == HashMap.class || type == TreeMap.class) {
      map((Map<?, ?>) value, level);
    } else if (type == ArrayList.class || type == LIST_OF_ONE || type == LIST_OF_MANY) {
      list((List<?>) value, level);
    } else {
      return false;
    }
    return true;
  }

  private void other(Object value, int level) {
    if (scalars.other(value, options)) {
      return;
    }
    boolean passed = has(Orjson.OPT_PASSTHROUGH_SUBCLASS) && isSubclass(value);
    if (passed || !container(value, level)) {
      unknown(value, level);
    }
  }

  private static boolean isSubclass(Object value) {
    return (value instanceof Map || value instanceof List) && !isJdkClass(value);
  }

  /** A value of no native type: for the fallback, then for lenient mode's own answer. */
  private void unknown(Object value, int level) {
    if (fallback != null) {
      if (fallbackCalls == MAX_FALLBACK_CALLS) {
        throw new JsonEncodeException("default serializer exceeds recursion limit");
      }
      fallbackCalls++;
      any(askFallback(value), level);
      fallbackCalls--;
    } else if (lenient) {
      scalars.text(value.toString());
    } else {
      throw notSerializable(value, null);
    }
  }

  private Object askFallback(Object value) {
    try {
      return fallback.apply(value);
    } catch (RuntimeException e) {
      throw notSerializable(value, e);
    }
  }

  private static JsonEncodeException notSerializable(Object value, Throwable cause) {
    String message = "Type is not JSON serializable: " + value.getClass().getTypeName();
    return new JsonEncodeException(message, cause);
  }

  // ---- lenient

  /** Writes a value, or in its place what was thrown instead. */
  private void guarded(Object value, int level) {
    int start = out.pos;
    try {
      if (!lenientScalar(value)) {
        onPath(value, level);
      }
    } catch (Overlong e) {
      if (level > 0) {
        throw e;
      }
      takeBack(start);
      out.fail("<over " + out.ceiling + " bytes>");
    } catch (Throwable t) {
      takeBack(start);
      out.fail(t);
    } finally {
      if (level < LENIENT_DEPTH) {
        path[level] = null;
      }
    }
  }

  private void takeBack(int start) {
    out.pos = start;
    keys.rewind(start);
  }

  private void onPath(Object value, int level) {
    for (int i = 0; i < level; i++) {
      if (path[i] == value) {
        out.fail("<cycle: " + value.getClass().getName() + ">");
        return;
      }
    }
    if (level < LENIENT_DEPTH) {
      path[level] = value;
    }
    other(value, level);
  }

  private boolean lenientScalar(Object value) {
    if (value instanceof Throwable t) {
      String message = t.getMessage();
      String type = t.getClass().getName();
      out.string(message == null ? type : type + ": " + message);
    } else if (value instanceof byte[] bytes) {
      scalars.base64(ByteBuffer.wrap(bytes));
    } else if (value instanceof ByteBuffer buffer) {
      scalars.base64(buffer);
    } else if (value instanceof Class<?> type) {
      out.string(type.getName());
    } else if (value instanceof LongAdder adder) {
      scalars.integer(adder.sum());
    } else if (value instanceof DoubleAdder adder) {
      scalars.decimal(adder.sum());
    } else if (value instanceof Path) {
      out.string(value.toString());
    } else {
      return false;
    }
    return true;
  }

  // ---- containers

  private boolean container(Object value, int level) {
    if (value instanceof Map<?, ?> map) {
      map(map, level);
    } else if (value instanceof List<?> list && list instanceof RandomAccess) {
      list(list, level);
    } else if (value instanceof Iterable<?> iterable && !(value instanceof Path)) {
      items(iterable.iterator(), level);
    } else if (value instanceof Object[] array) {
      list(Arrays.asList(array), level);
    } else if (value instanceof Iterator<?> iterator) {
      items(iterator, level);
    } else if (value instanceof BaseStream<?, ?> stream) {
      items(stream.iterator(), level);
    } else if (value.getClass().isArray()) {
      return primitives(value, level);
    } else if (value instanceof Fragment fragment) {
      out.putFragment(fragment);
    } else if (value instanceof Record dataclass) {
      return !has(Orjson.OPT_PASSTHROUGH_DATACLASS) && members(dataclass, level);
    } else {
      return reference(value, level);
    }
    return true;
  }

  private boolean primitives(Object array, int level) {
    if (array instanceof int[] a) {
      items(a.length, level, i -> scalars.integer(a[i]));
    } else if (array instanceof long[] a) {
      items(a.length, level, i -> scalars.common(a[i], options));
    } else if (array instanceof double[] a) {
      items(a.length, level, i -> scalars.decimal(a[i]));
    } else if (array instanceof float[] a) {
      items(a.length, level, i -> scalars.decimal(a[i]));
    } else if (array instanceof short[] a) {
      items(a.length, level, i -> scalars.integer(a[i]));
    } else if (array instanceof boolean[] a) {
      items(a.length, level, i -> scalars.bool(a[i]));
    } else {
      return false;
    }
    return true;
  }

  private boolean reference(Object value, int level) {
    Object referent = referent(value);
    if (referent == NO_REFERENCE) {
      return false;
    }
    if (level >= maxDepth()) {
      tooDeep(); // a reference may hold itself
    } else {
      any(referent, level + 1);
    }
    return true;
  }

  /** What a value stands for that stands for another or for none. */
  private static Object referent(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.orElse(null);
    } else if (value instanceof OptionalInt optional) {
      return optional.isPresent() ? optional.getAsInt() : null;
    } else if (value instanceof OptionalLong optional) {
      return optional.isPresent() ? optional.getAsLong() : null;
    } else if (value instanceof OptionalDouble optional) {
      return optional.isPresent() ? optional.getAsDouble() : null;
    } else if (value instanceof AtomicReference<?> reference) {
      return reference.get();
    }
    return NO_REFERENCE;
  }

  private void items(int length, int level, IntConsumer writeItem) {
    if (!begin('[', level)) {
      return;
    }
    int shown = lenient ? Math.min(length, MAX_ELEMENTS) : length;
    for (int i = 0; i < shown; i++) {
      separator(i, level);
      writeItem.accept(i);
    }
    if (shown < length) {
      tooMany(shown, level, "items");
    }
    end(']', length, level);
  }

  private void list(List<?> list, int level) {
    if (!begin('[', level)) {
      return;
    }
    int size = list.size();
    int shown = lenient ? Math.min(size, MAX_ELEMENTS) : size;
    for (int i = 0; i < shown; i++) {
      separator(i, level);
      any(list.get(i), level + 1);
    }
    if (shown < size) {
      tooMany(shown, level, "items");
    }
    end(']', size, level);
  }

  private void items(Iterator<?> items, int level) {
    if (!begin('[', level)) {
      return;
    }
    int n = 0;
    while (items.hasNext()) {
      if (lenient && n == MAX_ELEMENTS) {
        tooMany(n, level, "items");
        break;
      }
      separator(n++, level);
      any(items.next(), level + 1);
    }
    end(']', n, level);
  }

  private void map(Map<?, ?> map, int level) {
    if (has(Orjson.OPT_SORT_KEYS)) {
      sorted(map, level);
      return;
    }
    if (!begin('{', level)) {
      return;
    }
    keys.open(level);
    int n = 0;
    int read = 0; // more than are written if some are left out because of their names
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (lenient && read++ == MAX_ELEMENTS) {
        if (name("<more>", n, level)) {
          out.fail("<more than " + MAX_ELEMENTS + " members>");
          n++;
        }
        break;
      }
      if (name(entry.getKey(), n, level)) {
        n++;
        any(entry.getValue(), level + 1);
      }
    }
    keys.close(level);
    end('}', n, level);
  }

  private void sorted(Map<?, ?> map, int level) {
    if (!begin('{', level)) {
      return;
    }
    Keys.Sortable[] members = new Keys.Sortable[map.size()];
    int n = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (n == members.length) {
        members = Arrays.copyOf(members, 2 * n + 1); // the map grows while it is read
      }
      members[n++] = new Keys.Sortable(keys.text(entry.getKey(), options), entry.getValue());
    }
    Arrays.sort(members, 0, n);
    keys.open(level);
    for (int i = 0; i < n; i++) {
      name(members[i].key, i, level);
      any(members[i].value, level + 1);
    }
    keys.close(level);
    end('}', n, level);
  }

  private boolean members(Record value, int level) {
    Records.Member[] members = Records.members(value.getClass());
    if (members == null) {
      return false;
    }
    if (!begin('{', level)) {
      return true;
    }
    for (int i = 0; i < members.length; i++) {
      name(members[i].name(), i, level);
      any(members[i].get(value), level + 1);
    }
    end('}', members.length, level);
    return true;
  }

  /** Begins a container; false if lenient mode wrote a string in its place. */
  private boolean begin(char bracket, int level) {
    if (level >= maxDepth()) {
      tooDeep();
      return false;
    }
    out.putByte(bracket);
    return true;
  }

  private int maxDepth() {
    return lenient ? LENIENT_DEPTH : STRICT_DEPTH;
  }

  private void tooDeep() {
    if (!lenient) {
      throw new JsonEncodeException("Recursion limit reached");
    }
    out.fail("<depth over " + LENIENT_DEPTH + ">");
  }

  /** Writes the name of member {@code n} and what stands around it; false if it is left out. */
  private boolean name(Object key, int n, int level) {
    boolean indent = has(Orjson.OPT_INDENT_2);
    checkSize();
    if (indent) {
      separator(n, level);
    }
    boolean first = indent || n == 0;
    if (key instanceof JsonName name) {
      keys.write(name, first);
    } else if (!keys.write(key, options, level, first)) {
      return false;
    }
    if (indent) {
      out.putByte(' ');
    }
    return true;
  }

  /** Writes what stands before item {@code n}. */
  private void separator(int n, int level) {
    checkSize();
    if (n > 0) {
      out.putByte(',');
    }
    if (has(Orjson.OPT_INDENT_2)) {
      newline(level + 1);
    }
  }

  private void checkSize() {
    if (out.pos > out.ceiling) {
      throw new Overlong();
    }
  }

  private void end(char bracket, int count, int level) {
    if (count > 0 && has(Orjson.OPT_INDENT_2)) {
      newline(level);
    }
    out.putByte(bracket);
  }

  private void newline(int level) {
    out.ensure(2 * level + 1);
    out.buf[out.pos++] = '\n';
    int end = out.pos + 2 * level;
    Arrays.fill(out.buf, out.pos, end, (byte) ' ');
    out.pos = end;
  }

  private void tooMany(int n, int level, String what) {
    separator(n, level);
    out.fail("<more than " + MAX_ELEMENTS + " " + what + ">");
  }
}
