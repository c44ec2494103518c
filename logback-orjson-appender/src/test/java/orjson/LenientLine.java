// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Supplier;

/** A value in a log line, between two neighbours, and values that misbehave. */
final class LenientLine {

  final JsonWriter json = JsonWriter.lenient();

  /** What {@code value} reads as, between two neighbours that must be unharmed. */
  JsonNode written(Object value) {
    json.reset();
    json.beginObject();
    json.name("before");
    json.value(1);
    json.name("value");
    json.value(value);
    json.name("behind");
    json.value(2);
    json.endObject();
    json.newline();
    JsonNode line = StrictJson.parseLine(json.toByteArray());
    assertThat(line.size()).isEqualTo(3);
    assertThat(line.get("before").intValue()).isEqualTo(1);
    assertThat(line.get("behind").intValue()).isEqualTo(2);
    return line.get("value");
  }

  void assertFailure(Object value, String text) {
    assertThat(written(value).textValue()).isEqualTo(text);
    assertThat(json.failedValues()).isEqualTo(1);
  }

  static <T> Named<T> failing(Supplier<T> body) {
    return new Named<>(body);
  }

  /** Its text is what the body gives, or throws. */
  record Named<T>(Supplier<T> body) {
    @Override
    public String toString() {
      return String.valueOf(body.get());
    }
  }

  @SuppressWarnings({
    "TypeParameterUnusedInFormals",
    "DoNotCallSuggester"
  }) // fits wherever something may throw
  static <T> T boom() {
    throw new IllegalStateException("boom");
  }

  static final class NullText {
    @Override
    @SuppressWarnings("ToStringReturnsNull") // applications do such things
    public String toString() {
      return null;
    }
  }
}
