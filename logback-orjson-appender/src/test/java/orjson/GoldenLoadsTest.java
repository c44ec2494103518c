// SPDX-License-Identifier: Apache-2.0
package orjson;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What orjson 3.12.0 really read: the same value, or an error at the same place. */
class GoldenLoadsTest {

  private static final ObjectMapper JACKSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxNestingDepth(10_000).build())
              .build());

  @Test
  void readsEveryGoldenRowAsOrjsonDoes() throws Exception {
    String golden = new String(Corpora.bytes("golden/loads.jsonl"), StandardCharsets.UTF_8);
    List<String> rows = golden.lines().toList();
    assertThat(rows).hasSizeGreaterThan(1800);
    for (String line : rows) {
      JsonNode row = JACKSON.readTree(line);
      byte[] document = Base64.getDecoder().decode(row.get("in").textValue());
      if (row.has("error")) {
        JsonDecodeException e =
            catchThrowableOfType(JsonDecodeException.class, () -> Orjson.loads(document));
        assertThat(e).as(line).isNotNull();
        assertThat(List.of(e.position(), e.line(), e.column()))
            .as(line)
            .isEqualTo(
                List.of(
                    row.get("pos").intValue(),
                    row.get("lineno").intValue(),
                    row.get("colno").intValue()));
      } else {
        Object expected = value(row.get("value"));
        assertThat(Orjson.loads(document)).as(line).isEqualTo(expected);
        assertThat(sameOrder(Orjson.loads(document), expected)).as(line).isTrue();
      }
    }
  }

  /** The value a specification stands for. */
  private static Object value(JsonNode spec) {
    JsonNode v = spec.get("v");
    return switch (spec.get("t").textValue()) {
      case "null" -> null;
      case "bool" -> v.booleanValue();
      case "int" -> integer(new BigInteger(v.textValue()));
      case "double" ->
          Double.longBitsToDouble(Long.parseUnsignedLong(spec.get("bits").textValue(), 16));
      case "str" -> new String(HexFormat.of().parseHex(spec.get("utf16").textValue()), UTF_16BE);
      case "list" -> {
        List<Object> list = new ArrayList<>();
        v.forEach(item -> list.add(value(item)));
        yield list;
      }
      case "map" -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        v.forEach(member -> map.put(value(member.get(0)), value(member.get(1))));
        yield map;
      }
      default -> throw new AssertionError(spec);
    };
  }

  private static Object integer(BigInteger integer) {
    if (integer.bitLength() < Long.SIZE) {
      return integer.longValueExact();
    }
    return integer;
  }

  /** Whether the members of equal values are in the same order, which {@code equals} ignores. */
  private static boolean sameOrder(Object a, Object b) {
    if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
      return new ArrayList<>(x.keySet()).equals(new ArrayList<>(y.keySet()))
          && sameOrder(new ArrayList<>(x.values()), new ArrayList<>(y.values()));
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      for (int i = 0; i < x.size(); i++) {
        if (!sameOrder(x.get(i), y.get(i))) {
          return false;
        }
      }
    }
    return true;
  }
}
