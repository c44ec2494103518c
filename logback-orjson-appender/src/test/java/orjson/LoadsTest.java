// SPDX-License-Identifier: Apache-2.0
package orjson;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static orjson.Documents.concat;
import static orjson.Documents.failure;
import static orjson.Documents.loads;

import java.math.BigInteger;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of reading, one by one, without any corpus. */
class LoadsTest {

  // ---- values

  @Test
  void readsLiterals() {
    assertThat(loads("true")).isEqualTo(true);
    assertThat(loads("false")).isEqualTo(false);
    assertThat(loads("null")).isNull();
    assertThat(loads("[true,false,null,true]")).isEqualTo(Arrays.asList(true, false, null, true));
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        7,
        -1,
        10,
        12345678,
        -12345678,
        123456789,
        1234567890123456L,
        12345678901234567L,
        999999999999999999L,
        1000000000000000000L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1
      })
  void readsLongs(long value) {
    assertThat(loads(Long.toString(value))).isEqualTo(value);
    assertThat(loads("[" + value + "             ]")).isEqualTo(List.of(value));
  }

  @Test
  void readsMinusZeroAsTheIntegerIsAndAsTheDoubleIs() {
    assertThat(loads("-0")).isEqualTo(0L);
    assertThat(loads("-0.0")).isEqualTo(-0.0);
    assertThat(loads("-0e5")).isEqualTo(-0.0);
    assertThat(loads("0e1")).isEqualTo(0.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808", "9999999999999999999", "18446744073709551615"})
  void readsUnsignedLongsAsBigInteger(String digits) {
    assertThat(loads(digits)).isEqualTo(new BigInteger(digits));
  }

  @ParameterizedTest
  @CsvSource({
    "18446744073709551616, 1.8446744073709552E19",
    "99999999999999999999, 1.0E20",
    "-9223372036854775809, -9.223372036854775808E18",
    "-18446744073709551615, -1.8446744073709552E19",
    "123456789012345678901234567890, 1.2345678901234568E29",
  })
  void readsIntegersBeyond64BitsAsDouble(String digits, double value) {
    assertThat(loads(digits)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.5",
        "-1.5",
        "1E5",
        "1e+5",
        "1e-5",
        "1.25e2",
        "0.1",
        "123.456789",
        "0.000000000000000000000000000001",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "5e-324",
        "2e-324",
        "3e-324",
        "1e-400",
        "0e999999999999999999",
        "1e-999999999999999999",
        "65.613616999999977",
        "9007199254740993.0",
        "9007199254740993.00000000000000000000000000000001",
        "100000000000000000000000000000000000000000000e-44"
      })
  void readsDecimalsToTheNearestDouble(String text) {
    assertThat(loads(text)).isEqualTo(Double.parseDouble(text));
    assertThat(loads("[" + text + "]")).isEqualTo(List.of(Double.parseDouble(text)));
  }

  @Test
  void letsDigitsMakeUpForTheExponent() {
    String zeros = "0".repeat(5000);
    assertThat(loads("0." + zeros + "1e5001")).isEqualTo(1.0);
    assertThat(loads("1" + zeros + "e-5000")).isEqualTo(1.0);
    assertThat(loads("1" + zeros + ".0e-5000")).isEqualTo(1.0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1e309", "-1e999", "1.7976931348623159e308", "1e99999999999999999999", "9e308"})
  void refusesWhatIsTooLargeForADouble(String text) {
    assertThat(failure(text).position()).isZero();
    assertThat(failure("[0, " + text + "]").position()).isEqualTo(4);
    assertThat(failure(text)).hasMessageContaining("too large");
  }

  @Test
  void refusesAnIntegerOfTooManyDigits() {
    assertThat(failure("1" + "0".repeat(400))).hasMessageContaining("too large");
    assertThat(loads("1" + "0".repeat(300))).isEqualTo(1e300);
  }

  @Test
  void readsStringsOfEveryLength() {
    for (int n = 0; n < 200; n++) {
      for (String unit : List.of("a", "é", "中", "😀")) {
        String text = unit.repeat(n);
        assertThat(loads('"' + text + '"')).isEqualTo(text);
        assertThat(loads("[\"" + text + "\",\"x\"                 ]"))
            .isEqualTo(List.of(text, "x"));
      }
    }
  }

  @Test
  void readsEveryEscapeAtEveryPlace() {
    List<String> escapes =
        List.of("\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0000", "\\u00e9");
    List<String> meant = List.of("\"", "\\", "/", "\b", "\f", "\n", "\r", "\t", "\0", "é");
    for (int e = 0; e < escapes.size(); e++) {
      for (int before = 0; before <= 40; before++) {
        String head = "x".repeat(before);
        for (int after : new int[] {0, 1, 7, 8, 9, 90}) {
          String tail = "y".repeat(after);
          assertThat(loads('"' + head + escapes.get(e) + tail + '"'))
              .isEqualTo(head + meant.get(e) + tail);
        }
      }
    }
  }

  @Test
  void joinsEscapedSurrogatesOfEitherCase() {
    assertThat(loads("\"\\ud83d\\ude00\"")).isEqualTo("😀");
    assertThat(loads("\"\\uD83D\\uDE00\"")).isEqualTo("😀");
    assertThat(loads("\"\\uDBFF\\uDFFF\\ud800\\udc00\"")).isEqualTo("\uDBFF\uDFFF\uD800\uDC00");
  }

  @Test
  void readsManyEscapesInARow() {
    assertThat(loads('"' + "\\ud83d\\ude00\\n".repeat(5000) + '"')).isEqualTo("😀\n".repeat(5000));
  }

  @Test
  void readsEveryScalarValue() {
    for (int c = 0x20; c <= Character.MAX_CODE_POINT; c++) {
      if (c == '"' || c == '\\' || c >= 0xD800 && c < 0xE000) {
        continue;
      }
      String text = Character.toString(c);
      if (!loads('"' + text + '"').equals(text)
          || !loads("\"abc中" + text + "def\"").equals("abc中" + text + "def")) {
        assertThat(loads('"' + text + '"')).as("U+%04X", c).isEqualTo(text);
        assertThat(loads("\"abc中" + text + "def\"")).as("U+%04X", c).isEqualTo(text);
      }
    }
  }

  @Test
  void leavesDeleteAndLineSeparatorsAlone() {
    assertThat(loads("\"\u007f\u2028\u2029\"")).isEqualTo("\u007f\u2028\u2029");
  }

  @Test
  void readsContainersAsTheOrdinaryOnes() {
    Object value = loads("{\"b\":[1,[],{}],\"a\":{\"x\":null}}");
    Map<String, Object> inner = new LinkedHashMap<>();
    inner.put("x", null);
    assertThat(value).isExactlyInstanceOf(LinkedHashMap.class);
    assertThat(((Map<?, ?>) value).get("b")).isExactlyInstanceOf(ArrayList.class);
    assertThat(members(value))
        .isEqualTo(
            List.of(Map.entry("b", List.of(1L, List.of(), Map.of())), Map.entry("a", inner)));
  }

  @Test
  @SuppressWarnings("unchecked")
  void givesContainersThatCanBeChanged() {
    for (int n = 0; n < 40; n++) {
      Map<String, Object> map = (Map<String, Object>) loads(object(n));
      assertThat(map).hasSize(n);
      map.put("new", 1);
      assertThat(map).hasSize(n + 1).containsEntry("new", 1);
      List<Object> list =
          (List<Object>) loads(List.of(map.keySet()).toString().replaceAll("\\w+", "1"));
      list.add(2);
      assertThat(list).endsWith(2);
    }
  }

  private static String object(int members) {
    StringBuilder json = new StringBuilder("{");
    for (int i = 0; i < members; i++) {
      json.append(i == 0 ? "" : ",").append("\"member").append(i).append("\":").append(i);
    }
    return json.append('}').toString();
  }

  @Test
  void letsTheLastDuplicateStandAtThePlaceOfTheFirst() {
    assertThat(members(loads("{\"a\":1,\"b\":2,\"a\":3}")))
        .isEqualTo(List.of(Map.entry("a", 3L), Map.entry("b", 2L)));
    assertThat(members(loads("{\"a\":1,\"\\u0061\":3}"))).isEqualTo(List.of(Map.entry("a", 3L)));
  }

  @Test
  void acceptsBlanksOfAnyLengthAnywhere() {
    for (String unit : List.of(" ", "\n", "\t", "\r\n", "\n        ", " \t \n")) {
      for (int n = 0; n < 70; n++) {
        String b = unit.repeat(n);
        String json =
            b + "{" + b + "\"a\"" + b + ":" + b + "[" + b + "1" + b + "," + b + "{" + b + "}" + b
                + "]" + b + "}" + b;
        assertThat(loads(json)).isEqualTo(Map.of("a", List.of(1L, Map.of())));
        assertThat(loads(b + "1" + b)).isEqualTo(1L);
      }
    }
  }

  private static List<?> members(Object map) {
    return new ArrayList<>(((Map<?, ?>) map).entrySet());
  }

  // ---- names

  @Test
  void readsNamesOfEveryKindAndLengthAgainAndAgain() {
    for (int round = 0; round < 3; round++) {
      for (int n = 0; n < 80; n++) {
        for (String unit : List.of("k", "é", "中", "😀", "\\n")) {
          String name = unit.repeat(n);
          String other = name + "x";
          String json = "{\"" + name + "\":1,\"" + other + "\":2}          ";
          assertThat(loads(json))
              .isEqualTo(Map.of(name.replace("\\n", "\n"), 1L, other.replace("\\n", "\n"), 2L));
        }
      }
    }
  }

  @Test
  void sharesOneStringBetweenEqualNames() {
    List<?> list = (List<?>) loads("[{\"some name\":1}, {\"some name\":2}                 ]");
    assertThat(onlyName(list.get(1))).isSameAs(onlyName(list.get(0)));
  }

  private static Object onlyName(Object map) {
    return ((Map<?, ?>) map).keySet().iterator().next();
  }

  @Test
  void keepsNamesApartThatDifferInOneByte() {
    byte[] name = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz".getBytes(ISO_8859_1);
    for (int n = 1; n <= name.length; n++) {
      for (int i = 0; i < n; i++) {
        byte[] changed = Arrays.copyOf(name, n);
        changed[i] = '_';
        String a = new String(name, 0, n, ISO_8859_1);
        String b = new String(changed, ISO_8859_1);
        assertThat(loads("{\"" + a + "\":1,\"" + b + "\":2,\"" + a + "\":3}        "))
            .isEqualTo(Map.of(a, 3L, b, 2L));
      }
    }
  }

  @Test
  void readsNamesInEverChangingOrder() {
    Random random = new Random(42);
    List<Object> expected = new ArrayList<>();
    StringBuilder json = new StringBuilder("[");
    for (int i = 0; i < 3000; i++) {
      Map<String, Object> map = new LinkedHashMap<>();
      json.append(i == 0 ? "{" : ",{");
      for (int n = random.nextInt(4); n > 0; n--) {
        // names that begin, end, or both, like each other, of every length around whole words
        String name = "k".repeat(random.nextInt(26)) + "xy中".substring(random.nextInt(4));
        json.append(map.isEmpty() ? "\"" : ",\"").append(name).append("\":").append(i);
        map.putIfAbsent(name, (long) i);
      }
      json.append('}');
      expected.add(map);
    }
    assertThat(loads(json.append(']').toString())).isEqualTo(expected);
  }

  @Test
  void readsMoreNamesThanTheCacheHolds() {
    StringBuilder json = new StringBuilder("{");
    Map<String, Object> expected = new LinkedHashMap<>();
    for (int i = 0; i < 10_000; i++) {
      json.append(i == 0 ? "" : ",").append("\"n").append(i).append("\":").append(i);
      expected.put("n" + i, (long) i);
    }
    json.append("}");
    assertThat(loads(json.toString())).isEqualTo(expected);
    assertThat(loads(json.toString())).isEqualTo(expected);
  }

  @Test
  void sharesItsCacheBetweenThreads() throws Exception {
    StringBuilder json = new StringBuilder("[0");
    for (int i = 0; i < 4000; i++) {
      json.append(",{\"name").append(i * 7919L % 4099).append("\":").append(i).append('}');
    }
    String document = json.append("]").toString();
    Object expected = loads(document);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        results.add(threads.submit(() -> loads(document).equals(expected)));
      }
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  // ---- nesting

  @ParameterizedTest
  @CsvSource({"[, 1, ]", "{\"a\":, 1, }", "[{\"a\":, 1, }]", "'[ ', 1, ' ]'"})
  void accepts1024LevelsAndRefusesMore(String open, String inner, String close) {
    int perUnit = open.length() - open.replace("[", "").replace("{", "").length();
    int units = 1024 / perUnit;
    String ok = open.repeat(units) + inner + close.repeat(units);
    assertThat(loads(ok)).isInstanceOfAny(List.class, Map.class);
    JsonDecodeException e = failure(open.repeat(units) + "[" + inner + "]" + close.repeat(units));
    assertThat(e).hasMessageContaining("1024 levels");
    assertThat(e.position()).isEqualTo(open.length() * units + 1);
  }

  @Test
  void refusesAMillionLevelsAtOnce() {
    assertThat(failure("[".repeat(1_000_000)).position()).isEqualTo(1025);
    assertThat(failure("{\"a\":".repeat(1_000_000)).position()).isEqualTo(1024 * 5 + 1);
  }

  @Test
  void needsNoThreadStackForNesting() throws Exception {
    Object[] results = new Object[2];
    Thread thread =
        new Thread(
            null,
            () -> {
              results[0] = Orjson.loads("[".repeat(1024) + "]".repeat(1024));
              results[1] = Orjson.loads("{\"a\":".repeat(1024) + "1" + "}".repeat(1024));
            },
            "small",
            1);
    thread.start();
    thread.join();
    assertThat(results[0] instanceof List).isTrue(); // no more about it: toString() is recursive
    assertThat(results[1] instanceof Map).isTrue();
  }

  // ---- the other forms

  @Test
  void readsAPartOfAnArray() {
    byte[] array = "xx[1,2]yy".getBytes(UTF_8);
    assertThat(Orjson.loads(array, 2, 5)).isEqualTo(List.of(1L, 2L));
    assertThat(Orjson.loads(array, 3, 1)).isEqualTo(1L);
    JsonDecodeException e =
        catchThrowableOfType(JsonDecodeException.class, () -> Orjson.loads(array, 2, 4));
    assertThat(e.position()).isEqualTo(4);
    assertThat(
            catchThrowableOfType(JsonDecodeException.class, () -> Orjson.loads(array, 2, 6))
                .position())
        .isEqualTo(5);
  }

  @Test
  void neverLooksBehindThePart() {
    String json = "{\"name\":[12345678.125,\"text\\n\",true,null,\"中\"],\"x\":false}";
    byte[] document = json.getBytes(UTF_8);
    Object expected = loads(json);
    for (String around : List.of("9", "\"", " ", "e", "}")) {
      byte[] array =
          concat(around.repeat(30).getBytes(UTF_8), document, around.repeat(30).getBytes(UTF_8));
      assertThat(Orjson.loads(array, 30, document.length)).isEqualTo(expected);
      for (int n = 0; n < document.length; n++) {
        int length = n;
        assertThat(catchThrowable(() -> Orjson.loads(array, 30, length)))
            .isInstanceOf(JsonDecodeException.class);
      }
    }
    assertThat(Orjson.loads("123456789.25".getBytes(UTF_8), 1, 4)).isEqualTo(2345L);
  }

  @Test
  void refusesAPartThatIsNotInTheArray() {
    byte[] array = new byte[4];
    assertThatThrownBy(() -> Orjson.loads(array, 2, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Orjson.loads(array, -1, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Orjson.loads((byte[]) null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void readsAnyCharacterSequence() {
    assertThat(Orjson.loads(CharBuffer.wrap("[\"中?😀\"]"))).isEqualTo(List.of("中?😀"));
  }
}
