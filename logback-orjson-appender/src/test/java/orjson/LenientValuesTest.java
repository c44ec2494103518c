// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static orjson.LenientLine.boom;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Period;
import java.time.ZoneId;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import orjson.LenientLine.Named;
import orjson.LenientLine.NullText;

/** Values in log lines: whatever comes, a valid value is written and nothing is thrown. */
final class LenientValuesTest {

  private final LenientLine line = new LenientLine();

  private enum Colour {
    RED {
      @Override
      public String toString() {
        return "red";
      }
    },
    GREEN
  }

  // ---- the table

  static Stream<Arguments> values() throws Exception {
    LongAdder longs = new LongAdder();
    longs.add(42);
    DoubleAdder doubles = new DoubleAdder();
    doubles.add(0.25);
    ByteBuffer buffer = ByteBuffer.wrap(new byte[] {0, 1, 2, 3, 4}).position(1).limit(4);
    Properties properties = new Properties();
    properties.setProperty("k", "v");
    Map<Object, Object> keys = new LinkedHashMap<>();
    keys.put(null, 1);
    keys.put(2, 3);
    keys.put("2", 4);
    keys.put(List.of(5), 6);
    return Stream.of(
        // strings
        Arguments.of("a\u007F\u0085\n", "\"a\\u007f\\u0085\\n\""),
        Arguments.of(CharBuffer.wrap("sb"), "\"sb\""),
        Arguments.of('\uD800', "\"\uFFFD\""),
        Arguments.of(new char[] {'a', '\uD83D', '\uDE00'}, "\"a😀\""),
        Arguments.of(Colour.RED, "\"red\""),
        Arguments.of(Colour.GREEN, "\"GREEN\""),
        Arguments.of(new UUID(1, 2), "\"00000000-0000-0001-0000-000000000002\""),
        Arguments.of(URI.create("http://a/b?c"), "\"http://a/b?c\""),
        Arguments.of(URI.create("http://a/b").toURL(), "\"http://a/b\""),
        Arguments.of(Path.of("a", "b", "c"), "\"a/b/c\""),
        Arguments.of(new File("/tmp/x"), "\"/tmp/x\""),
        Arguments.of(Map.Entry.class, "\"java.util.Map$Entry\""),
        Arguments.of(Locale.GERMANY, "\"de_DE\""),
        Arguments.of(Currency.getInstance("EUR"), "\"EUR\""),
        Arguments.of(ZoneId.of("Europe/Paris"), "\"Europe/Paris\""),
        Arguments.of(InetAddress.getByAddress("h", new byte[] {10, 0, 0, 1}), "\"h/10.0.0.1\""),
        Arguments.of(Pattern.compile("a\\d"), "\"a\\\\d\""),
        // literals
        Arguments.of(null, "null"),
        Arguments.of(true, "true"),
        Arguments.of(new AtomicBoolean(true), "true"),
        Arguments.of((byte) 1, "1"),
        Arguments.of((short) -1, "-1"),
        Arguments.of(Integer.MAX_VALUE, "2147483647"),
        Arguments.of(Long.MIN_VALUE, "-9223372036854775808"),
        Arguments.of(0.1f, "0.1"),
        Arguments.of(1e16, "1e+16"),
        Arguments.of(BigInteger.ONE.shiftLeft(100), "1267650600228229401496703205376"),
        Arguments.of(new BigDecimal("1.50"), "1.50"),
        Arguments.of(new AtomicInteger(3), "3"),
        Arguments.of(new AtomicLong(-3), "-3"),
        Arguments.of(longs, "42"),
        Arguments.of(doubles, "0.25"),
        Arguments.of(Double.NaN, "\"NaN\""),
        Arguments.of(Float.NEGATIVE_INFINITY, "\"-Infinity\""),
        Arguments.of(Duration.ofMillis(1500), "\"PT1.5S\""),
        Arguments.of(Period.ofDays(3), "\"P3D\""),
        // references
        Arguments.of(Optional.empty(), "null"),
        Arguments.of(Optional.of(List.of(1)), "[1]"),
        Arguments.of(OptionalInt.empty(), "null"),
        Arguments.of(OptionalLong.of(2), "2"),
        Arguments.of(OptionalDouble.of(2), "2.0"),
        Arguments.of(new AtomicReference<>("x"), "\"x\""),
        Arguments.of(new AtomicReference<>(), "null"),
        // containers
        Arguments.of(keys, "{\"null\":1,\"2\":3,\"2_1\":4,\"[5]\":6}"),
        Arguments.of(properties, "{\"k\":\"v\"}"),
        Arguments.of(Map.of(), "{}"),
        Arguments.of(Map.entry("k", "v"), "\"k=v\""),
        Arguments.of(Set.of(1), "[1]"),
        Arguments.of(new ArrayDeque<>(List.of(1, 2)), "[1,2]"),
        Arguments.of((Iterable<Integer>) () -> List.of(1).iterator(), "[1]"),
        Arguments.of(List.of("a").iterator(), "[\"a\"]"),
        Arguments.of(Stream.of(1, "b"), "[1,\"b\"]"),
        Arguments.of(DoubleStream.of(1.5), "[1.5]"),
        Arguments.of(new Object[] {1, null, new Object[] {}}, "[1,null,[]]"),
        Arguments.of(new int[] {1, -2}, "[1,-2]"),
        Arguments.of(new long[] {1}, "[1]"),
        Arguments.of(new short[] {1}, "[1]"),
        Arguments.of(new boolean[] {true}, "[true]"),
        Arguments.of(new double[] {1, Double.NaN}, "[1.0,\"NaN\"]"),
        Arguments.of(new float[] {0.1f}, "[0.1]"),
        Arguments.of(new int[][] {{1}, {}}, "[[1],[]]"),
        Arguments.of(new byte[] {0, 1, -1}, "\"AAH/\""),
        Arguments.of(new byte[][] {{1}, {}}, "[\"AQ==\",\"\"]"),
        Arguments.of(buffer, "\"AQID\""),
        Arguments.of(buffer.asReadOnlyBuffer(), "\"AQID\""),
        Arguments.of(new Fragment("[1]"), "[1]"),
        // throwables
        Arguments.of(new SQLException("no\nrow"), "\"java.sql.SQLException: no\\nrow\""),
        Arguments.of(new Error(), "\"java.lang.Error\""),
        // anything else
        Arguments.of(new Named<>(() -> "text"), "\"text\""));
  }

