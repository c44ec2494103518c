// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Structure: commas, nesting, misplaced calls; and the scalars as the writer writes them. */
class JsonWriterTest {

  private static String text(JsonWriter json) {
    return new String(json.toByteArray(), StandardCharsets.UTF_8);
  }

  private static String strict(Consumer<JsonWriter> calls) {
    JsonWriter json = JsonWriter.strict();
    calls.accept(json);
    return text(json);
  }

  private static String lenient(Consumer<JsonWriter> calls) {
    JsonWriter json = JsonWriter.lenient();
    calls.accept(json);
    return text(json);
  }

  // ---- structure

  @Test
  void putsTheCommas() {
    Consumer<JsonWriter> calls =
        json -> {
          json.beginArray();
          json.value(1);
          json.value(-2);
          json.beginObject();
          json.name("a");
          json.value("b");
          json.name(JsonName.of("c"));
          json.beginArray();
          json.endArray();
          json.name("d");
          json.beginObject();
          json.endObject();
          json.endObject();
          json.beginString();
          json.append("te");
          json.append("xt");
          json.endString();
          json.nullValue();
          json.value(true);
          json.value(1.5);
          json.value(1.1f);
          json.timestamp(0, 0, 0);
          json.value(new Fragment("[ ]"));
          json.value((Object) null);
          json.endArray();
        };
    String expected =
        "[1,-2,{\"a\":\"b\",\"c\":[],\"d\":{}},\"text\",null,true,1.5,1.1,"
            + "\"1970-01-01T00:00:00Z\",[ ],null]";
    assertThat(strict(calls)).isEqualTo(expected);
    assertThat(lenient(calls)).isEqualTo(expected);
  }

  static List<Consumer<JsonWriter>> rootValues() {
    return List.of(
        JsonWriter::nullValue,
        json -> json.value("text"),
        json -> json.value(7),
        json -> json.value(0.5),
        json -> json.value(false),
        json -> json.value(new Fragment("{}")),
        json -> json.value(Map.of("a", 1)),
        json -> json.timestamp(0, 0, 9));
  }

  @ParameterizedTest
  @MethodSource("rootValues")
  void takesOneValueOfAnyKindAsTheDocument(Consumer<JsonWriter> value) {
    JsonWriter json = JsonWriter.strict();
    value.accept(json);
    StrictJson.parse(json.toByteArray());
    int size = json.size();
    assertThatThrownBy(() -> value.accept(json))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("A value cannot stand after the document's value");
    assertThat(json.size()).isEqualTo(size);
    json.newline();
    assertThat(text(json)).hasSize(size + 1).endsWith("\n");
  }

