// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigitsTest {

  private final byte[] buf = new byte[32];

  private String signed(long value) {
    return new String(buf, 3, Digits.write(buf, 3, value) - 3, StandardCharsets.US_ASCII);
  }

  private String unsigned(long value) {
    return new String(buf, 3, Digits.writeUnsigned(buf, 3, value) - 3, StandardCharsets.US_ASCII);
  }

  private void check(long value, Object why) {
    assertThat(signed(value)).as("%s", why).isEqualTo(Long.toString(value));
    assertThat(unsigned(value)).as("%s", why).isEqualTo(Long.toUnsignedString(value));
  }

  @Test
  void writesEveryDigitCountAtItsBoundaries() {
    BigInteger power = BigInteger.ONE;
    for (int digits = 0; digits < 20; digits++) {
      for (long delta = -2; delta <= 2; delta++) {
        check(power.longValue() + delta, power);
        check(-power.longValue() + delta, power);
      }
      power = power.multiply(BigInteger.TEN);
    }
  }

  @Test
  void writesEveryBitCountAtItsBoundaries() {
    for (int bits = 0; bits < 64; bits++) {
      for (long delta = -1; delta <= 1; delta++) {
        check((1L << bits) + delta, bits);
        check(-(1L << bits) + delta, bits);
      }
    }
  }

  @Test
  void writesSmallNumbersOneByOne() {
    for (int value = -20_000; value <= 20_000; value++) {
      check(value, value);
    }
  }

  @Test
  void writesTheExtremes() {
    assertThat(signed(Long.MIN_VALUE))
        .isEqualTo("-9223372036854775808")
        .hasSize(Digits.MAX_LONG_BYTES);
    assertThat(signed(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
    assertThat(unsigned(-1)).isEqualTo("18446744073709551615").hasSize(Digits.MAX_LONG_BYTES);
    assertThat(signed(Integer.MIN_VALUE)).isEqualTo("-2147483648");
  }

  @Test
  void writesRandomNumbersOfEverySize() {
    long seed = Seed.next();
    Random random = new Random(seed);
    for (int round = 0; round < 100_000; round++) {
      check(random.nextLong() >> random.nextInt(64), seed);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 6, 9})
  void writesFractionsWithLeadingZeros(int digits) {
    int limit = (int) Math.pow(10, digits);
    int step = Math.max(1, limit / 99_991);
    for (int value = 0; value < limit; value += step) {
      Digits.writeFraction(buf, 5, value, digits);
      assertThat(new String(buf, 5, digits, StandardCharsets.US_ASCII))
          .isEqualTo(Integer.toString(limit + value).substring(1));
    }
    buf[4] = 'x';
    Digits.writeFraction(buf, 5, limit - 1, digits);
    buf[5 + digits] = 'x';
    assertThat(new String(buf, 4, digits + 2, StandardCharsets.US_ASCII))
        .isEqualTo("x" + "9".repeat(digits) + "x");
  }
}
