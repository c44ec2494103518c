// SPDX-License-Identifier: Apache-2.0
package orjson;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The hash can be undone, so anybody can make two names of one hash; they stay two names. */
class KeyTest {

  private final Random random = new Random(7);

  @Test
  void recognisesItselfAtEveryLength() {
    for (int n = 0; n <= KeyCache.MAX_BYTES; n++) {
      byte[] name = name(n);
      assertThat(matches(key(name), name)).as("%d bytes", n).isTrue();
    }
  }

  @Test
  void tellsLongNamesApartThatWereMadeToHaveTheSameHashAndTail() {
    for (int n = 2 * Long.BYTES; n <= KeyCache.MAX_BYTES; n++) {
      byte[] name = name(n);
      byte[] forged = name.clone();
      forged[0] ^= 1;
      long difference = Key.mix(0, word(name, 0)) ^ Key.mix(0, word(forged, 0));
      Bytes.LONG.set(forged, Long.BYTES, word(name, Long.BYTES) ^ difference);
      assertThat(hash(forged)).isEqualTo(hash(name));
      assertThat(tail(forged)).isEqualTo(tail(name));
      assertThat(matches(key(name), forged)).as("%d bytes", n).isFalse();
    }
  }

  @Test
  void tellsNamesApartThatDifferInTheWordBeforeTheTail() {
    for (int n = Long.BYTES + 1; n < 2 * Long.BYTES; n++) {
      byte[] name = name(n);
      byte[] forged = name.clone();
      forged[0] ^= 1;
      long difference = Key.mix(0, word(name, 0)) ^ Key.mix(0, word(forged, 0));
      long forgedTail = tail(name) ^ difference; // has the hash, but is another tail
      assertThat(Key.mix(Key.mix(0, word(forged, 0)), forgedTail)).isEqualTo(hash(name));
      assertThat(key(name).equals(hash(name), forgedTail, forged, 0, n)).isFalse();
    }
  }

  @Test
  void tellsANameFromItsBeginning() {
    for (int n = 3 * Long.BYTES; n <= KeyCache.MAX_BYTES; n += Long.BYTES) {
      byte[] name = name(n);
      Key key = key(name);
      assertThat(key.equals(key.hash, 0, name, 0, n - Long.BYTES)).isFalse();
    }
  }

  private static boolean matches(Key key, byte[] name) {
    return key.equals(hash(name), tail(name), name, 0, name.length);
  }

  private static Key key(byte[] name) {
    byte[] quoted = Arrays.copyOf(name, name.length + 1);
    quoted[name.length] = '"';
    return new Key(hash(name), tail(name), quoted, new String(name, ISO_8859_1));
  }

  private static long hash(byte[] name) {
    long hash = 0;
    for (int i = 0; i + Long.BYTES <= name.length; i += Long.BYTES) {
      hash = Key.mix(hash, word(name, i));
    }
    return Key.mix(hash, tail(name));
  }

  private static long tail(byte[] name) {
    int whole = name.length / Long.BYTES * Long.BYTES;
    return word(Arrays.copyOfRange(name, whole, whole + Long.BYTES), 0);
  }

  private static long word(byte[] b, int i) {
    return (long) Bytes.LONG.get(b, i);
  }

  private byte[] name(int n) {
    byte[] name = new byte[n];
    for (int i = 0; i < n; i++) {
      name[i] = (byte) ('a' + random.nextInt(26));
    }
    return name;
  }
}
