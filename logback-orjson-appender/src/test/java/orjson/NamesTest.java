// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** No name twice in one object of a log line, ever. */
class NamesTest {

  private static final JsonName LEVEL = JsonName.of("level");
  private static final JsonName MESSAGE = JsonName.of("message");

  private final JsonWriter json = JsonWriter.lenient();

  private String object(Runnable members) {
    json.reset();
    json.beginObject();
    members.run();
    json.endObject();
    return new String(json.toByteArray(), StandardCharsets.UTF_8);
  }

  private void names(String... names) {
    for (String name : names) {
      json.name(name);
      json.value(0);
    }
  }

  private List<String> written(String... names) {
    object(() -> names(names));
    List<String> written = new ArrayList<>();
    StrictJson.parse(json.toByteArray()).fieldNames().forEachRemaining(written::add);
    return written;
  }

  @Test
  void renamesTheLaterOfTwo() {
    assertThat(written("a", "b", "a", "a", "b")).containsExactly("a", "b", "a_1", "a_2", "b_1");
  }

  @Test
  void skipsRenamesThatAreTakenThemselves() {
    assertThat(written("a", "a_1", "a", "a", "a_1", "a_2"))
        .containsExactly("a", "a_1", "a_2", "a_3", "a_1_1", "a_2_1");
    assertThat(written("a_2", "a", "a", "a", "a")).containsExactly("a_2", "a", "a_1", "a_3", "a_4");
  }

  @Test
  void keepsNamesApartThatAreOddButNotTheSame() {
    assertThat(written("", " ", "null", "\u0000", "A", "a", "ä", "a\u0308"))
        .containsExactly("", " ", "null", "\u0000", "A", "a", "ä", "a\u0308");
    assertThat(written("", null, "")).containsExactly("", "null", "_1");
  }

  @Test
  void renamesNamesThatAreTheSameOnceTheirSurrogatesAreReplaced() {
    assertThat(written("\uD800", "\uDC00", "\uFFFD")).doesNotHaveDuplicates().hasSize(3);
  }

  @Test
  void renamesJsonNamesToo() {
    String line =
        object(
            () -> {
              names("level");
              json.name(LEVEL);
              json.value(1);
              json.name(LEVEL);
              json.value(2);
            });
    assertThat(line).isEqualTo("{\"level\":0,\"level_1\":1,\"level_2\":2}");
  }

  @Test
  void keepsReservedNamesForThePreEncodedOnes() {
    String line =
        object(
            () -> {
              json.reserve(LEVEL, MESSAGE);
              names("level", "message", "level", "level_1", "other");
              json.name(MESSAGE);
              json.value(1);
              json.name(LEVEL);
              json.value(2);
            });
    assertThat(line)
        .isEqualTo(
            "{\"level_1\":0,\"message_1\":0,\"level_2\":0,\"level_1_1\":0,\"other\":0,"
                + "\"message\":1,\"level\":2}");
  }

  @Test
  void neverRenamesToAReservedName() {
    String line =
        object(
            () -> {
              json.reserve(JsonName.of("a_1"));
              names("a", "a");
              json.name(JsonName.of("a_1"));
              json.value(1);
            });
    assertThat(line).isEqualTo("{\"a\":0,\"a_2\":0,\"a_1\":1}");
  }

  @Test
  void reservesInOneObjectOnly() {
    String line =
        object(
            () -> {
              json.reserve(LEVEL);
              json.name("inner");
              json.beginObject();
              names("level");
              json.endObject();
              names("level");
            });
    assertThat(line).isEqualTo("{\"inner\":{\"level\":0},\"level_1\":0}");
    assertThat(object(() -> names("level"))).isEqualTo("{\"level\":0}");
  }

  @Test
  void anInnerReservationLeavesTheOuterOneAlone() {
    String line =
        object(
            () -> {
              json.reserve(LEVEL);
              json.name("inner");
              json.beginObject();
              json.reserve(MESSAGE);
              names("level", "message");
              json.endObject();
              names("level", "message");
            });
    assertThat(line)
        .isEqualTo("{\"inner\":{\"level\":0,\"message_1\":0},\"level_1\":0,\"message\":0}");
  }

  @Test
  void aReservationIsTakenBackWithItsObject() {
    String line =
        object(
            () -> {
              long mark = json.mark();
              json.name("inner");
              json.beginObject();
              json.reserve(LEVEL);
              json.rewind(mark);
              json.name("other");
              json.beginObject();
              names("level");
              json.endObject();
            });
    assertThat(line).isEqualTo("{\"other\":{\"level\":0}}");
  }

  @Test
  void objectsInsideAndBesideHaveNamesOfTheirOwn() {
    String line =
        object(
            () -> {
              names("a");
              for (String each : List.of("x", "y")) {
                json.name(each);
                json.beginArray();
                json.beginObject();
                names("a", "x");
                json.endObject();
                json.beginObject();
                names("a");
                json.endObject();
                json.endArray();
              }
              names("a", "x");
            });
    assertThat(line)
        .isEqualTo(
            "{\"a\":0,\"x\":[{\"a\":0,\"x\":0},{\"a\":0}],\"y\":[{\"a\":0,\"x\":0},{\"a\":0}],"
                + "\"a_1\":0,\"x_1\":0}");
  }

