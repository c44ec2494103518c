// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.core.ContextBase;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.status.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationSettingsTest {

  private static final long UNSET = -7;

  private final Settings settings = new Settings();

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "50, 50",
    "50 ms, 50",
    "50ms, 50",
    "' 50 MS ', 50",
    "50 milliseconds, 50",
    "1.5 seconds, 1500",
    "5 seconds, 5000",
    "2 minutes, 120000",
  })
  void takesWhatItsOwnMessageRecommendsAndWhatLogbackTakes(String text, long millis) {
    assertThat(settings.durationNanos("p", text, UNSET)).isEqualTo(millis * 1_000_000);
    assertThat(settings.durationNanosOrForever("p", text, UNSET)).isEqualTo(millis * 1_000_000);
    assertThat(settings.report(new ContextAwareBase())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", " -1 ", "-1 ms", "-1 milliseconds"})
  void takesMinusOneForWithoutEnd(String text) {
    assertThat(settings.durationNanosOrForever("p", text, UNSET)).isEqualTo(-1);
    assertThat(settings.report(new ContextAwareBase())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "soon", "ms", "-50 ms", "-1 s", "+5", "5 s ms", "5 ms ms", "5x3", "∞"})
  void refusesWhatIsNoDurationAndSaysWhatIs(String text) {
    ContextAwareBase owner = new ContextAwareBase();
    owner.setContext(new ContextBase());
    assertThat(settings.durationNanosOrForever("appendTimeout", text, UNSET)).isEqualTo(UNSET);
    assertThat(settings.report(owner)).isTrue();
    assertThat(owner.getStatusManager().getCopyOfStatusList())
        .singleElement()
        .satisfies(
            status -> {
              assertThat(status.getLevel()).isEqualTo(Status.ERROR);
              assertThat(status.getMessage())
                  .isEqualTo(
                      "appendTimeout: \""
                          + text
                          + "\" is not -1 (wait), 0 (drop) or a duration such as 50 ms or 5 seconds");
            });
  }

  @Test
  void keepsTheDefaultIfNothingIsSet() {
    assertThat(settings.durationNanos("p", null, UNSET)).isEqualTo(UNSET);
    assertThat(settings.durationNanosOrForever("p", null, UNSET)).isEqualTo(UNSET);
  }
}
