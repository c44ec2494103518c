// SPDX-License-Identifier: Apache-2.0
package orjson;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every decimal number becomes the nearest double, ties to even. */
class DecimalToDoubleTest {

  private static final long SEED = 20_261_130;
  private static final int MAX_EXPONENT = 0x7FE;

  private final Random random = new Random(SEED);

  @Test
  void roundsRandomDecimals() {
    for (int i = 0; i < 300_000; i++) {
      check(digits(1 + random.nextInt(19)) + "e" + (random.nextInt(700) - 360));
    }
  }

  @Test
  @Tag("slow")
  void roundsTwentyMillionRandomDecimals() {
    for (int i = 0; i < 20_000_000; i++) {
      check(digits(1 + random.nextInt(20)) + "e" + (random.nextInt(700) - 360));
    }
  }

  @Test
  void roundsDecimalsOfManyDigits() {
    for (int i = 0; i < 20_000; i++) {
      int n = 17 + random.nextInt(i % 20 == 0 ? 784 : 30);
      String digits = digits(n);
      int point = random.nextInt(n);
      String whole = digits.substring(0, point);
      check((whole.isEmpty() ? "0" : whole) + "." + digits.substring(point) + exponent());
    }
  }

  @Test
  void roundsDecimalsWithZerosInFrontAndBehind() {
    for (int i = 0; i < 20_000; i++) {
      String zeros = "0".repeat(random.nextInt(60));
      check("0." + zeros + digits(1 + random.nextInt(25)) + exponent());
      check(digits(1 + random.nextInt(25)) + zeros + exponent());
      check(digits(1 + random.nextInt(5)) + "." + digits(1 + random.nextInt(20)) + zeros);
    }
  }

