// SPDX-License-Identifier: Apache-2.0
package orjson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Documents given to both forms of {@code loads}, which must do the same. */
final class Documents {

  private Documents() {}

  static Object loads(String json) {
    Object value = Orjson.loads(json.getBytes(UTF_8));
    if (value == null) {
      assertThat(Orjson.loads((CharSequence) json)).isNull();
    } else if (!value.equals(Orjson.loads((CharSequence) json))) {
      assertThat(Orjson.loads((CharSequence) json)).isEqualTo(value);
    }
    return value;
  }

  static JsonDecodeException failure(String json) {
    JsonDecodeException e = failure(json.getBytes(UTF_8));
    assertThat(failureOfText(json)).hasMessage(e.getMessage());
    return e;
  }

  static JsonDecodeException failure(byte[] json) {
    JsonDecodeException e =
        catchThrowableOfType(JsonDecodeException.class, () -> Orjson.loads(json));
    assertThat(e).as(new String(json, UTF_8)).isNotNull();
    return e;
  }

  static JsonDecodeException failureOfText(CharSequence text) {
    JsonDecodeException e =
        catchThrowableOfType(JsonDecodeException.class, () -> Orjson.loads(text));
    assertThat(e).as(text.toString()).isNotNull();
    return e;
  }

  static byte[] concat(byte[]... parts) {
    int n = 0;
    for (byte[] part : parts) {
      n += part.length;
    }
    byte[] all = new byte[n];
    n = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, n, part.length);
      n += part.length;
    }
    return all;
  }
}
