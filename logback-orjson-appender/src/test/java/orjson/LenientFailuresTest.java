// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static orjson.LenientLine.boom;
import static orjson.LenientLine.failing;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import orjson.LenientLine.Named;
import orjson.LenientLine.NullText;

/** Values that throw while they are written: each costs only itself, and says why. */
final class LenientFailuresTest {

  private final LenientLine line = new LenientLine();

  // ---- what throws

  static Stream<Arguments> throwing() {
    return Stream.of(
        Arguments.of("toString", failing(LenientLine::boom)),
        Arguments.of("iterator", (Iterable<Object>) LenientLine::boom),
        Arguments.of("hasNext", iterator(LenientLine::boom, () -> 1)),
        Arguments.of("next", iterator(() -> true, LenientLine::boom)),
        Arguments.of("next, later", Stream.of(1, 2, 3).map(n -> n < 3 ? n : boom())),
        Arguments.of(
            "get",
            new AbstractList<Object>() {
              @Override
              public Object get(int index) {
                return index < 5 ? List.of(index) : boom();
              }

              @Override
              public int size() {
                return 7;
              }
            }),
        Arguments.of("entrySet", map(LenientLine::boom)),
        Arguments.of("entries", map(() -> set(iterator(() -> true, LenientLine::boom)))),
        Arguments.of("getKey", map(() -> Set.of(entry(LenientLine::boom, () -> 1)))),
        Arguments.of("getValue", map(() -> Set.of(entry(() -> "k", LenientLine::boom)))),
        Arguments.of(
            "getMessage",
            new RuntimeException() {
              private static final long serialVersionUID = 1;

              @Override
              public String getMessage() {
                return boom();
              }
            }));
  }

