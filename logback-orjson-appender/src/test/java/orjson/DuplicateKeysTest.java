// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The two policies that are no renaming: drop and keep. */
final class DuplicateKeysTest {

  private static final JsonName LEVEL = JsonName.of("level");
  private static final JsonName MESSAGE = JsonName.of("message");

  private JsonWriter json = JsonWriter.lenient(DuplicateKeys.DROP, Integer.MAX_VALUE);

  private String object(Runnable members) {
    json.reset();
    json.beginObject();
    members.run();
    json.endObject();
    return new String(json.toByteArray(), StandardCharsets.UTF_8);
  }

  private void member(String name, Object value) {
    json.name(name);
    json.value(value);
  }

  private void members(String... names) {
    int value = 0;
    for (String name : names) {
      member(name, value++);
    }
  }

  @Test
  void leavesOutTheLaterOfTwo() {
    assertThat(object(() -> members("a", "b", "a", "c", "b", "b")))
        .isEqualTo("{\"a\":0,\"b\":1,\"c\":3}");
    assertThat(object(() -> members("a", "a"))).isEqualTo("{\"a\":0}");
  }

  @Test
  void leavesOutWhatIsCalledLikeAReservedMember() {
    String line =
        object(
            () -> {
              json.reserve(LEVEL, MESSAGE);
              members("level", "message", "x");
              json.name(MESSAGE);
              json.value(7);
              json.member(LEVEL, "INFO");
              json.member(LEVEL, "INFO");
              json.member(LEVEL, "INFO");
              json.name(MESSAGE);
              json.value(8);
            });
    assertThat(line).isEqualTo("{\"x\":2,\"message\":7,\"level\":\"INFO\"}");
  }

  @Test
  void leavesOutWholeContainers() {
    String line =
        object(
            () -> {
              members("a");
              json.name("a");
              json.beginObject();
              members("a", "b", "a");
              json.name("c");
              json.beginArray();
              json.value(1);
              json.endArray();
              json.endObject();
              members("b");
              json.name("b");
              json.beginString();
              json.append("text");
              json.endString();
            });
    assertThat(line).isEqualTo("{\"a\":0,\"b\":0}");
  }

  @Test
  void forgetsTheNamesInsideWhatIsLeftOut() {
    String line =
        object(
            () -> {
              members("a", "a_1", "a");
              json.name("o");
              json.beginObject();
              members("a", "a", "a_1");
              json.endObject();
              members("a_2", "a_1_1");
            });
    assertThat(line)
        .isEqualTo("{\"a\":0,\"a_1\":1,\"o\":{\"a\":0,\"a_1\":2},\"a_2\":0,\"a_1_1\":1}");
  }

  @Test
  void marksStandBehindWhatIsKept() {
    String line =
        object(
            () -> {
              members("a", "a");
              long mark = json.mark();
              members("b", "a", "c");
              json.rewind(mark);
              members("d");
              mark = json.mark();
              members("a");
              json.commit(mark);
              mark = json.mark();
              json.rewind(mark);
              members("a", "e");
            });
    assertThat(line).isEqualTo("{\"a\":0,\"d\":0,\"e\":1}");
  }

  @Test
  void aRewindInsideTheDroppedMemberKeepsItDropped() {
    String line =
        object(
            () -> {
              members("a");
              json.name("a");
              json.beginArray();
              long mark = json.mark();
              json.value(1);
              json.rewind(mark);
              json.endArray();
              members("b");
            });
    assertThat(line).isEqualTo("{\"a\":0,\"b\":0}");
  }

  @Test
  void takesNamesForTheSameThatReadTheSame() {
    assertThat(object(() -> members("\uD800", "\uDC00", "\uFFFD", "x")))
        .isEqualTo("{\"\uFFFD\":0,\"x\":3}");
    assertThat(object(() -> members("\uD800", "\uD800", "x"))).isEqualTo("{\"\uFFFD\":0,\"x\":2}");
  }