  @Test
  void keepsContainersApartAtEveryDepth() {
    long seed = Seed.next();
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      JsonWriter json = JsonWriter.strict();
      StringBuilder expected = new StringBuilder();
      int depth = 1 + random.nextInt(JsonWriter.MAX_DEPTH);
      boolean[] objects = new boolean[depth];
      for (int i = 0; i < depth; i++) {
        objects[i] = random.nextBoolean();
        if (objects[i]) {
          json.beginObject();
          json.name("k");
          expected.append("{\"k\":");
        } else {
          json.beginArray();
          expected.append('[');
        }
      }
      json.nullValue();
      expected.append("null");
      for (int i = depth - 1; i >= 0; i--) {
        if (objects[i]) {
          assertThatThrownBy(json::endArray).isInstanceOf(IllegalStateException.class);
          json.endObject();
        } else {
          assertThatThrownBy(json::endObject).isInstanceOf(IllegalStateException.class);
          json.endArray();
        }
        expected.append(objects[i] ? '}' : ']');
      }
      assertThat(text(json)).as("seed %d", seed).isEqualTo(expected.toString());
    }
  }

  @Test
  void refusesToNestDeeperThanItsLimitAndGoesOn() {
    JsonWriter json = JsonWriter.lenient();
    for (int i = 0; i < JsonWriter.MAX_DEPTH; i++) {
      json.beginArray();
    }
    assertThatThrownBy(json::beginArray).isInstanceOf(JsonEncodeException.class);
    assertThatThrownBy(json::beginObject).isInstanceOf(JsonEncodeException.class);
    json.value(1);
    for (int i = 0; i < JsonWriter.MAX_DEPTH; i++) {
      json.endArray();
    }
    assertThat(text(json)).isEqualTo("[".repeat(1023) + "1" + "]".repeat(1023));
  }

  // ---- misplaced calls

  private record Place(String name, Consumer<JsonWriter> before, Consumer<JsonWriter> after) {
    @Override
    public String toString() {
      return name;
    }
  }

  private record Call(String name, Consumer<JsonWriter> call) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Place> PLACES =
      List.of(
          new Place("root", json -> {}, json -> json.value(1)),
          new Place("first name", JsonWriter::beginObject, JsonWriter::endObject),
          new Place(
              "next name",
              json -> {
                json.beginObject();
                json.name("a");
                json.value(1);
              },
              JsonWriter::endObject),
          new Place(
              "value",
              json -> {
                json.beginObject();
                json.name("a");
              },
              json -> {
                json.value(2);
                json.endObject();
              }),
          new Place("first item", JsonWriter::beginArray, JsonWriter::endArray),
          new Place(
              "next item",
              json -> {
                json.beginArray();
                json.value(1);
              },
              JsonWriter::endArray),
          new Place(
              "text",
              json -> {
                json.beginObject();
                json.name("a");
                json.beginString();
                json.append("x");
              },
              json -> {
                json.append("y");
                json.endString();
                json.endObject();
              }),
          new Place("done", json -> json.value(1), JsonWriter::newline));

  private static final List<Call> VALUES =
      List.of(
          new Call("nullValue", JsonWriter::nullValue),
          new Call("string", json -> json.value("x")),
          new Call("long string", json -> json.value("x".repeat(5000))),
          new Call("malformed string", json -> json.value("\uD800")),
          new Call("null string", json -> json.value((String) null)),
          new Call("boolean", json -> json.value(true)),
          new Call("long", json -> json.value(1L)),
          new Call("double", json -> json.value(1.5)),
          new Call("NaN", json -> json.value(Double.NaN)),
          new Call("float", json -> json.value(1.5f)),
          new Call("infinite float", json -> json.value(Float.POSITIVE_INFINITY)),
          new Call("BigInteger", json -> json.value(BigInteger.TEN)),
          new Call("BigDecimal", json -> json.value(BigDecimal.TEN)),
          new Call("timestamp", json -> json.timestamp(0, 0, 3)),
          new Call("fragment", json -> json.value(new Fragment("1"))),
          new Call("object string", json -> json.value((Object) "x")),
          new Call("object map", json -> json.value(Map.of("a", 1))),
          new Call("object list", json -> json.value(List.of(1, 2))),
          new Call("failure", json -> json.failure(new IllegalStateException("closed"))),
          new Call("beginObject", JsonWriter::beginObject),
          new Call("beginArray", JsonWriter::beginArray),
          new Call("beginString", JsonWriter::beginString));

  private static final List<Call> OTHERS =
      List.of(
          new Call("name", json -> json.name("b")),
          new Call("name taken", json -> json.name("a")),
          new Call("name malformed", json -> json.name("\uDC00")),
          new Call("JsonName", json -> json.name(JsonName.of("b"))),
          new Call("reserve", json -> json.reserve(JsonName.of("b"))),
          new Call("endObject", JsonWriter::endObject),
          new Call("endArray", JsonWriter::endArray),
          new Call("append", json -> json.append("z")),
          new Call("endString", JsonWriter::endString),
          new Call("newline", JsonWriter::newline));

  private static boolean fits(Place place, Call call) {
    if (VALUES.contains(call)) {
      return List.of("root", "value", "first item", "next item").contains(place.name);
    }
    return switch (place.name) {
      case "first name" ->
          call.name.contains("ame") || List.of("reserve", "endObject").contains(call.name);
      case "next name" -> call.name.contains("ame") || call.name.equals("endObject");
      case "first item", "next item" -> call.name.equals("endArray");
      case "text" -> List.of("append", "endString").contains(call.name);
      case "done" -> call.name.equals("newline");
      default -> false;
    };
  }

  static Stream<Arguments> misplacedCalls() {
    return PLACES.stream()
        .flatMap(
            place ->
                Stream.concat(VALUES.stream(), OTHERS.stream())
                    .filter(call -> !fits(place, call))
                    .map(call -> Arguments.of(place, call)));
  }

  @ParameterizedTest
  @MethodSource("misplacedCalls")
  void aMisplacedCallThrowsAndChangesNothing(Place place, Call call) {
    for (JsonWriter json : List.of(JsonWriter.strict(), JsonWriter.lenient())) {
      place.before.accept(json);
      String before = text(json);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> call.call.accept(json))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining(" cannot stand ");
      }
      assertThat(text(json)).isEqualTo(before);
      assertThat(json.failedValues()).isZero();
      assertThat(json.isMarked()).isFalse();
      place.after.accept(json);
      assertThat(text(json)).isEqualTo(strict(place.before.andThen(place.after)));
      json.reset();
      assertThat(json.size()).isZero();
    }
  }

  @Test
  void aCallInItsPlaceDoesNotThrow() {
    for (Place place : PLACES) {
      for (Call call : Stream.concat(VALUES.stream(), OTHERS.stream()).toList()) {
        JsonWriter json = JsonWriter.lenient();
        place.before.accept(json);
        Throwable thrown = catchThrowable(() -> call.call.accept(json));
        assertThat(thrown == null).as("%s at %s", call, place).isEqualTo(fits(place, call));
      }
    }
  }

  @Test
  void saysWhatCannotStandWhere() {
    JsonWriter json = JsonWriter.strict();
    assertThatThrownBy(json::endObject)
        .hasMessage("endObject() cannot stand before the document's value");
    json.beginObject();
    assertThatThrownBy(() -> json.value(1))
        .hasMessage("A value cannot stand where a member's name or endObject() is due");
    json.name("a");
    assertThatThrownBy(() -> json.name("b"))
        .hasMessage("A name cannot stand where a member's value is due");
    json.beginString();
    assertThatThrownBy(json::nullValue).hasMessage("A value cannot stand inside a string");
    json.endString();
    json.name("c");
    json.beginArray();
    assertThatThrownBy(() -> json.append("x")).hasMessage("append() cannot stand inside an array");
  }

  @Test
  void refusesANullFragmentAndChangesNothing() {
    JsonWriter json = JsonWriter.lenient();
    json.beginArray();
    assertThatThrownBy(() -> json.value((Fragment) null)).isInstanceOf(NullPointerException.class);
    json.endArray();
    assertThat(text(json)).isEqualTo("[]");
  }

  // ---- scalars

  @Test
  void writesNanAndInfinitiesAsNullOrAsTheirNames() {
    Consumer<JsonWriter> calls =
        json -> {
          json.beginArray();
          json.value(Double.NaN);
          json.value(Double.POSITIVE_INFINITY);
          json.value(Double.NEGATIVE_INFINITY);
          json.value(Float.NaN);
          json.value(Float.POSITIVE_INFINITY);
          json.value(Float.NEGATIVE_INFINITY);
          json.value((Object) Double.NaN);
          json.endArray();
        };
    assertThat(strict(calls)).isEqualTo("[null,null,null,null,null,null,null]");
    assertThat(lenient(calls))
        .isEqualTo(
            "[\"NaN\",\"Infinity\",\"-Infinity\",\"NaN\",\"Infinity\",\"-Infinity\",\"NaN\"]");
  }

  @Test
  void writesBigNumbersDigitByDigit() {
    BigInteger big = BigInteger.TEN.pow(400).add(BigInteger.ONE).negate();
    assertThat(lenient(json -> json.value(big))).isEqualTo(big.toString());
    for (String decimal : List.of("0", "0.00", "1E+400", "1.23E-400", "12345678901234567890.5")) {
      assertThat(strict(json -> json.value(new BigDecimal(decimal)))).isEqualTo(decimal);
    }
  }

  @Test
  void doesNotTrustSubclassesOfBigNumbers() {
    @SuppressWarnings("serial")
    class Liar extends BigDecimal {
      Liar() {
        super(1);
      }

      @Override
      public String toString() {
        return "1}\n{";
      }
    }

    assertThat(lenient(json -> json.value(new Liar()))).isEqualTo("\"1}\\n{\"");
    assertThat(lenient(json -> json.value((Object) new Liar()))).isEqualTo("\"1}\\n{\"");
  }

  @Test
  void writesScalarsIntoABufferThatIsNearlyFull() {
    for (int filled = 970; filled < 1024; filled++) {
      JsonWriter json = JsonWriter.lenient();
      json.beginArray();
      json.value("x".repeat(filled));
      json.value(Long.MIN_VALUE);
      json.value(-Double.MAX_VALUE);
      json.value(-Float.MAX_VALUE);
      json.value(new Fragment("{}"));
      json.endArray();
      assertThat(text(json))
          .endsWith("x\",-9223372036854775808,-1.7976931348623157e+308,-3.4028235e+38,{}]");
    }
  }

  // ---- the document

  @Test
  void resetForgetsTheDocumentAndKeepsTheBuffer() {
    JsonWriter json = JsonWriter.lenient();
    json.beginObject();
    json.name("a");
    json.value("x".repeat(10_000));
    json.name("b");
    json.failure(new IllegalStateException());
    assertThat(json.failedValues()).isEqualTo(1);
    byte[] buffer = json.array();

    json.reset();
    assertThat(json.size()).isZero();
    assertThat(json.failedValues()).isZero();
    assertThat(json.array()).isSameAs(buffer);
    json.beginObject();
    json.name("a");
    json.value(1);
    json.endObject();
    assertThat(text(json)).isEqualTo("{\"a\":1}");
  }

  @Test
  void theArrayHoldsTheBytesUpToItsSize() {
    JsonWriter json = JsonWriter.strict();
    json.value("héllo");
    assertThat(Arrays.copyOf(json.array(), json.size())).isEqualTo(json.toByteArray());
  }

  @Test
  void jacksonReadsRandomDocumentsBack() {
    long seed = Seed.next();
    Random random = new Random(seed);
    for (int round = 0; round < 3_000; round++) {
      Object document = randomValue(random, 0);
      JsonWriter json = JsonWriter.strict();
      json.value(document);
      assertThat(plain(StrictJson.parse(json.toByteArray())))
          .as("seed %d", seed)
          .isEqualTo(document);
    }
  }

  private static Object randomValue(Random random, int depth) {
    return switch (random.nextInt(depth < 5 ? 8 : 5)) {
      case 0 -> random.nextLong() >> random.nextInt(64);
      case 1 -> "s\n\"中😀".repeat(random.nextInt(12));
      case 2 -> random.nextBoolean();
      case 3 -> null;
      case 4 -> BigDecimal.valueOf(random.nextInt(), 3);
      case 5, 6 -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
          map.put("k" + random.nextInt(), randomValue(random, depth + 1));
        }
        yield map;
      }
      default -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
          list.add(randomValue(random, depth + 1));
        }
        yield list;
      }
    };
  }

  private static Object plain(com.fasterxml.jackson.databind.JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> map = new LinkedHashMap<>();
      node.forEachEntry((name, value) -> map.put(name, plain(value)));
      return map;
    }
    if (node.isArray()) {
      List<Object> list = new ArrayList<>();
      node.forEach(item -> list.add(plain(item)));
      return list;
    }
    if (node.isIntegralNumber()) {
      return node.longValue();
    }
    if (node.isNumber()) {
      return node.decimalValue();
    }
    return node.isTextual() ? node.textValue() : node.isBoolean() ? node.booleanValue() : null;
  }
}
