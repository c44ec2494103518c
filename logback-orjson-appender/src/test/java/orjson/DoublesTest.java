// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Floating point: it must read back, no shorter text may, and no text of that length may be closer.
 * Judges are the JDK's parser and {@code BigDecimal}; {@code Double.toString} is one from 19 on.
 */
class DoublesTest {

  /** Double.toString prints the shortest digits since JDK-4511638. */
  private static final boolean JDK_IS_SHORTEST = Runtime.version().feature() >= 19;

  private static final Pattern FIXED =
      Pattern.compile("-?(0|[1-9][0-9]{0,15})\\.([0-9]|[0-9]*[1-9])");

  private static final Pattern SCIENTIFIC =
      Pattern.compile("-?[1-9](\\.[0-9]*[1-9])?e[+-][1-9][0-9]{0,2}");

  private final byte[] buf = new byte[64];

  private String written(double value) {
    int end = Doubles.write(buf, 7, value);
    assertThat(end - 7).isLessThanOrEqualTo(Doubles.MAX_BYTES);
    return new String(buf, 7, end - 7, StandardCharsets.US_ASCII);
  }

  private String written(float value) {
    int end = Doubles.write(buf, 7, value);
    assertThat(end - 7).isLessThanOrEqualTo(Doubles.MAX_BYTES);
    return new String(buf, 7, end - 7, StandardCharsets.US_ASCII);
  }

  // ---- what orjson 3.12 writes

