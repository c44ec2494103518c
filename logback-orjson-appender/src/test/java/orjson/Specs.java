// SPDX-License-Identifier: Apache-2.0
package orjson;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Values as the golden files describe them, such as {@code {"t":"int","v":"1"}}. */
final class Specs {

  private Specs() {}

  static Object value(JsonNode spec) {
    JsonNode v = spec.get("v");
    return switch (spec.get("t").textValue()) {
      case "null" -> null;
      case "bool" -> v.booleanValue();
      case "int" -> integer(new BigInteger(v.textValue()));
      case "double" ->
          Double.longBitsToDouble(Long.parseUnsignedLong(spec.get("bits").textValue(), 16));
      case "str" -> text(spec.get("utf16").textValue());
      case "list" -> list(v);
      case "map" -> map(v);
      case "datetime" -> dateTime(spec);
      case "date" -> LocalDate.of(v.get(0).intValue(), v.get(1).intValue(), v.get(2).intValue());
      case "time" -> time(v, 0);
      case "uuid" -> UUID.fromString(v.textValue());
      default -> throw new IllegalArgumentException(spec.toString());
    };
  }

  private static Object integer(BigInteger value) {
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  private static String text(String utf16) {
    char[] chars = new char[utf16.length() / 4];
    for (int i = 0; i < chars.length; i++) {
      chars[i] = (char) Integer.parseInt(utf16.substring(4 * i, 4 * i + 4), 16);
    }
    return new String(chars);
  }

  private static List<Object> list(JsonNode items) {
    List<Object> list = new ArrayList<>();
    items.forEach(item -> list.add(value(item)));
    return list;
  }

  private static Map<Object, Object> map(JsonNode pairs) {
    Map<Object, Object> map = new LinkedHashMap<>();
    pairs.forEach(pair -> map.put(value(pair.get(0)), value(pair.get(1))));
    return map;
  }

  private static Object dateTime(JsonNode spec) {
    JsonNode v = spec.get("v");
    LocalDateTime local =
        LocalDateTime.of(
            LocalDate.of(v.get(0).intValue(), v.get(1).intValue(), v.get(2).intValue()),
            time(v, 3));
    JsonNode offset = spec.get("offset_s");
    return offset == null || offset.isNull()
        ? local
        : OffsetDateTime.of(local, ZoneOffset.ofTotalSeconds(offset.intValue()));
  }

  private static LocalTime time(JsonNode v, int from) {
    return LocalTime.of(
        v.get(from).intValue(),
        v.get(from + 1).intValue(),
        v.get(from + 2).intValue(),
        v.get(from + 3).intValue() * 1000);
  }
}