  @Test
  void readsEveryPrintedDoubleBack() {
    for (int i = 0; i < 200_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong() & Long.MAX_VALUE);
      if (Double.isFinite(value)) {
        assertThat(loads(Double.toString(value))).isEqualTo(value);
      }
    }
  }

  @Test
  void roundsTiesToEvenAndTheirNeighboursToTheNearest() {
    for (int i = 0; i < 3000; i++) {
      checkMiddleAbove(random.nextLong() & Long.MAX_VALUE);
    }
    for (int exponent = 0; exponent <= MAX_EXPONENT; exponent += 3) {
      checkMiddleAbove((long) exponent << 52);
      checkMiddleAbove(((long) exponent << 52) - 1);
    }
  }

  @Test
  void roundsTiesOfFewDigits() {
    for (long even = 1L << 53; even < (1L << 53) + 4000; even += 2) {
      check(even + 1 + ".0");
      check(even + 1 + "e0");
      check((even + 1) * 10 + "e-1");
      check(even + 1 + "." + "0".repeat(30) + "1");
      check((even + 1) * 5 + "e-1");
    }
    for (int power = 0; power < 23; power++) {
      long five = 1;
      for (int i = 0; i < power; i++) {
        five *= 5;
      }
      for (long m = (1L << 53) + 1; m < (1L << 53) + 64; m += 2) {
        check(new BigDecimal(m).multiply(BigDecimal.TEN.pow(power)).toPlainString() + ".0");
        check(
            new BigDecimal(m)
                .divide(BigDecimal.valueOf(2).pow(power))
                .toString()
                .replace('E', 'e'));
        check(m / five + "e" + power);
      }
    }
  }

  @Test
  void roundsAtTheEndsOfTheRange() {
    for (String text :
        new String[] {
          "4.9e-324",
          "2.5e-324",
          "2.4703282292062327e-324",
          "2.4703282292062328e-324",
          "2.47032822920623272088284396434110686182e-324",
          "1e-323",
          "7.4e-324",
          "7.5e-324",
          "2.2250738585072014e-308",
          "2.2250738585072011e-308",
          "2.225073858507201e-308",
          "2.2250738585072012e-308",
          "1.7976931348623157e308",
          "1.7976931348623158e308",
          "1.797693134862315807e308",
          "17976931348623157e292",
          "9999999999999999999e-342",
          "1e-342",
          "1e-343",
          "18446744073709551615e-342",
          "1e308",
          "1e-307",
          "1e22",
          "1e23",
          "9007199254740993e0",
          "9007199254740993e22",
          "123456789e-22",
          "123456789e-23",
          "8.5e22",
          "1.e0".replace(".", ".0")
        }) {
      check(text);
    }
    checkMiddleAbove(0);
    checkMiddleAbove(1);
    checkMiddleAbove((1L << 52) - 1);
    checkMiddleAbove(1L << 52);
    checkMiddleAbove(((long) MAX_EXPONENT << 52 | (1L << 52) - 1) - 1);
  }

  /** Checks the exact middle of two neighbouring doubles, and what is just beside it. */
  private static void checkMiddleAbove(long bits) {
    double low = Double.longBitsToDouble(Math.max(0, bits));
    double high = Math.nextUp(low);
    if (!Double.isFinite(high)) {
      return;
    }
    BigDecimal middle = new BigDecimal(low).add(new BigDecimal(high)).divide(BigDecimal.valueOf(2));
    double even = (Double.doubleToRawLongBits(low) & 1) == 0 ? low : high;
    String text = middle.toString().replace("E+", "e").replace('E', 'e');
    int mantissaEnd = text.indexOf('e') < 0 ? text.length() : text.indexOf('e');
    String mantissa = text.substring(0, mantissaEnd);
    String exponent = text.substring(mantissaEnd);
    String point = mantissa.indexOf('.') < 0 ? "." : "";
    assertThat(loads(mantissa + point + "0" + exponent)).as(text).isEqualTo(even);
    assertThat(loads(mantissa + point + "0".repeat(900) + "1" + exponent)).as(text).isEqualTo(high);
    BigDecimal below = middle.subtract(middle.ulp().movePointLeft(20));
    assertThat(loads(below.toString() + (below.scale() <= 0 ? ".0" : "")))
        .as("below %s", text)
        .isEqualTo(low);
  }

  /** Compares with the JDK, which has been right since Java 8, and that with exact arithmetic. */
  private static void check(String number) {
    boolean integer = number.chars().allMatch(Character::isDigit);
    String text = integer ? number + ".0" : number;
    double expected = Double.parseDouble(text);
    if (Double.isInfinite(expected)) {
      assertThat(catchDecode(text)).as(text).isNotNull();
      return;
    }
    double actual = (Double) loads(text);
    if (Double.doubleToRawLongBits(actual) != Double.doubleToRawLongBits(expected)) {
      assertThat(actual).as("%s, seed %d", text, SEED).isEqualTo(expected);
    }
    if (text.length() > 17 && text.length() < 40 && text.hashCode() % 64 == 0) {
      assertThat(isNearest(actual, new BigDecimal(text))).as(text).isTrue();
    }
  }

  private static boolean isNearest(double value, BigDecimal exact) {
    BigDecimal distance = new BigDecimal(value).subtract(exact).abs();
    double up = Math.nextUp(value);
    double down = Math.nextDown(value);
    return (Double.isInfinite(up)
            || distance.compareTo(new BigDecimal(up).subtract(exact).abs()) <= 0)
        && distance.compareTo(new BigDecimal(down).subtract(exact).abs()) <= 0;
  }

  private static JsonDecodeException catchDecode(String text) {
    try {
      loads(text);
      return null;
    } catch (JsonDecodeException e) {
      return e;
    }
  }

  private static Object loads(String text) {
    return Orjson.loads(text.getBytes(US_ASCII));
  }

  private String exponent() {
    return random.nextBoolean()
        ? ""
        : "E" + (random.nextBoolean() ? "+" : "-") + random.nextInt(300);
  }

  /** Random digits, the first one not 0. */
  private String digits(int n) {
    char[] digits = new char[n];
    for (int i = 0; i < n; i++) {
      digits[i] = (char) ('0' + random.nextInt(10));
    }
    digits[0] = (char) ('1' + random.nextInt(9));
    return new String(digits);
  }
}
