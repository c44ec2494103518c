// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.LiteBlockingWaitStrategy;
import com.lmax.disruptor.LiteTimeoutBlockingWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.TimeoutBlockingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class WaitStrategyTypeTest {

  @Test
  void readsTheNotationOfLogstashInAnyCase() {
    assertThat(create("parking")).isInstanceOf(ParkingWaitStrategy.class);
    assertThat(create(" Blocking ")).isInstanceOf(BlockingWaitStrategy.class);
    assertThat(create("busySpin")).isInstanceOf(BusySpinWaitStrategy.class);
    assertThat(create("LITEBLOCKING")).isInstanceOf(LiteBlockingWaitStrategy.class);
    assertThat(create("yielding")).isInstanceOf(YieldingWaitStrategy.class);
    assertThat(create("sleeping")).isInstanceOf(SleepingWaitStrategy.class);
    assertThat(create("sleeping{200, 100}")).isInstanceOf(SleepingWaitStrategy.class);
    assertThat(create("timeoutBlocking{2,MINUTES}"))
        .isInstanceOf(TimeoutBlockingWaitStrategy.class)
        .asString()
        .contains("timeoutInNanos=120000000000");
    assertThat(create("liteTimeoutBlocking{3,seconds}"))
        .isInstanceOf(LiteTimeoutBlockingWaitStrategy.class)
        .asString()
        .contains("timeoutInNanos=3000000000");
    assertThat(create("phasedBackoff{10,60,seconds,blocking}"))
        .isInstanceOf(PhasedWaitStrategy.class);
    assertThat(create("phasedBackoff{1,2,nanoseconds,phasedBackoff{3,4,days,sleeping{5,6}}}"))
        .isInstanceOf(PhasedWaitStrategy.class);
    assertThat(WaitStrategyType.parse("sleeping{1,2}")).hasToString("sleeping{1,2}");
  }

  @Test
  void makesAStrategyForEachRing() {
    WaitStrategyType type = WaitStrategyType.parse("blocking");
    assertThat(type.create()).isNotSameAs(type.create());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "spinning",
        "blocking{1}",
        "blocking{}",
        "sleeping{1}",
        "sleeping{1,2",
        "sleeping}",
        "sleeping{1,x}",
        "sleeping{-1,2}",
        "sleeping{1,2,3}",
        "timeoutBlocking",
        "timeoutBlocking{1,fortnights}",
        "timeoutBlocking{99999999999999999999,seconds}",
        "liteTimeoutBlocking{seconds,1}",
        "phasedBackoff{1,2,seconds}",
        "phasedBackoff{1,2,seconds,spinning}",
        "phasedBackoff{1,2,seconds,sleeping{1}}"
      })
  void refusesEverythingElseAndSaysWhatIsAllowed(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WaitStrategyType.parse(text))
        .withMessage("\"" + text + "\" is not " + WaitStrategyType.ALLOWED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "parking",
        "blocking",
        "busySpin",
        "liteBlocking",
        "yielding",
        "sleeping",
        "sleeping{10,100000}",
        "timeoutBlocking{1,milliseconds}",
        "timeoutBlocking{1,hours}",
        "liteTimeoutBlocking{1,milliseconds}",
        "liteTimeoutBlocking{1,hours}",
        "phasedBackoff{10,10,microseconds,blocking}",
        "phasedBackoff{1,1,hours,liteBlocking}",
        "phasedBackoff{0,1,hours,parking}"
      })
  void noLineIsLostOrLateWithAnyOfThem(String text) throws Exception {
    RingSettings settings =
        new RingSettings(4, -1, 4, 5, WaitStrategyType.parse(text), "strategy-under-test");
    MemorySink sink = new MemorySink();
    LineRing ring = Rings.started(sink, settings);
    for (int i = 0; i < 20; i++) {
      assertThat(Rings.publish(ring, "line " + i, Rings.INFO)).isTrue();
      assertThat(ring.flush(Rings.LONG)).as("written without another line").isTrue();
      TimeUnit.MICROSECONDS.sleep(50L * i); // to meet each phase of waiting
    }
    for (int i = 20; i < 2000; i++) {
      assertThat(Rings.publish(ring, "line " + i, Rings.INFO)).isTrue();
    }
    assertThat(ring.flush(Rings.LONG)).isTrue();
    TimeUnit.MILLISECONDS.sleep(20);
    long start = System.nanoTime();
    assertThat(ring.close(Rings.LONG)).isZero();
    assertThat(System.nanoTime() - start).as("close hangs").isLessThan(Rings.LONG);
    List<String> expected = IntStream.range(0, 2000).mapToObj(i -> "line " + i).toList();
    assertThat(sink.lines()).isEqualTo(expected);
    for (int round = 0; round < 50; round++) {
      MemorySink again = new MemorySink();
      LineRing shortLived = Rings.started(again, settings);
      Rings.publish(shortLived, "only", Rings.INFO);
      assertThat(shortLived.close(Rings.LONG)).isZero();
      assertThat(again.lines()).containsExactly("only");
    }
  }

  private static WaitStrategy create(String text) {
    return WaitStrategyType.parse(text).create();
  }
}
