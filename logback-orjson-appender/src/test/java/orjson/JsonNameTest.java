// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is encoded ahead of time: names and fragments. */
class JsonNameTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "@timestamp", "a\"b\\\n", "中", "😀", "\u0000", "x y/z"})
  void isWrittenAsTheSameNameGivenAsText(String text) {
    for (JsonWriter json : List.of(JsonWriter.strict(), JsonWriter.lenient())) {
      json.beginArray();
      json.beginObject();
      json.name(JsonName.of(text));
      json.value(1);
      json.endObject();
      json.beginObject();
      json.name(text);
      json.value(1);
      json.name("other");
      json.value(2);
      json.endObject();
      json.endArray();
      var parsed = StrictJson.parse(json.toByteArray());
      assertThat(parsed.get(0).get(text).intValue()).isEqualTo(1);
      assertThat(parsed.get(1).get(text).intValue()).isEqualTo(1);
    }
  }

  @Test
  void keepsItsTextAndIsEqualByIt() {
    JsonName name = JsonName.of("a\nb");
    assertThat(name.text()).isEqualTo("a\nb");
    assertThat(name).hasToString("a\nb");
    assertThat(name).isEqualTo(JsonName.of("a\nb")).hasSameHashCodeAs(JsonName.of("a\nb"));
    assertThat(name).isNotEqualTo(JsonName.of("a")).isNotEqualTo("a\nb");
  }

  @Test
  void replacesUnpairedSurrogates() {
    JsonWriter json = JsonWriter.strict();
    json.beginObject();
    json.name(JsonName.of("a\uD800b"));
    json.value(1);
    json.endObject();
    assertThat(StrictJson.parse(json.toByteArray()).has("a\uFFFDb")).isTrue();
    assertThat(JsonName.of("a\uD800b")).isEqualTo(JsonName.of("a\uDC00b"));
  }

  @Test
  void cannotBeNull() {
    assertThatThrownBy(() -> JsonName.of(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("text");
  }

  @Test
  void fragmentsAreWrittenAsTheyAre() {
    for (Fragment fragment :
        List.of(new Fragment("{ \"中\":\t1 }"), new Fragment(utf8("{ \"中\":\t1 }")))) {
      assertThat(Orjson.dumps(List.of(fragment, fragment)))
          .isEqualTo(utf8("[{ \"中\":\t1 },{ \"中\":\t1 }]"));
    }
    assertThat(Orjson.dumps(new Fragment(""))).isEmpty();
  }

  @Test
  void fragmentsAreCopiesAndNotEqualByContent() {
    byte[] bytes = utf8("[1]");
    Fragment fragment = new Fragment(bytes);
    bytes[1] = '2';
    assertThat(Orjson.dumps(fragment)).isEqualTo(utf8("[1]"));
    assertThat(fragment).isNotEqualTo(new Fragment("[1]"));
  }

  @Test
  void fragmentsRefuseNullAndUnpairedSurrogates() {
    assertThatThrownBy(() -> new Fragment((String) null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> new Fragment((byte[]) null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> new Fragment("\"\uD800\""))
        .isInstanceOf(JsonEncodeException.class)
        .hasMessage("str is not valid UTF-8: surrogates not allowed");
  }

  private static byte[] utf8(String s) {
    return s.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aLenientWriterTrustsNoFragment() {
    JsonWriter json = JsonWriter.lenient();
    json.beginArray();
    json.value(new Fragment("{\n\"a\":\t[1,\r\n2]}"));
    json.value(new Fragment("{not json}"));
    json.value(new Fragment(""));
    json.value(List.of(new Fragment(new byte[] {'"', (byte) 0xFF, '"'})));
    json.endArray();
    assertThat(new String(json.toByteArray(), StandardCharsets.UTF_8))
        .isEqualTo("[{ \"a\": [1,  2]},\"{not json}\",\"\",[\"\\\"\ufffd\\\"\"]]");
    assertThat(json.failedValues()).isEqualTo(3);
  }
}
