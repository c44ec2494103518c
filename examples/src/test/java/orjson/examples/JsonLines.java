// SPDX-License-Identifier: Apache-2.0
package orjson.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Reads output as its consumers do, and forgives nothing. */
public final class JsonLines {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private JsonLines() {}

  /** The lines of {@code output}, which must be UTF-8 and end with a line feed. */
  public static List<String> lines(byte[] output) throws CharacterCodingException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(output)).toString();
    assertThat(text).endsWith("\n");
    return Stream.of(text.substring(0, text.length() - 1).split("\n", -1)).toList();
  }

  /** The objects of {@code output}, one on each line. */
  public static List<JsonNode> objects(byte[] output) throws CharacterCodingException {
    return lines(output).stream().map(JsonLines::object).toList();
  }

  /** The object that is all of {@code line}. */
  public static JsonNode object(String line) {
    try {
      JsonNode node = MAPPER.readTree(line);
      assertThat(node.isObject()).as(line).isTrue();
      return node;
    } catch (JsonProcessingException e) {
      throw new AssertionError("Not JSON: " + line, e);
    }
  }
}