  private static Iterator<Object> iterator(Supplier<Boolean> hasNext, Supplier<Object> next) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return hasNext.get();
      }

      @Override
      public Object next() {
        return next.get();
      }
    };
  }

  private static <T> Set<T> set(Iterator<?> iterator) {
    return new java.util.AbstractSet<>() {
      @Override
      @SuppressWarnings("unchecked")
      public Iterator<T> iterator() {
        return (Iterator<T>) iterator;
      }

      @Override
      public int size() {
        return 1;
      }
    };
  }

  private static Map<Object, Object> map(Supplier<Set<Map.Entry<Object, Object>>> entrySet) {
    return new AbstractMap<>() {
      @Override
      public Set<Entry<Object, Object>> entrySet() {
        return entrySet.get();
      }
    };
  }

  private static Map.Entry<Object, Object> entry(Supplier<Object> key, Supplier<Object> value) {
    return new Map.Entry<>() {
      @Override
      public Object getKey() {
        return key.get();
      }

      @Override
      public Object getValue() {
        return value.get();
      }

      @Override
      public Object setValue(Object ignored) {
        throw new UnsupportedOperationException();
      }
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("throwing")
  void namesWhatWasThrownInPlaceOfTheValue(String where, Object value) {
    line.assertFailure(value, "<IllegalStateException: boom>");
    assertThat(where).isNotEmpty();
  }

  @Test
  void aBadItemCostsOnlyItself() {
    Object bad = failing(LenientLine::boom);
    JsonNode node =
        line.written(Arrays.asList(1, bad, List.of(2, bad), Collections.singletonMap("k", bad)));
    String failure = "\"<IllegalStateException: boom>\"";
    assertThat(node.toString())
        .isEqualTo("[1," + failure + ",[2," + failure + "],{\"k\":" + failure + "}]");
    assertThat(line.json.failedValues()).isEqualTo(3);
  }

  @Test
  void aBadKeyCostsOnlyItself() {
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put("a", 1);
    map.put(failing(LenientLine::boom), 2);
    map.put(new NullText(), 3);
    map.put("b", 4);
    assertThat(line.written(map).toString())
        .isEqualTo("{\"a\":1,\"<IllegalStateException: boom>\":2,\"null\":3,\"b\":4}");
    assertThat(line.json.failedValues()).isEqualTo(1);
  }

  @Test
  void survivesStackOverflow() {
    class Endless {
      @Override
      public String toString() {
        return "x" + List.of(this);
      }
    }

    line.assertFailure(new Endless(), "<StackOverflowError>");
    assertThat(line.written(List.of(1, new Endless(), 2)).size()).isEqualTo(3);
  }

  @Test
  void survivesConcurrentModification() {
    List<Object> read = new ArrayList<>(List.of(1, 2));
    read.add(1, new Named<>(() -> read.add(3)));
    line.assertFailure(
        Collections.unmodifiableCollection(read), "<ConcurrentModificationException>");
    List<Object> growing = new ArrayList<>(List.of(1, 2));
    growing.add(1, new Named<>(() -> growing.add(3)));
    assertThat(line.written(growing).size()).as("read by index, as long as it was").isEqualTo(3);
    Map<Object, Object> map = new HashMap<>(Map.of("a", 1));
    map.put("b", new Named<>(() -> map.put("c" + map.size(), 1)));
    map.put("d", new Named<>(() -> map.put("e" + map.size(), 1)));
    line.assertFailure(map, "<ConcurrentModificationException>");
  }

  @Test
  void survivesErrorsThatAreTheValuesFault() {
    line.assertFailure(
        failing(() -> sneak(new NoClassDefFoundError("a/B"))), "<NoClassDefFoundError: a/B>");
    line.assertFailure(failing(() -> sneak(new AssertionError(1))), "<AssertionError: 1>");
    line.assertFailure(failing(() -> sneak(new java.io.IOException("io"))), "<IOException: io>");
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable, R> R sneak(Throwable t) throws T {
    throw (T) t;
  }

  @Test
  void letsOutOfMemoryThroughAndCanGoOnAfterARewind() {
    OutOfMemoryError error = new OutOfMemoryError("not really");
    Object bad = failing(() -> sneak(error));
    for (Object value :
        List.of(
            bad, List.of(1, List.of(bad)), Map.of("k", bad), Map.of(bad, 1), Optional.of(bad))) {
      line.json.reset();
      line.json.beginObject();
      long mark = line.json.mark();
      line.json.name("a");
      assertThatThrownBy(() -> line.json.value(value)).isSameAs(error);
      line.json.rewind(mark);
      line.json.name("a");
      line.json.value(List.of(1));
      line.json.endObject();
      assertThat(new String(line.json.toByteArray(), StandardCharsets.UTF_8))
          .isEqualTo("{\"a\":[1]}");
    }
    assertThatThrownBy(() -> line.json.failure(error)).isSameAs(error);
  }

  @Test
  void doesNotMistakeValuesAfterAnErrorForCycles() {
    OutOfMemoryError error = new OutOfMemoryError("not really");
    List<Object> list = new ArrayList<>(List.of(1, failing(() -> sneak(error))));
    assertThatThrownBy(() -> line.json.value(List.of(list))).isSameAs(error);
    line.json.reset();
    list.remove(1);
    assertThat(line.written(List.of(list)).toString()).isEqualTo("[[1]]");
  }

  // ---- how a failure reads

  static final class OddException extends RuntimeException {
    private static final long serialVersionUID = 1;

    OddException(String message) {
      super(message);
    }
  }

  @Test
  void describesFailuresBriefly() {
    assertThat(Failures.describe(new IllegalStateException())).isEqualTo("<IllegalStateException>");
    assertThat(Failures.describe(new OddException("m"))).isEqualTo("<OddException: m>");
    Exception anonymous =
        new RuntimeException("m") {
          private static final long serialVersionUID = 1;
        };
    assertThat(Failures.describe(anonymous)).matches("<LenientFailuresTest\\$\\d+: m>");
    assertThat(Failures.describe(new Exception("x".repeat(256))))
        .hasSize(256 + "<Exception: >".length());
    assertThat(Failures.describe(new Exception("x".repeat(257)))).endsWith("xxx…>").hasSize(270);
  }

  @Test
  void describesFailuresThatCannotSayWhy() {
    Exception mute =
        new Exception() {
          private static final long serialVersionUID = 1;

          @Override
          public String getMessage() {
            return boom();
          }
        };
    assertThat(Failures.describe(mute)).matches("<LenientFailuresTest\\$\\d+>");
  }

  @Test
  void aValueMayUseOtherWritersWhileItIsWritten() {
    Object logs = new Named<>(() -> new String(Orjson.dumps(List.of(1)), StandardCharsets.UTF_8));
    assertThat(line.written(List.of(logs, logs)).toString()).isEqualTo("[\"[1]\",\"[1]\"]");
  }
}
