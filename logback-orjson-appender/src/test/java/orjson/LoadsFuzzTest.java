// SPDX-License-Identifier: Apache-2.0
package orjson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever the bytes are, reading gives a value or a {@link JsonDecodeException}, and soon. */
class LoadsFuzzTest {

  private static final long SEED = 4_611_686;
  private static final int MAX_BYTES_PER_BYTE = 64;

  /** What a parse may allocate however short the document: the parser, its stack, an exception. */
  private static final int FIXED_BYTES = 64 << 10;

  private static final String DOCUMENT =
      """
      {"id": 1234567890123456789, "pi": 3.141592653589793, "small": -0.5e-7,
       "text": "line\\nbreak \\"quoted\\" \\u00e9 \\ud83d\\ude00", "中文": ["é", "😀", ""],
       "nested": {"list": [[], {}, [true, false, null]], "long name of a member in here": 0},
       "big": 18446744073709551615, "bigger": 1234567890123456789012345678901234567890}
      """;

  private static final ObjectMapper JACKSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Random random = new Random(SEED);

  @Test
  void survivesRandomBytes() {
    survivesRandomBytes(100_000);
  }

  @Test
  @Tag("slow")
  void survivesRandomBytesForLong() {
    survivesRandomBytes(20_000_000);
    survivesMutations(5_000_000);
  }

  private void survivesRandomBytes(int rounds) {
    byte[] frequent = "{}[]\"\\:,0123456789.eE+-truefalsn \n\tu".getBytes(UTF_8);
    for (int i = 0; i < rounds; i++) {
      byte[] document = new byte[random.nextInt(40)];
      random.nextBytes(document);
      for (int k = 0; k < document.length && i % 4 != 0; k++) {
        if (random.nextInt(16) != 0) {
          document[k] = frequent[random.nextInt(frequent.length)];
        }
      }
      accepts(document);
    }
  }

  @Test
  void survivesMutationsAndAgreesWithJacksonOnThem() {
    survivesMutations(60_000);
  }

  private void survivesMutations(int rounds) {
    for (int i = 0; i < rounds; i++) {
      byte[] document = mutate(i % 2 == 0 ? DOCUMENT.getBytes(UTF_8) : Orjson.dumps(tree(4)));
      boolean accepted = accepts(document);
      if (i % 8 < 2 && accepted) {
        assertThat(jacksonAccepts(document)).as(describe(document)).isTrue();
      }
    }
  }

  private byte[] mutate(byte[] document) {
    byte[] mutated = document;
    for (int n = random.nextInt(3); n >= 0; n--) {
      int at = random.nextInt(mutated.length + 1);
      byte[] tail = Arrays.copyOfRange(mutated, at, mutated.length);
      switch (random.nextInt(4)) {
        case 0 -> mutated = join(mutated, at, new byte[] {(byte) random.nextInt()}, tail);
        case 1 -> {
          int cut = random.nextInt(Math.min(tail.length, 5) + 1);
          mutated = join(mutated, at, new byte[0], Arrays.copyOfRange(tail, cut, tail.length));
        }
        case 2 -> {
          byte[] again = Arrays.copyOf(tail, random.nextInt(Math.min(tail.length, 12) + 1));
          mutated = join(mutated, at, again, tail);
        }
        default -> {
          byte[] flipped = tail.clone();
          if (flipped.length > 0) {
            flipped[0] ^= (byte) (1 << random.nextInt(8));
          }
          mutated = join(mutated, at, new byte[0], flipped);
        }
      }
    }
    return mutated;
  }

  private static byte[] join(byte[] head, int length, byte[] middle, byte[] tail) {
    byte[] joined = Arrays.copyOf(head, length + middle.length + tail.length);
    System.arraycopy(middle, 0, joined, length, middle.length);
    System.arraycopy(tail, 0, joined, length + middle.length, tail.length);
    return joined;
  }

  @Test
  void refusesADocumentCutOffAnywhere() {
    byte[] document = DOCUMENT.strip().getBytes(UTF_8);
    for (int n = 0; n < document.length; n++) {
      byte[] cut = Arrays.copyOf(document, n);
      assertThat(accepts(cut)).as(describe(cut)).isFalse();
    }
    assertThat(accepts(document)).isTrue();
  }

  @Test
  void readsRandomTreesBackFromWhatIsWritten() {
    for (int i = 0; i < 5000; i++) {
      Object tree = tree(5);
      byte[] document = Orjson.dumps(tree);
      assertThat(Orjson.loads(document)).as(describe(document)).isEqualTo(tree);
    }
  }

  @Test
  void readsTheSameValuesAsJackson() throws Exception {
    for (int i = 0; i < 5000; i++) {
      byte[] document = JACKSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(tree(5));
      assertThat(Orjson.loads(document))
          .as(describe(document))
          .isEqualTo(widened(JACKSON.readValue(document, Object.class)));
    }
  }

  /** With each {@code Integer} made a {@code Long}. */
  private static Object widened(Object value) {
    if (value instanceof List<?> list) {
      List<Object> items = new ArrayList<>();
      list.forEach(item -> items.add(widened(item)));
      return items;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> members = new LinkedHashMap<>();
      map.forEach((name, member) -> members.put(name, widened(member)));
      return members;
    }
    return value instanceof Integer i ? (Object) i.longValue() : value;
  }

