// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.core.spi.ContextAware;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads settings as they stand in {@code logback.xml} and collects what is wrong with them.
 *
 * <p>Joran itself turns a value it cannot convert into a mere warning and starts the component with
 * its default; this is why our setters take text.
 */
final class Settings {

  /** Logback's own notation, and {@code ms} and {@code s}, which it does not know. */
  private static final Pattern DURATION =
      Pattern.compile(
          "(\\d+(?:\\.\\d+)?) *(?:|(ms|s)|(milli|millisecond|second|minute|hour|day)s?)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern FOREVER = Pattern.compile("-1( *(ms|milli(second)?s?))?");

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

  /** A number from {@code min} on, or 0; {@code fallback} if {@code text} is null. */
  int zeroOrFrom(String property, String text, int fallback, int min) {
    String allowed = "0 (no limit) or a number from " + min + " on";
    return integer(property, text, fallback, allowed, n -> n == 0 || n >= min);
  }

  private int integer(
      String property, String text, int fallback, String allowed, Predicate<Integer> accepted) {
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

  /** A duration such as {@code 5 seconds}, in nanoseconds; {@code fallback} if it is null. */
  long durationNanos(String property, String text, long fallback) {
    return durationNanos(property, text, fallback, "a duration such as 50 ms or 5 seconds");
  }

  /** As the other, and −1 for {@code -1}, which stands for "without end". */
  long durationNanosOrForever(String property, String text, long fallback) {
    if (text != null && FOREVER.matcher(text.trim()).matches()) {
      return -1;
    }
    String allowed = "-1 (wait), 0 (drop) or a duration such as 50 ms or 5 seconds";
    return durationNanos(property, text, fallback, allowed);
  }

  private long durationNanos(String property, String text, long fallback, String allowed) {
    if (text == null) {
      return fallback;
    }
    Matcher duration = DURATION.matcher(text.trim());
    if (!duration.matches()) {
      return wrong(property, text, allowed, fallback);
    }
    double amount = Double.parseDouble(duration.group(1));
    String unit = duration.group(2) == null ? duration.group(3) : duration.group(2);
    return (long) (amount * unitNanos(unit == null ? "" : unit.toLowerCase(Locale.ROOT)));
  }

  /** A number alone counts milliseconds, as everywhere in Logback. */
  private static double unitNanos(String unit) {
    return switch (unit) {
      case "s", "second" -> 1e9;
      case "minute" -> 60e9;
      case "hour" -> 3600e9;
      case "day" -> 86_400e9;
      default -> 1e6;
    };
  }

  /** Notes what is wrong beyond the form of one setting. */
  void refuse(String message) {
    errors.add(message);
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