  @ParameterizedTest
  @CsvSource({
    "0.0, 0.0",
    "-0.0, -0.0",
    "1.0, 1.0",
    "-1.0, -1.0",
    "100.0, 100.0",
    "0.1, 0.1",
    "-2.5, -2.5",
    "1e7, 10000000.0",
    "1e14, 100000000000000.0",
    "1e15, 1000000000000000.0",
    "1e16, 1e+16",
    "1.5e16, 1.5e+16",
    "1e21, 1e+21",
    "9007199254740993.0, 9007199254740992.0",
    "9007199254740991.0, 9007199254740991.0",
    "9999999999999998.0, 9999999999999998.0",
    "123456789012345680.0, 1.2345678901234568e+17",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "-1.7976931348623157e308, -1.7976931348623157e+308",
    "5e-324, 5e-324",
    "-5e-324, -5e-324",
    "2.2250738585072014e-308, 2.2250738585072014e-308",
    "2.225073858507201e-308, 2.225073858507201e-308",
    "1e-3, 0.001",
    "1e-4, 0.0001",
    "1e-5, 0.00001",
    "3e-5, 0.00003",
    "1.5e-5, 0.000015",
    "9.999999e-5, 0.00009999999",
    "1e-6, 1e-6",
    "9.5e-6, 9.5e-6",
    "1e-10, 1e-10",
    "2e23, 2e+23",
    "2.109808898695963e16, 2.109808898695963e+16",
    "3.141592653589793, 3.141592653589793",
    "1234.5678, 1234.5678",
    "0.30000000000000004, 0.30000000000000004",
    "1e100, 1e+100"
  })
  void writesTheGoldenDoubles(double value, String expected) {
    assertThat(written(value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0.0, 0.0",
    "-0.0, -0.0",
    "0.1, 0.1",
    "1.0, 1.0",
    "-1.5, -1.5",
    "16777216, 16777216.0",
    "3.4028235e38, 3.4028235e+38",
    "-3.4028235e38, -3.4028235e+38",
    "1.4e-45, 1e-45",
    "1.1754944e-38, 1.1754944e-38",
    "1e-5, 0.00001",
    "1e-6, 1e-6",
    "1e15, 1000000000000000.0",
    "1e16, 1e+16",
    "3.1415927, 3.1415927",
    "0.3, 0.3",
    "8388608, 8388608.0",
    "1e10, 10000000000.0"
  })
  void writesTheGoldenFloats(float value, String expected) {
    assertThat(written(value)).isEqualTo(expected);
  }

  // ---- laws

  private void check(double value, Object why) {
    checkReadsBack(value, why);
    BigDecimal ours = new BigDecimal(written(value));
    checkShortestAndClosest(new BigDecimal(value), ours, d -> d.doubleValue() == value, why);
  }

  private void checkReadsBack(double value, Object why) {
    String text = written(value);
    if (Double.doubleToRawLongBits(Double.parseDouble(text)) != Double.doubleToRawLongBits(value)) {
      fail("%s: %s was written as %s", why, value, text);
    }
    checkLayout(text, why);
    if (JDK_IS_SHORTEST) {
      BigDecimal ours = new BigDecimal(text);
      BigDecimal jdk = new BigDecimal(Double.toString(value));
      if (ours.compareTo(jdk) != 0 && digits(ours) >= digits(jdk)) {
        fail("%s: the JDK writes %s, we write %s", why, value, text);
      }
    }
  }

  private void check(float value, Object why) {
    String text = written(value);
    if (Float.floatToRawIntBits(Float.parseFloat(text)) != Float.floatToRawIntBits(value)) {
      fail("%s: %s was written as %s", why, value, text);
    }
    checkLayout(text, why);
    BigDecimal exact = new BigDecimal(value);
    BigDecimal ours = new BigDecimal(text);
    checkShortestAndClosest(exact, ours, d -> Float.parseFloat(d.toString()) == value, why);
  }

  private static int digits(BigDecimal value) {
    return value.signum() == 0 ? 1 : value.stripTrailingZeros().precision();
  }

  private interface ReadsBack {
    boolean test(BigDecimal decimal);
  }

  /** The neighbours with one digit less must not read back; those with as many are not closer. */
  private static void checkShortestAndClosest(
      BigDecimal exact, BigDecimal ours, ReadsBack readsBack, Object why) {
    int n = digits(ours);
    if (n > 1) {
      BigDecimal down = exact.round(new MathContext(n - 1, RoundingMode.DOWN));
      BigDecimal up = exact.round(new MathContext(n - 1, RoundingMode.UP));
      if (readsBack.test(down) || readsBack.test(up)) {
        fail("%s: %s is not the shortest, see %s and %s", why, ours, down, up);
      }
    }
    BigDecimal nearest = exact.round(new MathContext(n, RoundingMode.HALF_EVEN));
    BigDecimal distance = ours.subtract(exact).abs();
    if (distance.compareTo(nearest.subtract(exact).abs()) > 0 && readsBack.test(nearest)) {
      fail("%s: %s is not the closest, see %s", why, ours, nearest);
    }
  }

  /** The grammar of orjson's numbers, and the exponent that each of its two notations is for. */
  private static void checkLayout(String text, Object why) {
    boolean scientific = text.indexOf('e') >= 0;
    boolean grammar = (scientific ? SCIENTIFIC : FIXED).matcher(text).matches();
    BigDecimal value = new BigDecimal(text);
    int exponent = value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
    if (!grammar || scientific != (exponent < -5 || exponent > 15)) {
      fail("%s: wrong notation: %s", why, text);
    }
  }

  @Test
  void writesPowersOfTwoAndTheirNeighbours() {
    for (int exponent = Double.MIN_EXPONENT - 52; exponent <= Double.MAX_EXPONENT; exponent++) {
      double power = Math.scalb(1.0, exponent);
      check(power, exponent);
      check(-power, exponent);
      check(Math.nextUp(power), exponent);
      check(Math.nextDown(power), exponent);
    }
    for (int exponent = Float.MIN_EXPONENT - 23; exponent <= Float.MAX_EXPONENT; exponent++) {
      float power = Math.scalb(1.0f, exponent);
      check(power, exponent);
      check(Math.nextUp(power), exponent);
      check(Math.nextDown(power), exponent);
    }
  }

  @Test
  void writesPowersOfTenAndTheirNeighbours() {
    for (int exponent = -323; exponent <= 308; exponent++) {
      double power = Double.parseDouble("1e" + exponent);
      check(power, exponent);
      check(Math.nextUp(power), exponent);
      check(Math.nextDown(power), exponent);
    }
    for (int exponent = -45; exponent <= 38; exponent++) {
      float power = Float.parseFloat("1e" + exponent);
      check(power, exponent);
      check(Math.nextUp(power), exponent);
      check(Math.nextDown(power), exponent);
    }
  }

  @Test
  void writesTheExtremes() {
    for (double value : new double[] {Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE}) {
      check(value, "extreme");
      check(-value, "extreme");
      check(Math.nextDown(value), "below an extreme");
    }
    check(Math.nextUp(Double.MIN_VALUE), "the second smallest");
  }

  @Test
  void writesWholeNumbersAndHalvesAndCents() {
    for (int n = 0; n < 30_000; n++) {
      check((double) n, n);
      check(n / 2.0, n);
      check(n / 100.0, n);
      check((float) n / 10, n);
    }
    for (int bits = 0; bits < 60; bits++) {
      check((double) ((1L << bits) + 1), bits);
      check((double) ((1L << bits) * 10), bits);
    }
  }

  @Test
  void writesRandomDoubles() {
    randomDoubles(200_000);
  }

  @Test
  void writesRandomFloats() {
    randomFloats(50_000);
  }

  @Test
  @Tag("slow")
  void writesTenMillionRandomDoubles() {
    randomDoubles(10_000_000);
  }

  @Test
  @Tag("slow")
  void writesAMillionRandomFloats() {
    randomFloats(1_000_000);
  }

  /** Bit patterns, so that all exponents come up; every second one a number such as people use. */
  private void randomDoubles(int count) {
    long seed = Seed.next();
    Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      double value =
          i % 2 == 0
              ? Double.longBitsToDouble(random.nextLong())
              : random.nextInt() / Math.pow(10, random.nextInt(12));
      if (Double.isFinite(value)) {
        checkReadsBack(value, seed);
        if (i % 16 < 2) {
          check(value, seed); // slow
        }
      }
    }
  }

  private void randomFloats(int count) {
    long seed = Seed.next();
    Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      float value = Float.intBitsToFloat(random.nextInt());
      if (Float.isFinite(value)) {
        check(value, seed);
      }
    }
  }
}
