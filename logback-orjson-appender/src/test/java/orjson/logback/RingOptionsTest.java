// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import orjson.ring.LineRing;
import orjson.ring.RingSettings;
import orjson.ring.WaitStrategyType;

/** How the text of the ring's settings is read. */
final class RingOptionsTest {

  private final RingOptions options = new RingOptions();
  private final Settings settings = new Settings();
  private final LoggerContext context = Events.context();

  @Test
  void losesNothingAndWaitsForNoWriteByDefault() {
    RingSettings ring = options.read(settings, "JSON");
    assertThat(ring)
        .isEqualTo(
            new RingSettings(
                8192, -1, 4, LineRing.LEVELS, WaitStrategyType.PARKING, "orjson-writer-JSON"));
    assertThat(options.shutdownGraceNanos()).isEqualTo(5_000_000_000L);
    assertThat(isRefused()).isFalse();
  }

  @Test
  void readsEverySetting() {
    options.setRingBufferSize("16");
    options.setAppendTimeout("50 ms");
    options.setDiscardThreshold("info");
    options.setSyncLevel("Error");
    options.setWaitStrategyType("sleeping{1,2}");
    options.setShutdownGracePeriod("1 s");
    RingSettings ring = options.read(settings, "JSON");
    assertThat(ring.size()).isEqualTo(16);
    assertThat(ring.appendTimeoutNanos()).isEqualTo(50_000_000);
    assertThat(ring.discardLevel()).isEqualTo(RingOptions.index(Level.INFO));
    assertThat(ring.syncLevel()).isEqualTo(RingOptions.index(Level.ERROR));
    assertThat(ring.waitStrategy()).hasToString("sleeping{1,2}");
    assertThat(options.shutdownGraceNanos()).isEqualTo(1_000_000_000);
    assertThat(isRefused()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "discardThreshold, OFF, 'one of TRACE, DEBUG, INFO, WARN, ERROR'",
    "discardThreshold, 3, 'one of TRACE, DEBUG, INFO, WARN, ERROR'",
    "syncLevel, ALL, 'one of TRACE, DEBUG, INFO, WARN, ERROR, OFF'",
  })
  void refusesWhatIsNoLevel(String property, String value, String allowed) {
    if (property.equals("syncLevel")) {
      options.setSyncLevel(value);
    } else {
      options.setDiscardThreshold(value);
    }
    options.read(settings, "JSON");
    assertThat(isRefused()).isTrue();
    assertThat(Events.errors(context))
        .containsExactly(property + ": \"" + value + "\" is not " + allowed);
  }

  @Test
  void refusesAWaitStrategyThatDoesNotExistAndSaysWhichDo() {
    options.setWaitStrategyType("sleeping{1}");
    options.read(settings, "JSON");
    assertThat(isRefused()).isTrue();
    assertThat(Events.errors(context))
        .containsExactly("waitStrategyType: \"sleeping{1}\" is not " + WaitStrategyType.ALLOWED);
  }

  @Test
  void knowsTheLevelsOfLogback() {
    assertThat(RingOptions.index(null)).isZero();
    assertThat(RingOptions.index(Level.toLevel(Level.ALL_INT))).isZero();
    assertThat(RingOptions.index(Level.OFF)).isEqualTo(LineRing.LEVELS - 1);
    for (int i = 0; i < LineRing.LEVELS; i++) {
      assertThat(RingOptions.index(Level.toLevel(RingOptions.levelName(i)))).isEqualTo(i);
    }
  }

  private boolean isRefused() {
    OrjsonAppender owner = new OrjsonAppender();
    owner.setContext(context);
    return settings.report(owner);
  }
}
