// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code dumps}, the strict way of writing values. */
class OrjsonTest {

  private static String dumps(Object value) {
    return new String(Orjson.dumps(value), StandardCharsets.UTF_8);
  }

  static Stream<Arguments> natives() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("b", 1);
    map.put("a", null);
    return Stream.of(
        Arguments.of(null, "null"),
        Arguments.of("a/\u2028\u007F\u0080", "\"a/\u2028\u007F\u0080\""),
        Arguments.of(CharBuffer.wrap("sb"), "\"sb\""),
        Arguments.of('c', "\"c\""),
        Arguments.of(new char[] {'c', '"'}, "\"c\\\"\""),
        Arguments.of(true, "true"),
        Arguments.of((byte) -128, "-128"),
        Arguments.of((short) 32767, "32767"),
        Arguments.of(Integer.MIN_VALUE, "-2147483648"),
        Arguments.of(Long.MAX_VALUE, "9223372036854775807"),
        Arguments.of(new AtomicInteger(7), "7"),
        Arguments.of(new AtomicLong(-7), "-7"),
        Arguments.of(1.0, "1.0"),
        Arguments.of(0.1f, "0.1"),
        Arguments.of(Double.NaN, "null"),
        Arguments.of(Float.NEGATIVE_INFINITY, "null"),
        Arguments.of(new BigDecimal("1E+400"), "1E+400"),
        Arguments.of(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE), "18446744073709551615"),
        Arguments.of(BigInteger.ONE.shiftLeft(63).negate(), "-9223372036854775808"),
        Arguments.of(TimeUnit.SECONDS, "\"SECONDS\""),
        Arguments.of(Optional.empty(), "null"),
        Arguments.of(Optional.of("x"), "\"x\""),
        Arguments.of(OptionalInt.of(1), "1"),
        Arguments.of(OptionalLong.empty(), "null"),
        Arguments.of(OptionalDouble.of(1.5), "1.5"),
        Arguments.of(new AtomicReference<>(List.of(1)), "[1]"),
        Arguments.of(map, "{\"b\":1,\"a\":null}"),
        Arguments.of(Map.of(), "{}"),
        Arguments.of(Map.of(CharBuffer.wrap("k"), 1), "{\"k\":1}"),
        Arguments.of(Map.of('k', 1), "{\"k\":1}"),
        Arguments.of(List.of(), "[]"),
        Arguments.of(Arrays.asList(1, null, List.of("x")), "[1,null,[\"x\"]]"),
        Arguments.of(new LinkedHashSet<>(List.of(3, 1)), "[3,1]"),
        Arguments.of(List.of(1, 2).iterator(), "[1,2]"),
        Arguments.of((Iterable<Integer>) () -> List.of(1).iterator(), "[1]"),
        Arguments.of(Stream.of("a", "b"), "[\"a\",\"b\"]"),
        Arguments.of(IntStream.range(0, 3), "[0,1,2]"),
        Arguments.of(new Object[] {1, "a", null}, "[1,\"a\",null]"),
        Arguments.of(new int[][] {{1}, {}, {-1, 2}}, "[[1],[],[-1,2]]"),
        Arguments.of(new long[] {Long.MIN_VALUE}, "[-9223372036854775808]"),
        Arguments.of(new short[] {1}, "[1]"),
        Arguments.of(new double[] {1.5, Double.NaN}, "[1.5,null]"),
        Arguments.of(new float[] {0.1f}, "[0.1]"),
        Arguments.of(new boolean[] {true, false}, "[true,false]"),
        Arguments.of(new Fragment("{ }"), "{ }"));
  }

  @ParameterizedTest
  @MethodSource("natives")
  void writesNatives(Object value, String expected) {
    assertThat(dumps(value)).isEqualTo(expected);
  }

  static Stream<Arguments> refused() {
    Map<Object, Object> nullKey = new HashMap<>();
    nullKey.put(null, 1);
    return Stream.of(
        Arguments.of(new Object(), "Type is not JSON serializable: java.lang.Object"),
        Arguments.of(new byte[1], "Type is not JSON serializable: byte[]"),
        Arguments.of(Locale.ROOT, "Type is not JSON serializable: java.util.Locale"),
        Arguments.of(new Exception("x"), "Type is not JSON serializable: java.lang.Exception"),
        Arguments.of(
            Map.of("a", List.of(String.class)), "Type is not JSON serializable: java.lang.Class"),
        Arguments.of(BigInteger.ONE.shiftLeft(64), "Integer exceeds 64-bit range"),
        Arguments.of(
            BigInteger.ONE.shiftLeft(63).negate().subtract(BigInteger.ONE),
            "Integer exceeds 64-bit range"),
        Arguments.of(Map.of(1, 2), "Dict key must be str"),
        Arguments.of(nullKey, "Dict key must be str"),
        Arguments.of("\uD800", "str is not valid UTF-8: surrogates not allowed"),
        Arguments.of('\uDC00', "str is not valid UTF-8: surrogates not allowed"),
        Arguments.of(Map.of("\uD800", 1), "str is not valid UTF-8: surrogates not allowed"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusesEverythingElse(Object value, String message) {
    assertThatThrownBy(() -> Orjson.dumps(value))
        .isInstanceOf(JsonEncodeException.class)
        .hasMessage(message);
    assertThat(dumps(List.of(1))).isEqualTo("[1]");
  }

  @Test
  void aRefusedValueLeavesNothingInTheWriter() {
    JsonWriter json = JsonWriter.strict();
    json.beginArray();
    json.value(1);
    int size = json.size();
    for (Object value : List.of(new Object(), List.of(1, Map.of("a", new Object())))) {
      assertThatThrownBy(() -> json.value(value)).isInstanceOf(JsonEncodeException.class);
      assertThat(json.size()).isEqualTo(size);
    }
    json.value(2);
    json.endArray();
    assertThat(json.toByteArray()).asString(StandardCharsets.UTF_8).isEqualTo("[1,2]");
  }

  @Test
  void whatTheApplicationThrowsComesThroughAndLeavesNothingInTheWriter() {
    IllegalStateException thrown = new IllegalStateException("closed");
    Iterable<Object> failing =
        () ->
            new Iterator<>() {
              private int n;

              @Override
              public boolean hasNext() {
                return true;
              }

              @Override
              public Object next() {
                if (n++ == 3) {
                  throw thrown;
                }
                return n;
              }
            };
    JsonWriter json = JsonWriter.strict();
    json.beginObject();
    json.name("a");
    assertThatThrownBy(() -> json.value(failing)).isSameAs(thrown);
    json.value(1);
    json.endObject();
    assertThat(json.toByteArray()).asString(StandardCharsets.UTF_8).isEqualTo("{\"a\":1}");
    assertThatThrownBy(() -> Orjson.dumps(List.of(failing))).isSameAs(thrown);
    assertThat(dumps("x")).isEqualTo("\"x\"");
  }

  @Test
  void nestsAsDeepAsOrjson() {
    Object list = 1;
    Object map = 1;
    for (int i = 0; i < 254; i++) {
      list = Collections.singletonList(list);
      map = Collections.singletonMap("k", map);
    }
    assertThat(dumps(list)).isEqualTo("[".repeat(254) + "1" + "]".repeat(254));
    assertThat(dumps(map)).isEqualTo("{\"k\":".repeat(254) + "1" + "}".repeat(254));
    for (Object tooDeep : new Object[] {List.of(list), Map.of("k", map), new Object[] {list}}) {
      assertThatThrownBy(() -> Orjson.dumps(tooDeep))
          .isInstanceOf(JsonEncodeException.class)
          .hasMessage("Recursion limit reached");
    }
  }

  @Test
  void refusesCircularReferences() {
    List<Object> list = new ArrayList<>();
    list.add(list);
    AtomicReference<Object> reference = new AtomicReference<>();
    reference.set(reference);
    for (Object circular : new Object[] {list, reference}) {
      assertThatThrownBy(() -> Orjson.dumps(circular)).hasMessage("Recursion limit reached");
    }
  }

  @Test
  void appendsANewlineIfAsked() {
    assertThat(Orjson.dumps(Map.of("a", 1), Orjson.OPT_APPEND_NEWLINE))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("{\"a\":1}\n");
    assertThat(Orjson.OPT_APPEND_NEWLINE).isEqualTo(1024);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, 1 << 12, 1 << 30, 1024 | 1 << 12})
  void refusesOptionsThatAreNone(int options) {
    assertThatThrownBy(() -> Orjson.dumps(1, options))
        .isInstanceOf(JsonEncodeException.class)
        .hasMessage("Invalid opts: " + options);
  }

  @Test
  void canBeCalledByAValueThatIsBeingWritten() {
    record Inner(Object value) implements CharSequence {
      @Override
      public int length() {
        return toString().length();
      }

      @Override
      public char charAt(int index) {
        return toString().charAt(index);
      }

      @Override
      public CharSequence subSequence(int start, int end) {
        return toString().subSequence(start, end);
      }

      @Override
      public String toString() {
        return dumps(value);
      }
    }

    Object value = List.of("before", new Inner(List.of(new Inner(1))), "behind");
    assertThat(dumps(value)).isEqualTo("[\"before\",\"[\\\"1\\\"]\",\"behind\"]");
  }

  @Test
  void resultsAreArraysOfTheirOwn() {
    byte[] first = Orjson.dumps("first");
    byte[] second = Orjson.dumps("other");
    assertThat(first).asString(StandardCharsets.UTF_8).isEqualTo("\"first\"");
    assertThat(second).asString(StandardCharsets.UTF_8).isEqualTo("\"other\"");
  }
}
