// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The parser that judges every line: no duplicate names, no malformed UTF-8, nothing behind. */
final class StrictJson {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private StrictJson() {}

  static JsonNode parse(byte[] utf8) throws IOException {
    return MAPPER.readTree(
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString());
  }
}
