// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Third-party documents behave as they do with orjson. */
class CorpusTest {

  /** What RFC 8259 leaves to the reader and orjson accepts. */
  private static final Set<String> ACCEPTED_BY_CHOICE =
      Set.of(
          "i_number_double_huge_neg_exp.json",
          "i_number_real_underflow.json",
          "i_number_too_big_neg_int.json",
          "i_number_too_big_pos_int.json",
          "i_number_very_big_negative_int.json",
          "i_structure_500_nested_arrays.json");

  private static final ObjectMapper JACKSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  @Test
  void decidesOnTheJsonTestSuiteAsOrjsonDoes() {
    List<Path> files = Corpora.files("corpus/json-test-suite/test_parsing");
    List<String> wrong = new ArrayList<>();
    int decided = 0;
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (!name.endsWith(".json")) {
        continue;
      }
      decided++;
      boolean expected = name.startsWith("y_") || ACCEPTED_BY_CHOICE.contains(name);
      byte[] document = Corpora.read(file);
      if (accepts(document) != expected) {
        wrong.add(name);
      }
      if (isUtf8(document)
          && acceptsText(new String(document, StandardCharsets.UTF_8)) != expected) {
        wrong.add(name + " as text");
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(decided).isEqualTo(318);
  }

  @Test
  void agreesWithJacksonOnWhatTheRfcDecides() {
    List<String> wrong = new ArrayList<>();
    for (Path file : Corpora.files("corpus/json-test-suite/test_parsing")) {
      String name = file.getFileName().toString();
      if (name.startsWith("i_") || name.contains("duplicated_key")) {
        continue; // the reader's choice; and here Jackson is told to refuse duplicates
      }
      byte[] document = Corpora.read(file);
      boolean jackson = catchThrowable(() -> JACKSON.readTree(document)) == null;
      boolean blank = new String(document, StandardCharsets.ISO_8859_1).isBlank();
      if (isUtf8(document) && !startsWithMark(document) && !blank && accepts(document) != jackson) {
        wrong.add(name);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void agreesWithOrjsonOnTheTransformations() {
    String suite = "corpus/json-test-suite/test_transform/";
    assertThat(loads(suite + "number_1.0.json")).isEqualTo(List.of(1.0));
    assertThat(loads(suite + "number_1e6.json")).isEqualTo(List.of(1e6));
    assertThat(loads(suite + "number_1e-999.json")).isEqualTo(List.of(0.0));
    assertThat(loads(suite + "number_10000000000000000999.json"))
        .isEqualTo(List.of(new java.math.BigInteger("10000000000000000999")));
    assertThat(loads(suite + "number_1000000000000000.json")).isEqualTo(List.of(1000000000000000L));
    assertThat(loads(suite + "number_-9223372036854775808.json"))
        .isEqualTo(List.of(Long.MIN_VALUE));
    assertThat(loads(suite + "number_-9223372036854775809.json")).isEqualTo(List.of(-0x1p63));
    assertThat(loads(suite + "number_9223372036854775807.json")).isEqualTo(List.of(Long.MAX_VALUE));
    assertThat(loads(suite + "number_1.000000000000000005.json")).isEqualTo(List.of(1.0));
    assertThat(loads(suite + "object_key_nfc_nfd.json"))
        .isEqualTo(Map.of("é", "NFC", "e\u0301", "NFD"));
    assertThat(loads(suite + "object_key_nfd_nfc.json"))
        .isEqualTo(Map.of("é", "NFC", "e\u0301", "NFD"));
    assertThat(loads(suite + "object_same_key_different_values.json")).isEqualTo(Map.of("a", 2L));
    assertThat(loads(suite + "object_same_key_same_value.json")).isEqualTo(Map.of("a", 1L));
    assertThat(loads(suite + "object_same_key_unclear_values.json")).isEqualTo(Map.of("a", 0L));
    assertThat(loads(suite + "string_with_escaped_NULL.json")).isEqualTo(List.of("A\0B"));
    for (Path file : Corpora.files(suite)) {
      boolean surrogate =
          file.getFileName().toString().matches("string_.*invalid.codepoints?.json");
      assertThat(accepts(Corpora.read(file))).as(file.toString()).isEqualTo(!surrogate);
    }
  }

  @Test
  void decidesOnTheJsonCheckerFilesAsOrjsonDoes() {
    // 1: a string may be the root today; 18: twenty levels are few
    Set<String> legalToday = Set.of("fail01.json", "fail18.json");
    List<Path> files = Corpora.files("corpus/orjson-data/jsonchecker");
    for (Path file : files) {
      String name = file.getFileName().toString();
      boolean expected = name.startsWith("pass") || legalToday.contains(name);
      assertThat(accepts(Corpora.read(file))).as(name).isEqualTo(expected);
    }
    assertThat(files).hasSize(36);
  }

  @Test
  void writesTheRoundTripFilesAsTheyWere() {
    for (Path file : Corpora.files("corpus/orjson-data/roundtrip")) {
      byte[] document = Corpora.read(file);
      Object value = Orjson.loads(document);
      if (file.getFileName().toString().equals("roundtrip27.json")) {
        assertThat(Orjson.loads(Orjson.dumps(value))).isEqualTo(value);
      } else {
        assertThat(Orjson.dumps(value))
            .as(file.toString())
            .asString()
            .isEqualTo(new String(document, StandardCharsets.UTF_8).strip());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"twitter", "github", "citm_catalog", "canada"})
  void keepsTheBigDocuments(String name) throws Exception {
    byte[] document = Corpora.bytes("corpus/orjson-data/" + name + ".json");
    Object value = Orjson.loads(document);
    byte[] written = Orjson.dumps(value);
    assertThat(Orjson.loads(written)).isEqualTo(value);
    assertThat(JACKSON.readTree(written)).isEqualTo(JACKSON.readTree(document));
    assertThat(JACKSON.valueToTree(value).toString())
        .isEqualTo(JACKSON.readTree(document).toString());
  }

  private static Object loads(String name) {
    return Orjson.loads(Corpora.bytes(name));
  }

  private static boolean accepts(byte[] document) {
    try {
      Orjson.loads(document);
      return true;
    } catch (JsonDecodeException e) {
      return false;
    }
  }

  private static boolean acceptsText(String document) {
    try {
      Orjson.loads(document);
      return true;
    } catch (JsonDecodeException e) {
      return false;
    }
  }

  private static boolean isUtf8(byte[] document) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(document));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static boolean startsWithMark(byte[] document) {
    return new String(document, StandardCharsets.UTF_8).startsWith("\ufeff");
  }
}