  @Test
  void needsLittleMemoryForAnyDocument() {
    allocatedBytes(); // what that itself needs at first is not to be counted
    for (String unit :
        List.of(
            "[],",
            "{},",
            "[0],",
            "[[]],",
            "{\"\":0},",
            "{\"a\":{}},",
            "\"\",",
            "\"a\",",
            "\"é\",",
            "\"\\n\",",
            "1e5,",
            "0,",
            "18446744073709551615,",
            "{\"a\":0,\"b\":0,\"c\":0,\"d\":0},",
            "1234567890123456789012,")) {
      needsLittleMemory("[" + unit.repeat(20_000) + "0]");
    }
    needsLittleMemory("[".repeat(1024) + "]".repeat(1024));
    needsLittleMemory("{\"\":".repeat(1024) + "0" + "}".repeat(1024));
    needsLittleMemory("\"" + "\\u4e2d".repeat(50_000) + "\"");
    needsLittleMemory("\"" + "中\\n".repeat(50_000) + "\"");
    needsLittleMemory("1".repeat(300_000) + "e-299999");
    needsLittleMemory("0." + "1".repeat(300_000));
    needsLittleMemory("[" + "1,".repeat(100_000) + "x");
  }

  private static void needsLittleMemory(String json) {
    byte[] document = json.getBytes(UTF_8);
    long before = allocatedBytes();
    accepts(document);
    long allocated = allocatedBytes() - before;
    assertThat(allocated)
        .as(json.substring(0, Math.min(40, json.length())))
        .isLessThan(FIXED_BYTES + (long) MAX_BYTES_PER_BYTE * document.length);
  }

  /** What this thread has allocated; asked by name, since the type is no part of Java SE. */
  private static long allocatedBytes() {
    try {
      return (long)
          ManagementFactory.getPlatformMBeanServer()
              .getAttribute(
                  new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                  "CurrentThreadAllocatedBytes");
    } catch (JMException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void readsHostileDocumentsInTime() {
    List<String> hostile = new ArrayList<>();
    hostile.add("9".repeat(2_000_000));
    hostile.add("0." + "0".repeat(2_000_000) + "1");
    hostile.add("1e" + "9".repeat(2_000_000));
    hostile.add("1e-" + "0".repeat(2_000_000) + "1");
    hostile.add("[" + ("9007199254740993." + "0".repeat(1100) + "1,").repeat(1000) + "0]");
    hostile.add(" ".repeat(4_000_000));
    hostile.add("\"" + "\\ud83d\\ude00".repeat(300_000));
    hostile.add("[" + "\"a\",".repeat(500_000));
    hostile.add(sameHashes());
    for (String json : hostile) {
      byte[] document = json.getBytes(UTF_8);
      Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> accepts(document));
    }
  }

  /** An object with many names whose {@code hashCode} is the same. */
  private static String sameHashes() {
    StringBuilder json = new StringBuilder("{\"\":0");
    for (int i = 0; i < 1 << 15; i++) {
      json.append(",\"");
      for (int bit = 0; bit < 15; bit++) {
        json.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      json.append("\":1");
    }
    return json.append('}').toString();
  }

  /** A random tree of the types that reading gives. */
  private Object tree(int depth) {
    int kind = random.nextInt(depth > 0 ? 9 : 7);
    return switch (kind) {
      case 0 -> random.nextLong() >> random.nextInt(64);
      case 1 -> (double) random.nextInt() / (1 + random.nextInt(1000));
      case 2 -> finite();
      case 3 -> random.nextBoolean();
      case 4 -> random.nextInt(8) == 0 ? BigInteger.ONE.shiftLeft(63).add(BigInteger.TEN) : null;
      case 5, 6 -> text();
      case 7 -> {
        List<Object> list = new ArrayList<>();
        for (int n = random.nextInt(8); n > 0; n--) {
          list.add(tree(depth - 1));
        }
        yield list;
      }
      default -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int n = random.nextInt(8); n > 0; n--) {
          map.put(text(), tree(depth - 1));
        }
        yield map;
      }
    };
  }

  private double finite() {
    double value = Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(value) ? value : 0.25;
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    int kind = random.nextInt(4);
    for (int n = random.nextInt(1 << random.nextInt(7)); n > 0; n--) {
      int c =
          switch (kind) {
            case 0 -> 'a' + random.nextInt(26);
            case 1 -> random.nextInt(0x80);
            case 2 -> 0x4E00 + random.nextInt(0x5000);
            default -> random.nextInt(0x11_0000);
          };
      text.appendCodePoint(c >= 0xD800 && c < 0xE000 ? 0xE9 : c);
    }
    return text.toString();
  }

  private static boolean accepts(byte[] document) {
    try {
      Orjson.loads(document);
      return true;
    } catch (JsonDecodeException e) {
      if (e.position() < 0 || e.position() > document.length || e.line() < 1 || e.column() < 1) {
        return fail("a place that does not exist: " + e.getMessage() + ", " + describe(document));
      }
      return false;
    } catch (RuntimeException | StackOverflowError e) {
      return fail(describe(document), e);
    }
  }

  private static boolean jacksonAccepts(byte[] document) {
    try {
      JACKSON.readTree(document);
      return true;
    } catch (java.io.IOException e) {
      // Jackson is told to refuse duplicates, and knows only the names; we take the last one
      return e.getMessage().contains("Duplicate field");
    }
  }

  private static String describe(byte[] document) {
    return "seed " + SEED + ", document " + HexFormat.of().formatHex(document);
  }
}