  @ParameterizedTest
  @MethodSource("values")
  void writesEachTypeInItsForm(Object value, String expected) {
    line.written(value);
    assertThat(new String(line.json.toByteArray(), StandardCharsets.UTF_8))
        .isEqualTo("{\"before\":1,\"value\":" + expected + ",\"behind\":2}\n");
    assertThat(line.json.failedValues()).isZero();
  }

  @Test
  void leavesAByteBufferWhereItWas() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(10).position(2);
    assertThat(line.written(buffer).textValue())
        .isEqualTo(Base64.getEncoder().encodeToString(new byte[8]));
    assertThat(buffer.position()).isEqualTo(2);
  }

  @Test
  void writesANullTextAsNull() {
    assertThat(line.written(new NullText()).isNull()).isTrue();
  }

  @Test
  void writesTextsOfMegabytes() {
    String text = "中\n".repeat(1 << 19);
    assertThat(line.written(new Named<>(() -> text)).textValue()).isEqualTo(text);
  }

  // ---- cycles and size

  @Test
  void namesACycleAndKeepsTheRest() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("a", 1);
    map.put("self", map);
    map.put("b", 2);
    JsonNode node = line.written(map);
    assertThat(node.toString())
        .isEqualTo("{\"a\":1,\"self\":\"<cycle: java.util.LinkedHashMap>\",\"b\":2}");
    assertThat(line.json.failedValues()).isEqualTo(1);
  }

  @Test
  void namesCyclesThroughOtherContainers() {
    List<Object> list = new ArrayList<>();
    Object[] array = {list};
    list.add(Optional.of(new AtomicReference<>(array)));
    assertThat(line.written(list).toString()).isEqualTo("[[\"<cycle: java.util.ArrayList>\"]]");
    assertThat(line.written(array).toString()).isEqualTo("[[\"<cycle: [Ljava.lang.Object;>\"]]");
    AtomicReference<Object> reference = new AtomicReference<>();
    reference.set(reference);
    line.assertFailure(reference, "<cycle: java.util.concurrent.atomic.AtomicReference>");
  }

  @Test
  void writesAnObjectTwiceIfItStandsBesideItself() {
    List<Integer> shared = List.of(1);
    assertThat(line.written(List.of(shared, shared, Map.of("k", shared))).toString())
        .isEqualTo("[[1],[1],{\"k\":[1]}]");
    assertThat(line.json.failedValues()).isZero();
  }

  @Test
  void cutsWhatIsNestedTooDeep() {
    Object value = "deep";
    for (int i = 0; i < 32; i++) {
      value = i % 2 == 0 ? List.of(value) : Map.of("k", value);
    }
    JsonNode whole = line.written(value);
    assertThat(line.json.failedValues()).isZero();
    assertThat(whole.toString()).contains("[\"deep\"]");
    for (int i = 0; i < 500; i++) {
      value = List.of(value);
    }
    JsonNode node = line.written(value);
    assertThat(line.json.failedValues()).isEqualTo(1);
    for (int i = 0; i < 32; i++) {
      node = node.get(0);
    }
    assertThat(node.textValue()).isEqualTo("<depth over 32>");
  }

  @Test
  void cutsLongListsAndArrays() {
    List<Integer> fits = Collections.nCopies(10_000, 7);
    List<Integer> tooLong = Collections.nCopies(10_001, 7);
    int[] fitsToo = new int[10_000];
    for (Object value :
        new Object[] {fits, fits.toArray(), fits.iterator(), fits.stream(), fitsToo}) {
      assertThat(line.written(value).size()).isEqualTo(10_000);
      assertThat(line.json.failedValues()).isZero();
    }
    int[] tooLongToo = new int[1_000_000];
    for (Object value :
        new Object[] {
          tooLong, tooLong.toArray(), tooLong.iterator(), tooLong.stream(), tooLongToo
        }) {
      JsonNode node = line.written(value);
      assertThat(node.size()).isEqualTo(10_001);
      assertThat(node.get(9_999).isInt()).isTrue();
      assertThat(node.get(10_000).textValue()).isEqualTo("<more than 10000 items>");
      assertThat(line.json.failedValues()).isEqualTo(1);
    }
  }

  @Test
  void cutsLongMaps() {
    Map<String, Integer> map = new LinkedHashMap<>();
    map.put("<more>", 1);
    while (map.size() < 10_000) {
      map.put("k" + map.size(), 1);
    }
    assertThat(line.written(map).size()).isEqualTo(10_000);
    map.put("one more", 1);
    map.put("and one more", 1);
    JsonNode node = line.written(map);
    assertThat(node.size()).isEqualTo(10_001);
    assertThat(node.get("<more>_1").textValue()).isEqualTo("<more than 10000 members>");
    assertThat(line.json.failedValues()).isEqualTo(1);
  }

  @Test
  void endsEndlessIterators() {
    assertThat(line.written(Stream.generate(() -> "x")).size()).isEqualTo(10_001);
    assertThat(line.written(Stream.iterate(1, n -> n + 1).iterator()).size()).isEqualTo(10_001);
  }

  @Test
  void collectionsOfAnyKindAreArrays() {
    Collection<Object> odd =
        new AbstractList<>() {
          @Override
          public Object get(int index) {
            return "i" + index;
          }

          @Override
          public int size() {
            return 2;
          }

          @Override
          public String toString() {
            return boom();
          }
        };
    assertThat(line.written(odd).toString()).isEqualTo("[\"i0\",\"i1\"]");
  }
}
