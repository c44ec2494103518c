// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static orjson.Orjson.OPT_APPEND_NEWLINE;
import static orjson.Orjson.OPT_INDENT_2;
import static orjson.Orjson.OPT_NAIVE_UTC;
import static orjson.Orjson.OPT_NON_STR_KEYS;
import static orjson.Orjson.OPT_OMIT_MICROSECONDS;
import static orjson.Orjson.OPT_PASSTHROUGH_DATACLASS;
import static orjson.Orjson.OPT_PASSTHROUGH_DATETIME;
import static orjson.Orjson.OPT_PASSTHROUGH_SUBCLASS;
import static orjson.Orjson.OPT_SORT_KEYS;
import static orjson.Orjson.OPT_STRICT_INTEGER;
import static orjson.Orjson.OPT_UTC_Z;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DumpsOptionsTest {

  /** A record that any library can read. */
  public record Point(int x, Double y, String _hidden, List<Integer> more) {}

  enum Colour {
    RED {
      @Override
      public String toString() {
        return "rouge";
      }
    }
  }

  @Test
  void hasTheBitsOfOrjson() {
    assertThat(
            new int[] {
              OPT_INDENT_2,
              OPT_NAIVE_UTC,
              OPT_NON_STR_KEYS,
              OPT_OMIT_MICROSECONDS,
              OPT_SORT_KEYS,
              OPT_STRICT_INTEGER,
              OPT_UTC_Z,
              OPT_PASSTHROUGH_SUBCLASS,
              OPT_PASSTHROUGH_DATETIME,
              OPT_APPEND_NEWLINE,
              OPT_PASSTHROUGH_DATACLASS
            })
        .containsExactly(1, 2, 4, 8, 32, 64, 128, 256, 512, 1024, 2048);
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 4096, 1 << 30, -1, Integer.MIN_VALUE})
  void refusesUnknownBits(int options) {
    assertThatExceptionOfType(JsonEncodeException.class)
        .isThrownBy(() -> Orjson.dumps(1, options))
        .withMessage("Invalid opts: " + options);
  }

  @Test
  void indentsByTwo() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("a", List.of());
    map.put("b", Map.of());
    map.put("c", List.of(1, Map.of("d", new int[] {2, 3})));
    assertThat(dumps(map, OPT_INDENT_2 | OPT_APPEND_NEWLINE))
        .isEqualTo(
            """
            {
              "a": [],
              "b": {},
              "c": [
                1,
                {
                  "d": [
                    2,
                    3
                  ]
                }
              ]
            }
            """);
    assertThat(dumps(new Point(1, 2.5, "h", null), OPT_INDENT_2))
        .isEqualTo("{\n  \"x\": 1,\n  \"y\": 2.5,\n  \"more\": null\n}");
    assertThat(dumps("alone", OPT_INDENT_2)).isEqualTo("\"alone\"");
  }

  @Test
  void sortsByCodePointAndNotByUtf16() {
    Map<String, Object> map = new LinkedHashMap<>();
    for (String key : List.of("\ud800\udc00", "\uffff", "\ue000", "b", "a", "aa", "", "é")) {
      map.put(key, 0);
    }
    assertThat(dumps(map, OPT_SORT_KEYS))
        .isEqualTo(
            "{\"\":0,\"a\":0,\"aa\":0,\"b\":0,\"é\":0,\"\ue000\":0,\"\uffff\":0,\"\ud800\udc00\":0}");
  }

  @Test
  void sortsNestedMapsAndKeysOfOtherTypesButNotRecords() {
    Map<Object, Object> inner = new LinkedHashMap<>();
    inner.put(10, "ten");
    inner.put(9, "nine");
    inner.put(true, new Point(1, 1.0, "h", List.of()));
    assertThat(dumps(Map.of("m", inner), OPT_SORT_KEYS | OPT_NON_STR_KEYS))
        .isEqualTo(
            "{\"m\":{\"10\":\"ten\",\"9\":\"nine\",\"true\":{\"x\":1,\"y\":1.0,\"more\":[]}}}");
  }

  @Test
  void refusesKeysThatAreNoTextUnlessToldOtherwise() {
    for (Object key : Arrays.asList(1, 1.5, true, null, Colour.RED, LocalDate.EPOCH)) {
      assertThatExceptionOfType(JsonEncodeException.class)
          .isThrownBy(() -> Orjson.dumps(Collections.singletonMap(key, 1)))
          .withMessage("Dict key must be str");
    }
    assertThat(dumps(Map.of('c', 1), 0)).isEqualTo("{\"c\":1}");
    assertThat(dumps(Map.of(new StringBuilder("sb"), 1), 0)).isEqualTo("{\"sb\":1}");
  }

  @Test
  void writesKeysOfEveryScalarTypeIfTold() {
    Map<Object, String> keys = new LinkedHashMap<>();
    keys.put(null, "null");
    keys.put(true, "true");
    keys.put((byte) 1, "1");
    keys.put(-5L, "-5");
    keys.put(new BigInteger("18446744073709551615"), "18446744073709551615");
    keys.put(1.5, "1.5");
    keys.put(0.1f, "0.1");
    keys.put(Double.NaN, "null");
    keys.put(Colour.RED, "RED");
    keys.put(
        UUID.fromString("7202d115-7ff3-4c81-a7c1-2a1f067b1ece"),
        "7202d115-7ff3-4c81-a7c1-2a1f067b1ece");
    keys.put(LocalDate.of(2020, 1, 1), "2020-01-01");
    keys.put(LocalTime.of(12, 0, 15, 290_000), "12:00:15.000290");
    keys.put(Instant.EPOCH, "1970-01-01T00:00:00+00:00");
    keys.forEach(
        (key, name) ->
            assertThat(dumps(Collections.singletonMap(key, 1), OPT_NON_STR_KEYS))
                .isEqualTo("{\"" + name + "\":1}"));
  }

  @Test
  void exemptsKeysFromStrictIntegersAndPassthrough() {
    int options =
        OPT_NON_STR_KEYS | OPT_STRICT_INTEGER | OPT_PASSTHROUGH_DATETIME | OPT_PASSTHROUGH_SUBCLASS;
    assertThat(dumps(Map.of(Long.MAX_VALUE, 1), options)).isEqualTo("{\"9223372036854775807\":1}");
    assertThat(dumps(Map.of(LocalDate.EPOCH, 1), options)).isEqualTo("{\"1970-01-01\":1}");
  }

  @Test
  void refusesOtherKeysByTheirType() {
    assertThatExceptionOfType(JsonEncodeException.class)
        .isThrownBy(() -> Orjson.dumps(Map.of(List.of(), 1), OPT_NON_STR_KEYS))
        .withMessageContaining("OPT_NON_STR_KEYS")
        .withMessageContaining("List");
    assertThatExceptionOfType(JsonEncodeException.class)
        .isThrownBy(() -> Orjson.dumps(Map.of(BigInteger.ONE.shiftLeft(64), 1), OPT_NON_STR_KEYS))
        .withMessage("Dict integer key must be within 64-bit range");
  }

  @Test
  void writesBothMembersWhenTwoKeysHaveOneText() {
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put("1", "text");
    map.put(1, "number");
    assertThat(dumps(map, OPT_NON_STR_KEYS)).isEqualTo("{\"1\":\"text\",\"1\":\"number\"}");
  }

  @Test
  void refusesIntegersThatJavaScriptCannotHoldIfTold() {
    long max = (1L << 53) - 1;
    assertThat(dumps(List.of(max, -max), OPT_STRICT_INTEGER))
        .isEqualTo("[9007199254740991,-9007199254740991]");
    for (Object tooLarge :
        List.of(max + 1, -max - 1, Long.MIN_VALUE, BigInteger.ONE.shiftLeft(60))) {
      assertThatExceptionOfType(JsonEncodeException.class)
          .isThrownBy(() -> Orjson.dumps(tooLarge, OPT_STRICT_INTEGER))
          .withMessage("Integer exceeds 53-bit range");
      assertThat(dumps(tooLarge, 0)).isEqualTo(tooLarge.toString());
    }
    assertThatExceptionOfType(JsonEncodeException.class)
        .isThrownBy(() -> Orjson.dumps(new long[] {max + 1}, OPT_STRICT_INTEGER));
  }

  @Test
  void refusesIntegersBeyond64Bits() {
    assertThat(dumps(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE), 0))
        .isEqualTo("18446744073709551615");
    for (BigInteger tooLarge :
        List.of(
            BigInteger.ONE.shiftLeft(64),
            BigInteger.valueOf(Long.MIN_VALUE).subtract(BigInteger.ONE))) {
      assertThatExceptionOfType(JsonEncodeException.class)
          .isThrownBy(() -> Orjson.dumps(tooLarge))
          .withMessage("Integer exceeds 64-bit range");
    }
  }

  @Test
  void writesTimesAsTheOptionsSay() {
    OffsetDateTime utc = OffsetDateTime.parse("2020-01-02T03:04:05.678901Z");
    LocalDateTime naive = utc.toLocalDateTime();
    assertThat(dumps(utc, 0)).isEqualTo("\"2020-01-02T03:04:05.678901+00:00\"");
    assertThat(dumps(utc, OPT_UTC_Z)).isEqualTo("\"2020-01-02T03:04:05.678901Z\"");
    assertThat(dumps(utc, OPT_OMIT_MICROSECONDS)).isEqualTo("\"2020-01-02T03:04:05+00:00\"");
    assertThat(dumps(utc.toInstant(), OPT_UTC_Z)).isEqualTo("\"2020-01-02T03:04:05.678901Z\"");
    assertThat(dumps(Date.from(utc.toInstant()), OPT_UTC_Z))
        .isEqualTo("\"2020-01-02T03:04:05.678000Z\"");
    assertThat(dumps(naive, OPT_UTC_Z)).isEqualTo("\"2020-01-02T03:04:05.678901\"");
    assertThat(dumps(naive, OPT_NAIVE_UTC)).isEqualTo("\"2020-01-02T03:04:05.678901+00:00\"");
    assertThat(dumps(naive, OPT_NAIVE_UTC | OPT_UTC_Z | OPT_OMIT_MICROSECONDS))
        .isEqualTo("\"2020-01-02T03:04:05Z\"");
    assertThat(dumps(ZonedDateTime.parse("2020-06-01T00:00:00+02:00[Europe/Paris]"), OPT_UTC_Z))
        .isEqualTo("\"2020-06-01T00:00:00+02:00\"");
    assertThat(dumps(LocalTime.of(1, 2, 3, 4), 0)).isEqualTo("\"01:02:03.000000004\"");
    assertThat(dumps(LocalTime.of(1, 2, 3, 4), OPT_OMIT_MICROSECONDS)).isEqualTo("\"01:02:03\"");
  }

  @Test
  void passesTimesOnIfTold() {
    assertThat(dumps(LocalDate.EPOCH, day -> "<" + day + ">", OPT_PASSTHROUGH_DATETIME))
        .isEqualTo("\"<1970-01-01>\"");
    assertThatExceptionOfType(JsonEncodeException.class)
        .isThrownBy(() -> Orjson.dumps(Instant.EPOCH, OPT_PASSTHROUGH_DATETIME))
        .withMessage("Type is not JSON serializable: java.time.Instant");
  }

  @Test
  void passesRecordsOnIfTold() {
    Point point = new Point(1, null, "h", List.of());
    assertThat(dumps(point, 0)).isEqualTo("{\"x\":1,\"y\":null,\"more\":[]}");
    assertThat(dumps(point, any -> "a point", OPT_PASSTHROUGH_DATACLASS)).isEqualTo("\"a point\"");
  }

  @Test
  void passesClassesOfSomebodysOwnOnIfTold() {
    Map<String, Object> map =
        new AbstractMap<>() {
          @Override
          public Set<Entry<String, Object>> entrySet() {
            return Set.of(Map.entry("k", 1));
          }
        };
    List<Integer> list =
        new AbstractList<>() {
          @Override
          public Integer get(int index) {
            return 7;
          }

          @Override
          public int size() {
            return 1;
          }
        };
    assertThat(dumps(List.of(map, list), 0)).isEqualTo("[{\"k\":1},[7]]");
    assertThat(dumps(List.of(map, list), any -> "own", OPT_PASSTHROUGH_SUBCLASS))
        .isEqualTo("[\"own\",\"own\"]");
    List<Object> jdk = List.of(new TreeMap<>(Map.of("k", 1)), new ArrayList<>(), "text");
    assertThat(dumps(jdk, any -> "own", OPT_PASSTHROUGH_SUBCLASS))
        .isEqualTo("[{\"k\":1},[],\"text\"]");
  }

  @Test
  void asksTheFallbackForOtherTypesUntilItAnswersWithANativeOne() {
    assertThat(dumps(Map.of("a", new Object[] {locale("x")}), any -> List.of("an", "answer"), 0))
        .isEqualTo("{\"a\":[[\"an\",\"answer\"]]}");
    assertThat(dumps(new Object(), any -> null, 0)).isEqualTo("null");
    assertThat(dumps(new Countdown(254), Countdown::next, 0)).isEqualTo("\"done\"");
    assertThatExceptionOfType(JsonEncodeException.class)
        .isThrownBy(() -> Orjson.dumps(new Countdown(255), Countdown::next, 0))
        .withMessage("default serializer exceeds recursion limit");
  }

  @Test
  void namesWhatTheFallbackThrewAsTheCause() {
    IllegalStateException thrown = new IllegalStateException("no");
    assertThatExceptionOfType(JsonEncodeException.class)
        .isThrownBy(
            () ->
                Orjson.dumps(
                    new Object(),
                    any -> {
                      throw thrown;
                    },
                    0))
        .withMessage("Type is not JSON serializable: java.lang.Object")
        .withCause(thrown);
  }

  @Test
  void aFallbackMayUseOrjsonItself() {
    Function<Object, Object> nested = any -> new Fragment(Orjson.dumps(Map.of("in", 1)));
    assertThat(dumps(List.of(new Object(), 2), nested, 0)).isEqualTo("[{\"in\":1},2]");
  }

  @Test
  void countsLevelsOfAllKindsAsOrjsonDoes() {
    assertThat(dumps(nested(254), 0)).hasSize(2 * 254);
    assertThatExceptionOfType(JsonEncodeException.class)
        .isThrownBy(() -> Orjson.dumps(nested(255)))
        .withMessage("Recursion limit reached");
    List<Object> self = new ArrayList<>();
    self.add(self);
    assertThatExceptionOfType(JsonEncodeException.class).isThrownBy(() -> Orjson.dumps(self));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("self", map);
    assertThatExceptionOfType(JsonEncodeException.class)
        .isThrownBy(() -> Orjson.dumps(map, OPT_SORT_KEYS));
  }

  @Test
  void consumesStreamsAndIterators() {
    assertThat(dumps(Stream.of(1, "a", null), 0)).isEqualTo("[1,\"a\",null]");
    assertThat(dumps(IntStream.range(0, 3), 0)).isEqualTo("[0,1,2]");
    assertThat(dumps(List.of(1, 2).iterator(), 0)).isEqualTo("[1,2]");
    assertThat(dumps(Set.of(1), 0)).isEqualTo("[1]");
  }

  @Test
  void leavesBytesPathsAndUnreadableRecordsToTheFallback() {
    record Local(int x) {}
    for (Object other :
        List.of(new byte[] {1}, java.nio.file.Path.of("a/b"), new Local(1), new Exception("e"))) {
      assertThatExceptionOfType(JsonEncodeException.class)
          .isThrownBy(() -> Orjson.dumps(other))
          .withMessage("Type is not JSON serializable: " + other.getClass().getTypeName());
      assertThat(dumps(List.of(other), any -> 1, 0)).isEqualTo("[1]");
    }
  }

  @Test
  void writesIntoALargerDocumentOrNothing() {
    JsonWriter json = JsonWriter.strict();
    json.beginArray();
    Orjson.dumps(Map.of("a", 1), null, OPT_APPEND_NEWLINE, json);
    assertThatExceptionOfType(JsonEncodeException.class)
        .isThrownBy(() -> Orjson.dumps(List.of(1, new Object()), null, 0, json));
    Orjson.dumps(2, null, 0, json);
    json.endArray();
    assertThat(json.toByteArray()).isEqualTo("[{\"a\":1},2]".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void writesToAStreamOrNothing() throws Exception {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    Orjson.dumps(List.of("é"), null, OPT_APPEND_NEWLINE, out);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("[\"é\"]\n");
    assertThatExceptionOfType(JsonEncodeException.class)
        .isThrownBy(() -> Orjson.dumps(List.of(1, new Object()), null, 0, out));
    assertThat(out.size()).isEqualTo(7);
  }

  @Test
  void passesOnWhatAnIteratorThrows() {
    Iterable<Object> bad =
        () -> {
          throw new IllegalStateException("closed");
        };
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> Orjson.dumps(List.of(1, bad)))
        .withMessage("closed");
    assertThat(dumps(List.of(1), 0)).isEqualTo("[1]");
  }

  /** Something that needs the fallback as often as it says. */
  private record Countdown(int left) {
    static Object next(Object value) {
      int left = ((Countdown) value).left - 1;
      return left == 0 ? "done" : new Countdown(left);
    }
  }

  private static Object locale(String text) {
    return java.util.Locale.forLanguageTag(text);
  }

  private static Object nested(int levels) {
    Object value = new ArrayList<>();
    for (int i = 1; i < levels; i++) {
      value = new ArrayList<>(List.of(value));
    }
    return value;
  }

  private static String dumps(Object value, int options) {
    return dumps(value, null, options);
  }

  private static String dumps(Object value, Function<Object, Object> fallback, int options) {
    return new String(Orjson.dumps(value, fallback, options), StandardCharsets.UTF_8);
  }
}
