// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.core.spi.ContextAware;
import ch.qos.logback.core.util.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Reads settings as they stand in {@code logback.xml} and collects what is wrong with them.
 *
 * <p>Joran itself turns a value it cannot convert into a mere warning and starts the component with
 * its default; this is why our setters take text.
 */
final class Settings {

  private final List<String> errors = new ArrayList<>();

  /** One of a few numbers; {@code fallback} if {@code text} is null. */
  int oneOf(String property, String text, int fallback, List<Integer> allowed) {
    String choices =
        allowed.stream().map(String::valueOf).collect(Collectors.joining(", ", "one of ", ""));
    return integer(property, text, fallback, choices, allowed::contains);
  }

  /** A power of two; {@code fallback} if {@code text} is null. */
  int powerOfTwo(String property, String text, int fallback, int min, int max) {
    return integer(
        property,
        text,
        fallback,
        "a power of two from " + min + " to " + max,
        n -> n >= min && n <= max && Integer.bitCount(n) == 1);
  }

  private int integer(
      String property,
      String text,
      int fallback,
      String allowed,
      java.util.function.Predicate<Integer> accepted) {
    if (text == null) {
      return fallback;
    }
    try {
      int value = Integer.parseInt(text.trim());
      if (accepted.test(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, as a number out of range is
    }
    return wrong(property, text, allowed, fallback);
  }

  /** {@code true} or {@code false}, in any case; {@code fallback} if {@code text} is null. */
  boolean bool(String property, String text, boolean fallback) {
    if (text == null) {
      return fallback;
    }
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> wrong(property, text, "true or false", fallback);
    };
  }

  /** One of some texts, in any case; {@code fallback} if {@code text} is null. */
  String choice(String property, String text, String fallback, List<String> allowed) {
    if (text == null) {
      return fallback;
    }
    for (String each : allowed) {
      if (each.equalsIgnoreCase(text.trim())) {
        return each;
      }
    }
    return wrong(property, text, "one of " + String.join(", ", allowed), fallback);
  }

  /** A duration in Logback's notation, such as {@code 5 seconds}, in nanoseconds. */
  long durationNanos(String property, String text, long fallback) {
    return durationNanos(property, text, fallback, "a duration such as 50 ms or 5 seconds");
  }

  /** As the other, and −1 for {@code -1}, which stands for "without end". */
  long durationNanosOrForever(String property, String text, long fallback) {
    if (text != null && text.trim().matches("-1( *(ms|milli(second)?s?))?")) {
      return -1;
    }
    String allowed = "-1 (wait), 0 (drop) or a duration such as 50 ms or 5 seconds";
    return durationNanos(property, text, fallback, allowed);
  }

  private long durationNanos(String property, String text, long fallback, String allowed) {
    if (text == null) {
      return fallback;
    }
    try {
      // Logback's own parser knows no "ms", and takes any character for the decimal point, so a
      // sign must be refused.
      String duration = text.trim().replaceFirst("(?i) *ms$", " milliseconds");
      if (Character.isDigit(duration.charAt(0))) {
        return Math.multiplyExact(Duration.valueOf(duration).getMilliseconds(), 1_000_000L);
      }
    } catch (RuntimeException e) {
      // reported below
    }
    return wrong(property, text, allowed, fallback);
  }

  private <T> T wrong(String property, String text, String allowed, T fallback) {
    errors.add(property + ": \"" + text + "\" is not " + allowed);
    return fallback;
  }

  /**
   * Adds an ERROR status to {@code owner} for each wrong setting; returns whether there was one.
   */
  boolean report(ContextAware owner) {
    errors.forEach(owner::addError);
    return !errors.isEmpty();
  }
}