  @Test
  void keepsManyNamesApart() {
    Set<String> names = new HashSet<>();
    object(
        () -> {
          for (int i = 0; i < 5_000; i++) {
            names("n" + i);
            names.add("n" + i);
          }
          names("n0", "n63", "n4999");
        });
    JsonNode parsed = StrictJson.parse(json.toByteArray());
    assertThat(parsed.size()).isEqualTo(5_003);
    assertThat(parsed.has("n0_1") && parsed.has("n63_1") && parsed.has("n4999_1")).isTrue();
    assertThat(names).allMatch(parsed::has);
  }

  @Test
  void keepsNamesOfTheSameHashApart() {
    // "Aa" and "BB" have one hash code, and so have all words made of them
    List<String> words = List.of("AaAaAa", "AaAaBB", "AaBBAa", "BBAaAa", "BBBBBB", "BBAaBB");
    assertThat(words.stream().map(String::hashCode).distinct()).hasSize(1);
    assertThat(written(words.toArray(String[]::new))).isEqualTo(words);
    assertThat(NameSet.filterBit("AaAaAa")).isEqualTo(NameSet.filterBit("BBBBBB"));
    json.reset();
    json.beginObject();
    json.reserve(JsonName.of("AaAaAa"));
    names("BBBBBB", "AaAaAa");
    json.endObject();
    assertThat(StrictJson.parse(json.toByteArray()).has("AaAaAa_1")).isTrue();
  }

  @Test
  void tenThousandTimesTheSameNameIsNoHardWork() {
    object(
        () -> {
          for (int i = 0; i < 10_000; i++) {
            names("same");
          }
        });
    JsonNode parsed = StrictJson.parse(json.toByteArray());
    assertThat(parsed.size()).isEqualTo(10_000);
    assertThat(parsed.has("same") && parsed.has("same_1") && parsed.has("same_9999")).isTrue();
  }

  @Test
  void strictWritersLeaveNamesAlone() {
    JsonWriter strict = JsonWriter.strict();
    strict.beginObject();
    strict.reserve(LEVEL);
    strict.name("level");
    strict.value(1);
    strict.name("level");
    strict.value(2);
    strict.endObject();
    assertThat(new String(strict.toByteArray(), StandardCharsets.UTF_8))
        .isEqualTo("{\"level\":1,\"level\":2}");
  }

  /** Random members in random depth; the model is a set of names per object. */
  @Test
  void randomNamesNeverStandTwice() {
    long seed = Seed.next();
    Random random = new Random(seed);
    for (int round = 0; round < 1_000; round++) {
      json.reset();
      Map<String, Object> model = randomObject(random, 0);
      JsonNode parsed = StrictJson.parse(json.toByteArray());
      assertThat(shape(parsed)).as("seed %d", seed).isEqualTo(model);
    }
  }

  /** Around the number of names from which on an object has an index. */
  @Test
  void manyRandomNamesTakenBackNeverStandTwice() {
    long seed = Seed.next();
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      json.reset();
      json.beginObject();
      Set<String> model = new HashSet<>();
      for (int batch = 0; batch < 30; batch++) {
        long mark = json.mark();
        Set<String> before = new HashSet<>(model);
        for (int i = random.nextInt(20); i > 0; i--) {
          String name = "n" + random.nextInt(200);
          names(name);
          for (int n = 1; !model.add(n == 1 ? name : name + "_" + (n - 1)); n++) {}
        }
        if (random.nextBoolean()) {
          json.commit(mark);
        } else {
          json.rewind(mark);
          model = before;
        }
      }
      json.endObject();
      Set<String> written = new HashSet<>();
      StrictJson.parse(json.toByteArray()).fieldNames().forEachRemaining(written::add);
      assertThat(written).as("seed %d", seed).isEqualTo(model);
    }
  }

  private Map<String, Object> randomObject(Random random, int depth) {
    Map<String, Object> model = new LinkedHashMap<>();
    json.beginObject();
    for (int i = random.nextInt(12); i > 0; i--) {
      String name = "n" + random.nextInt(4) + (random.nextInt(3) == 0 ? "_1" : "");
      long mark = json.mark();
      json.name(name);
      String free = name;
      for (int n = 1; model.containsKey(free); n++) {
        free = name + "_" + n;
      }
      Object value = 0;
      if (random.nextInt(4) == 0 && depth < 10) {
        value = randomObject(random, depth + 1);
      } else {
        json.value(0);
      }
      if (random.nextInt(4) == 0) {
        json.rewind(mark);
      } else {
        json.commit(mark);
        model.put(free, value);
      }
    }
    json.endObject();
    return model;
  }

  private static Object shape(JsonNode node) {
    if (!node.isObject()) {
      return 0;
    }
    Map<String, Object> map = new HashMap<>();
    node.forEachEntry((name, value) -> map.put(name, shape(value)));
    return map;
  }
}
