// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings against an encoder so simple that it can be believed, and against Jackson. */
class StringsTest {

  /** Where the writer changes its way: short strings, table pieces, chunks; and their multiples. */
  private static final int[] BOUNDARIES = {8, 16, 32, 64, 2048, 2080, 4096};

  private static final String[] FILLERS = {"a", "é", "中", "\n", "😀"};

  private static final String PAIR = "😀";
  private static final char HIGH = '\uD83D';
  private static final char LOW = '\uDE00';

  private static JsonWriter writer(boolean lenient) {
    return lenient ? JsonWriter.lenient() : JsonWriter.strict();
  }

  // ---- the reference

  private static byte[] expected(String s, boolean lenient) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < s.length(); i += Character.charCount(s.codePointAt(i))) {
      json.append(escaped(s.codePointAt(i), lenient));
    }
    return json.append('"').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String escaped(int codePoint, boolean lenient) {
    boolean unpaired = codePoint >= 0xD800 && codePoint <= 0xDFFF;
    boolean control = codePoint < 0x20 || lenient && codePoint >= 0x7F && codePoint <= 0x9F;
    return switch (codePoint) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\b' -> "\\b";
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      case '\f' -> "\\f";
      case '\r' -> "\\r";
      default ->
          control
              ? String.format("\\u%04x", codePoint)
              : unpaired ? "\uFFFD" : Character.toString(codePoint);
    };
  }

  private static void check(JsonWriter json, String s, byte[] expected) {
    json.reset();
    json.value(s);
    if (!Arrays.equals(json.array(), 0, json.size(), expected, 0, expected.length)) {
      assertThat(text(json.toByteArray()))
          .as("%d characters", s.length())
          .isEqualTo(text(expected));
      fail("malformed UTF-8");
    }
  }

  private static void check(JsonWriter json, String s, boolean lenient) {
    check(json, s, expected(s, lenient));
  }

  private static void checkBothModes(String s) {
    check(JsonWriter.strict(), s, false);
    check(JsonWriter.lenient(), s, true);
  }

  // ---- one character anywhere

  private static List<String> specials() {
    List<String> specials = new ArrayList<>();
    for (char c = 0; c < 0x20; c++) {
      specials.add(String.valueOf(c));
    }
    for (char c = 0x7F; c <= 0xA0; c++) {
      specials.add(String.valueOf(c));
    }
    specials.addAll(List.of("\"", "\\", "/", "~", "ÿ", "Ā", "߿", "ࠀ", "中", "\u2028", "\uFFFF"));
    specials.add(PAIR);
    return specials;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writesEachSpecialCharacterAtEachOffset(boolean lenient) {
    JsonWriter json = writer(lenient);
    for (String special : specials()) {
      String escape = escaped(special.codePointAt(0), lenient);
      for (int length = 1; length <= 130; length++) {
        checkAtEachOffset(json, special, escape, length);
      }
    }
  }

  /** One document holds the strings of all offsets, so that Jackson can judge them at once. */
  private static void checkAtEachOffset(JsonWriter json, String special, String escape, int n) {
    json.reset();
    json.beginArray();
    int offsets = Math.min(41, n);
    String[] strings = new String[offsets];
    StringBuilder expected = new StringBuilder();
    for (int at = 0; at < offsets; at++) {
      String before = "x".repeat(at);
      String behind = "y".repeat(n - at - 1);
      strings[at] = before + special + behind;
      json.value(strings[at]);
      expected.append(at == 0 ? "[" : ",").append('"').append(before).append(escape);
      expected.append(behind).append('"');
    }
    json.endArray();
    byte[] written = json.toByteArray();
    if (!Arrays.equals(written, utf8(expected.append(']').toString()))) {
      assertThat(text(written)).isEqualTo(expected.toString());
    }
    JsonNode parsed = StrictJson.parse(written);
    for (int at = 0; at < offsets; at++) {
      if (!parsed.get(at).textValue().equals(strings[at])) {
        assertThat(parsed.get(at).textValue()).isEqualTo(strings[at]);
      }
    }
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String s) {
    return s.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writesEveryUnicodeScalarInThreeNeighbourhoods(boolean lenient) {
    JsonWriter json = writer(lenient);
    String ascii = "thirty-three ASCII characters....";
    String cjk = "中文日志消息一二三四五六七八九十中文日志消息一二三四五六七八九十";
    for (int cp = 0; cp <= Character.MAX_CODE_POINT; cp++) {
      if (cp >= 0xD800 && cp <= 0xDFFF) {
        continue;
      }
      String alone = Character.toString(cp);
      String escape = escaped(cp, lenient);
      check(json, alone, utf8('"' + escape + '"'));
      check(json, ascii + alone + ascii, utf8('"' + ascii + escape + ascii + '"'));
      check(json, cjk + alone + cjk, utf8('"' + cjk + escape + cjk + '"'));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void jacksonReadsEveryUnicodeScalarBack(boolean lenient) {
    int[] scalars =
        java.util.stream.IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .filter(cp -> cp < 0xD800 || cp > 0xDFFF)
            .toArray();
    String all = new String(scalars, 0, scalars.length);
    JsonWriter json = writer(lenient);
    json.value(all);
    assertThat(StrictJson.parse(json.toByteArray()).textValue().equals(all)).isTrue();
  }

  // ---- lengths and boundaries

  @ParameterizedTest
  @ValueSource(
      ints = {0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 2047, 2048, 2049, 4096, 10_000})
  void writesStringsOfOneKindOfCharacter(int length) {
    for (String filler : FILLERS) {
      checkBothModes(filler.repeat(length));
    }
  }

  @Test
  void keepsPairsWholeAcrossEveryBoundary() {
    for (int boundary : BOUNDARIES) {
      for (int at = boundary - 3; at <= boundary + 3; at++) {
        for (String filler : FILLERS) {
          String before = filler.repeat(at).substring(0, at & (filler.equals(PAIR) ? -2 : -1));
          checkBothModes(before + PAIR);
          checkBothModes(before + PAIR + filler.repeat(40));
          checkBothModes(before + PAIR.repeat(40));
        }
      }
    }
  }

  @Test
  void resumesTheBulkWayBehindEachOtherCharacter() {
    for (int gap = 0; gap < 100; gap++) {
      checkBothModes(("x".repeat(gap) + "中").repeat(50));
      checkBothModes(("x".repeat(gap) + "\"").repeat(50));
      checkBothModes(("x".repeat(gap) + PAIR).repeat(50));
    }
  }

  @Test
  void growsItsBufferForMegabytesOfTheLongestEscape() {
    JsonWriter json = JsonWriter.strict();
    String s = "\u0001".repeat(1 << 20);
    json.value(s);
    assertThat(json.size()).isEqualTo(2 + 6 * s.length());
    assertThat(StrictJson.parse(json.toByteArray()).textValue()).isEqualTo(s);
  }

  @Test
  void fitsIntoABufferThatIsNearlyFull() {
    for (int filled = 900; filled < 1030; filled++) {
      for (String s : List.of("", "\u0001", PAIR, "\u0001".repeat(32), "中".repeat(33))) {
        JsonWriter json = JsonWriter.lenient();
        json.beginArray();
        json.value("x".repeat(filled));
        json.value(s);
        json.endArray();
        JsonNode parsed = StrictJson.parse(json.toByteArray());
        assertThat(parsed.get(1).textValue()).isEqualTo(s);
      }
    }
  }

  // ---- surrogates that stand alone

  private static List<String> malformed() {
    return List.of(
        "" + HIGH,
        "" + LOW,
        "" + LOW + HIGH,
        "" + HIGH + HIGH,
        "" + LOW + LOW,
        HIGH + PAIR,
        PAIR + LOW,
        PAIR + HIGH,
        HIGH + "a",
        LOW + "a",
        HIGH + "中",
        "\uD800\uE000",
        "\uDBFF\uFFFF");
  }

  private static List<String> malformedEverywhere() {
    List<String> all = new ArrayList<>();
    for (String bad : malformed()) {
      for (String filler : List.of("a", "é", "中")) {
        for (int boundary : new int[] {3, 8, 16, 32, 64, 2048, 4096}) {
          for (int at = boundary - 3; at <= boundary + 3; at++) {
            all.add(filler.repeat(at) + bad);
            all.add(filler.repeat(at) + bad + filler.repeat(40));
          }
        }
      }
    }
    return all;
  }

  @Test
  void strictRefusesUnpairedSurrogatesAndChangesNothing() {
    JsonWriter json = JsonWriter.strict();
    for (String s : malformedEverywhere()) {
      json.reset();
      json.beginArray();
      json.value("before");
      int size = json.size();
      assertThatThrownBy(() -> json.value(s))
          .isInstanceOf(JsonEncodeException.class)
          .hasMessage("str is not valid UTF-8: surrogates not allowed");
      assertThat(json.size()).isEqualTo(size);
      json.value("behind");
      json.endArray();
      assertThat(json.toByteArray()).isEqualTo(utf8("[\"before\",\"behind\"]"));
    }
  }

  @Test
  void strictRefusesUnpairedSurrogatesInNamesAndPiecesAndChangesNothing() {
    for (String s : malformedEverywhere()) {
      JsonWriter json = JsonWriter.strict();
      json.beginObject();
      assertThatThrownBy(() -> json.name(s)).isInstanceOf(JsonEncodeException.class);
      json.name("text");
      json.beginString();
      json.append("ab");
      assertThatThrownBy(() -> json.append(s)).isInstanceOf(JsonEncodeException.class);
      json.append("cd");
      json.endString();
      assertThatThrownBy(() -> json.name(s)).isInstanceOf(JsonEncodeException.class);
      json.name("last");
      json.nullValue();
      json.endObject();
      assertThat(text(json.toByteArray())).isEqualTo("{\"text\":\"abcd\",\"last\":null}");
    }
  }

  @Test
  void lenientReplacesEachUnpairedSurrogate() {
    JsonWriter json = JsonWriter.lenient();
    for (String s : malformedEverywhere()) {
      check(json, s, true);
    }
    check(json, "" + LOW + HIGH, utf8("\"\uFFFD\uFFFD\""));
  }

  @Test
  void lenientReplacesBothHalvesOfAPairSplitBetweenPieces() {
    JsonWriter json = JsonWriter.lenient();
    json.beginString();
    json.append("a" + HIGH);
    json.append(LOW + "b");
    json.endString();
    assertThat(json.toByteArray()).isEqualTo(utf8("\"a\uFFFD\uFFFDb\""));
  }

  // ---- everything mixed

  @Test
  void writesRandomMixtures() {
    long seed = Seed.next();
    Random random = new Random(seed);
    JsonWriter strict = JsonWriter.strict();
    JsonWriter lenient = JsonWriter.lenient();
    for (int round = 0; round < 20_000; round++) {
      String s = mixture(random);
      String where = "seed " + seed + ", round " + round;
      assertThat(text(written(lenient, s))).as(where).isEqualTo(text(expected(s, true)));
      if (StandardCharsets.UTF_8.newEncoder().canEncode(s)) {
        byte[] bytes = written(strict, s);
        assertThat(text(bytes)).as(where).isEqualTo(text(expected(s, false)));
        assertThat(StrictJson.parse(bytes).textValue()).as(where).isEqualTo(s);
      } else {
        assertThatThrownBy(() -> written(strict, s))
            .as(where)
            .isInstanceOf(JsonEncodeException.class);
      }
    }
  }

  private static byte[] written(JsonWriter json, String s) {
    json.reset();
    json.value(s);
    return json.toByteArray();
  }

  /** Runs of one kind of character, some long, with unpaired surrogates in one string of eight. */
  private static String mixture(Random random) {
    int kinds = random.nextInt(8) == 0 ? 7 : 6;
    int runs = random.nextInt(8);
    StringBuilder s = new StringBuilder();
    for (int run = 0; run < runs; run++) {
      int length = random.nextInt(40) == 0 ? random.nextInt(5000) : random.nextInt(70);
      int kind = random.nextInt(kinds);
      for (int i = 0; i < length; i++) {
        switch (kind) {
          case 0, 1 -> s.append((char) (0x20 + random.nextInt(0x5F)));
          case 2 -> s.append((char) random.nextInt(0x100));
          case 3 -> s.append((char) random.nextInt(0x800));
          case 4 -> s.append((char) (0x4E00 + random.nextInt(0x5000)));
          case 5 -> s.appendCodePoint(0x10000 + random.nextInt(0x100000));
          default -> s.append((char) (0xD700 + random.nextInt(0xA00)));
        }
      }
    }
    return s.toString();
  }

  @Test
  void piecesMakeTheSameTextAsTheWhole() {
    JsonWriter json = JsonWriter.strict();
    json.beginString();
    json.append("one\n");
    json.append("");
    json.append("中".repeat(3000));
    json.append(null);
    json.append(PAIR);
    json.endString();
    assertThat(json.toByteArray())
        .isEqualTo(expected("one\n" + "中".repeat(3000) + "null" + PAIR, false));
  }
}
