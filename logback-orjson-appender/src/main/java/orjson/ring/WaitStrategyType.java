// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.LiteBlockingWaitStrategy;
import com.lmax.disruptor.LiteTimeoutBlockingWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.TimeoutBlockingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * How the writer thread waits for lines, in logstash-logback-encoder's notation.
 *
 * <p>Beside Disruptor's own strategies there is {@code parking}, the default: it costs nothing when
 * idle and next to nothing to those who log. Immutable.
 */
public final class WaitStrategyType {

  /** All forms, for error messages. */
  public static final String ALLOWED =
      "parking, blocking, busySpin, liteBlocking, yielding, sleeping,"
          + " sleeping{retries,sleepTimeNs}, timeoutBlocking{timeout,timeUnit},"
          + " liteTimeoutBlocking{timeout,timeUnit} or"
          + " phasedBackoff{spinTime,yieldTime,timeUnit,fallback}";

  /** The default. */
  public static final WaitStrategyType PARKING =
      new WaitStrategyType("parking", ParkingWaitStrategy::new);

  /** Of {@code phasedBackoff}. */
  private static final int MAX_PARAMETERS = 4;

  private final String text;
  private final Supplier<WaitStrategy> factory;

  private WaitStrategyType(String text, Supplier<WaitStrategy> factory) {
    this.text = text;
    this.factory = factory;
  }

  /**
   * Reads a type such as {@code blocking} or {@code sleeping{200,100}}, in any case.
   *
   * @throws IllegalArgumentException if the text is none of {@link #ALLOWED}
   */
  public static WaitStrategyType parse(String text) {
    String trimmed = text.trim();
    int brace = trimmed.indexOf('{');
    if (brace >= 0 && !trimmed.endsWith("}")) {
      throw unknown(text);
    }
    String name = brace < 0 ? trimmed : trimmed.substring(0, brace).trim();
    List<String> parameters =
        brace < 0 ? List.of() : split(trimmed.substring(brace + 1, trimmed.length() - 1));
    try {
      return new WaitStrategyType(trimmed, factory(name.toLowerCase(Locale.ROOT), parameters));
    } catch (IllegalArgumentException e) {
      throw unknown(text);
    }
  }

  private static IllegalArgumentException unknown(String text) {
    return new IllegalArgumentException("\"" + text + "\" is not " + ALLOWED);
  }

  /** The parameters; the last of four may have parameters of its own, and is not split. */
  private static List<String> split(String text) {
    return Stream.of(text.split(",", MAX_PARAMETERS)).map(String::trim).toList();
  }

  private static Supplier<WaitStrategy> factory(String name, List<String> parameters) {
    return switch (name + parameters.size()) {
      case "parking0" -> ParkingWaitStrategy::new;
      case "blocking0" -> BlockingWaitStrategy::new;
      case "busyspin0" -> BusySpinWaitStrategy::new;
      case "liteblocking0" -> LiteBlockingWaitStrategy::new;
      case "yielding0" -> YieldingWaitStrategy::new;
      case "sleeping0" -> SleepingWaitStrategy::new;
      case "sleeping2" -> {
        int retries = Math.toIntExact(Math.min(number(parameters, 0), Integer.MAX_VALUE));
        long nanos = number(parameters, 1);
        yield () -> new SleepingWaitStrategy(retries, nanos);
      }
      case "timeoutblocking2" -> {
        long nanos = nanos(parameters, 0, 1);
        yield () -> new TimeoutBlockingWaitStrategy(nanos, TimeUnit.NANOSECONDS);
      }
      case "litetimeoutblocking2" -> {
        long nanos = nanos(parameters, 0, 1);
        yield () -> new LiteTimeoutBlockingWaitStrategy(nanos, TimeUnit.NANOSECONDS);
      }
      case "phasedbackoff4" -> {
        long spinNanos = nanos(parameters, 0, 2);
        long yieldNanos = nanos(parameters, 1, 2);
        WaitStrategyType fallback = parse(parameters.get(3));
        yield () -> new PhasedWaitStrategy(spinNanos, yieldNanos, fallback.create());
      }
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static long nanos(List<String> parameters, int amount, int unit) {
    String name = parameters.get(unit).toUpperCase(Locale.ROOT);
    return TimeUnit.valueOf(name).toNanos(number(parameters, amount));
  }

  private static long number(List<String> parameters, int index) {
    long number = Long.parseLong(parameters.get(index));
    if (number < 0) {
      throw new IllegalArgumentException(parameters.get(index));
    }
    return number;
  }

  /** A strategy for one ring; strategies have state. */
  WaitStrategy create() {
    return factory.get();
  }

  /** The text it was read from. */
  @Override
  public String toString() {
    return text;
  }
}