  @Test
  void leavesOutKeysOfAMapThatReadTheSame() {
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put(1, "one");
    map.put("1", Map.of("1", 1));
    map.put(1L, "long");
    map.put(null, "null");
    map.put("null", "text");
    map.put("\uD800", "high");
    map.put("\uDC00", "low");
    String expected = "{\"m\":{\"1\":\"one\",\"null\":\"null\",\"\uFFFD\":\"high\"},\"n\":2}";
    assertThat(
            object(
                () -> {
                  member("m", map);
                  member("n", 2);
                }))
        .isEqualTo(expected);
  }

  @Test
  void renamesKeysOfAMapThatReadTheSameByDefault() {
    json = JsonWriter.lenient();
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put(1, 0);
    map.put("1", 1);
    map.put(1L, 2);
    map.put("1_1", 3);
    assertThat(object(() -> member("m", map)))
        .isEqualTo("{\"m\":{\"1\":0,\"1_1\":1,\"1_2\":2,\"1_1_1\":3}}");
  }

  /** A map whose entries never end and are all called the same. */
  @Test
  void endsMapsOfEndlesslyTheSameKey() {
    Map<Object, Object> endless =
        new java.util.AbstractMap<>() {
          @Override
          public Set<Entry<Object, Object>> entrySet() {
            return new java.util.AbstractSet<>() {
              @Override
              public Iterator<Entry<Object, Object>> iterator() {
                return Collections.nCopies(1_000_000, Map.entry((Object) "<more>", (Object) 1))
                    .iterator();
              }

              @Override
              public int size() {
                return 1_000_000;
              }
            };
          }
        };
    assertThat(object(() -> member("m", endless))).isEqualTo("{\"m\":{\"<more>\":1}}");
  }

  @Test
  void keepsEveryMemberIfTold() {
    json = JsonWriter.lenient(DuplicateKeys.KEEP, Integer.MAX_VALUE);
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put(1, 0);
    map.put("1", 1);
    String line =
        object(
            () -> {
              json.reserve(LEVEL, MESSAGE);
              members("level", "a", "a");
              json.member(LEVEL, "INFO");
              json.member(LEVEL, "INFO");
              json.name(LEVEL);
              json.value(1);
              member("m", map);
            });
    assertThat(line)
        .isEqualTo(
            "{\"level\":0,\"a\":1,\"a\":2,\"level\":\"INFO\",\"level\":\"INFO\",\"level\":1,"
                + "\"m\":{\"1\":0,\"1\":1}}");
  }

  @Test
  void dropsAsASetWouldInAThousandRandomObjects() {
    long seed = Seed.next();
    Random random = new Random(seed);
    for (int round = 0; round < 1000; round++) {
      List<String> expected = new ArrayList<>();
      object(() -> randomMembers(random, 3, new LinkedHashSet<>(), expected));
      List<String> written = new ArrayList<>();
      JsonNode parsed = StrictJson.parse(json.toByteArray());
      parsed.fieldNames().forEachRemaining(written::add);
      assertThat(written).as("seed %d, round %d", seed, round).isEqualTo(expected);
    }
  }

  private void randomMembers(Random random, int levels, Set<String> names, List<String> expected) {
    for (int i = random.nextInt(levels == 3 ? 100 : 6); i > 0; i--) {
      long mark = random.nextInt(4) == 0 ? json.mark() : -1;
      String name = "n" + random.nextInt(levels == 3 ? 40 : 4);
      boolean taken = names.contains(name);
      json.name(name);
      randomValue(random, levels);
      boolean kept = mark == -1 || random.nextBoolean();
      if (kept && !taken) {
        names.add(name);
        expected.add(name);
      }
      if (mark != -1 && kept) {
        json.commit(mark);
      } else if (mark != -1) {
        json.rewind(mark);
      }
    }
  }

  private void randomValue(Random random, int levels) {
    switch (random.nextInt(levels == 0 ? 2 : 4)) {
      case 0 -> json.value(1);
      case 1 -> json.value("text");
      case 2 -> {
        json.beginObject();
        randomMembers(random, levels - 1, new LinkedHashSet<>(), new ArrayList<>());
        json.endObject();
      }
      default -> {
        json.beginArray();
        json.value(Map.of("n1", 2));
        json.endArray();
      }
    }
  }
}
