// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.KeyValuePair;
import orjson.Seed;
import orjson.StrictJson;

/** Lines over {@code maxLineBytes}: valid whatever is in them, and the most useful text is kept. */
final class LineLimitTest {

  private static final int UGLY_EVENTS = 50;
  private static final int STEP = 16;

  /** Of one, two, three and four bytes, escaped to two and to six bytes, and alone. */
  private static final String[] PIECES = {
    "a", "é", "龙", "😀", "\n", "\"", "\\", "\u0001", "\u007f", "\ud83d", "/", "Caused by: "
  };

  private final LoggerContext context = Events.context();

  @AfterEach
  void stopTheContext() {
    context.stop();
  }

  @Test
  @Tag("slow")
  void isNeverOverTheLimitAndAlwaysValidAtEveryLimit() {
    tryLimits(Seed.next(), 256, 1);
  }

  @Test
  void isNeverOverTheLimitAndAlwaysValidAtSomeLimits() {
    long seed = Seed.next();
    tryLimits(seed, 256 + new Random(seed).nextInt(STEP), STEP);
  }

  private void tryLimits(long seed, int first, int step) {
    List<LoggingEvent> events = uglyEvents(new Random(seed));
    for (int limit = first; limit <= 4096; limit += step) {
      OrjsonEncoder encoder = encoder(limit);
      for (int i = 0; i < events.size(); i++) {
        byte[] line = encoder.encode(events.get(i));
        String where = "-Dorjson.seed=" + seed + ", limit " + limit + ", event " + i;
        assertThat(line.length).as(where).isLessThanOrEqualTo(limit);
        assertValid(line, where);
      }
    }
  }

  private static void assertValid(byte[] line, String where) {
    try {
      JsonNode event = StrictJson.parseLine(line);
      assertThat(event.has("@timestamp")).as(where).isTrue();
    } catch (AssertionError e) {
      throw new AssertionError(where + ": " + e.getMessage(), e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {256, 1000, 32_000})
  void leavesALineOfExactlyTheLimitAsItIs(int limit) {
    OrjsonEncoder unlimited = encoder(0);
    int rest = limit - unlimited.encode(Events.event(context, "")).length;
    LoggingEvent fits = Events.event(context, "x".repeat(rest));
    LoggingEvent over = Events.event(context, "x".repeat(rest + 1));
    OrjsonEncoder encoder = encoder(limit);
    assertThat(encoder.encode(fits)).isEqualTo(unlimited.encode(fits)).hasSize(limit);
    assertThat(encoder.getTruncatedLines()).isZero();
    byte[] shortened = encoder.encode(over);
    assertThat(shortened).hasSize(limit);
    assertThat(StrictJson.parseLine(shortened).get("truncated").booleanValue()).isTrue();
    assertThat(encoder.getTruncatedLines()).isEqualTo(1);
  }

  @Test
  void keepsTheHeadOfTheMessage() {
    String message = "order 4711 failed: " + "龙井茶".repeat(2000);
    JsonNode line = encode(1000, Events.event(context, message));
    String kept = line.get("message").textValue();
    assertThat(kept).endsWith("…");
    assertThat(message).startsWith(kept.substring(0, kept.length() - 1));
    assertThat(kept.length()).isGreaterThan(200);
    assertThat(line.get("level").textValue()).isEqualTo("INFO");
  }

  @Test
  void cutsTheStackTraceFirstAndKeepsItsHeadAndRootCause() {
    Throwable root = new IllegalStateException("the root of it");
    root.setStackTrace(frames(300));
    Throwable thrown = new RuntimeException("outermost", root);
    thrown.setStackTrace(frames(300));
    String message = "m".repeat(500);
    LoggingEvent event = Events.event(context, Level.ERROR, message, thrown);
    JsonNode line = encode(2000, event);
    assertThat(line.get("message").textValue()).isEqualTo(message);
    String trace = line.get("stack_trace").textValue();
    assertThat(trace)
        .startsWith("java.lang.RuntimeException: outermost")
        .contains("…")
        .contains("\nCaused by: java.lang.IllegalStateException: the root of it\n");
  }

  @Test
  void leavesMembersOutThatNoCutMakesSmallEnoughTheLinesOwnLast() {
    LoggingEvent event = Events.event(context, "hello");
    List<Integer> numbers = Collections.nCopies(2000, 1234567);
    event.addKeyValuePair(new KeyValuePair("numbers", numbers));
    event.addKeyValuePair(new KeyValuePair("small", 7));
    JsonNode line = encode(400, event);
    assertThat(line.has("numbers")).isFalse();
    assertThat(line.get("small").intValue()).isEqualTo(7);
    assertThat(line.get("message").textValue()).isEqualTo("hello");
    assertThat(line.get("truncated").booleanValue()).isTrue();
  }

  @Test
  void boundsTheMemoryThatAValueThatGrowsExponentiallyTakes() {
    List<Object> nested = List.of("leaf");
    for (int i = 0; i < 25; i++) {
      nested = List.of(nested, nested);
    }
    LoggingEvent event = Events.event(context, "bomb");
    event.addKeyValuePair(new KeyValuePair("bomb", nested));
    JsonNode line = encode(1000, event);
    assertThat(line.get("message").textValue()).isEqualTo("bomb");
    assertThat(line.get("bomb").textValue()).isEqualTo("<over 1048576 bytes>");
  }

  @Test
  void boundsWhatALongTextOfOthersTakes() {
    LoggingEvent event = Events.event(context, "long");
    event.addKeyValuePair(new KeyValuePair("text", "龙".repeat(50_000_000)));
    OrjsonEncoder encoder = encoder(1000);
    byte[] line = encoder.encode(event);
    assertThat(line).hasSizeLessThanOrEqualTo(1000);
    assertThat(StrictJson.parseLine(line).get("text").textValue()).startsWith("龙龙").endsWith("…");
  }

  @Test
  void hasNoLimitIfToldSo() {
    String message = "a\u4e2d\ud83d\ude00\"\n".repeat(200_000);
    assertThat(encode(0, Events.event(context, message)).get("message").textValue())
        .isEqualTo(message);
  }

  @Test
  void limitsToLessThanFluentBitTakesByDefault() {
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setContext(context);
    encoder.start();
    assertThat(encoder.encode(Events.event(context, "x".repeat(100_000)))).hasSize(32_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "255", "1", "much"})
  void saysWhatALimitMayBe(String limit) {
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setContext(context);
    encoder.setMaxLineBytes(limit);
    encoder.start();
    assertThat(encoder.isStarted()).isFalse();
    assertThat(Events.errors(context))
        .anyMatch(
            each -> each.contains("maxLineBytes") && each.contains(limit) && each.contains("256"));
  }

  private JsonNode encode(int limit, LoggingEvent event) {
    return StrictJson.parseLine(encoder(limit).encode(event));
  }

  private OrjsonEncoder encoder(int limit) {
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setContext(context);
    encoder.setMaxLineBytes(String.valueOf(limit));
    encoder.start();
    return encoder;
  }

  private static StackTraceElement[] frames(int count) {
    StackTraceElement[] frames = new StackTraceElement[count];
    Arrays.setAll(frames, i -> new StackTraceElement("com.acme.Some", "call" + i, "Some.java", i));
    return frames;
  }

  private List<LoggingEvent> uglyEvents(Random random) {
    List<LoggingEvent> events = new ArrayList<>();
    for (int i = 0; i < UGLY_EVENTS; i++) {
      Logger logger = context.getLogger("com.acme." + "x".repeat(i % 5 == 0 ? 400 : 4));
      Throwable thrown = i % 3 == 0 ? thrown(random) : null;
      LoggingEvent event =
          new LoggingEvent("fqcn", logger, Level.WARN, text(random, 3000), thrown, null);
      event.setThreadName(text(random, i % 4 == 0 ? 500 : 10));
      Map<String, String> mdc = new HashMap<>();
      for (int k = random.nextInt(6); k > 0; k--) {
        mdc.put(text(random, 60), text(random, 300));
      }
      event.setMDCPropertyMap(mdc);
      for (int k = random.nextInt(6); k > 0; k--) {
        event.addKeyValuePair(new KeyValuePair(text(random, 40), value(random, 3)));
      }
      events.add(event);
    }
    return events;
  }

  private static String text(Random random, int most) {
    StringBuilder text = new StringBuilder();
    String piece = PIECES[random.nextInt(PIECES.length)];
    for (int n = random.nextInt(most); n > 0; n--) {
      if (random.nextInt(5) == 0) {
        piece = PIECES[random.nextInt(PIECES.length)];
      }
      text.append(piece);
    }
    return text.toString();
  }

  private static Object value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> random.nextLong();
      case 1 -> BigInteger.TEN.pow(random.nextInt(400));
      case 2 -> random.nextBoolean() ? null : random.nextDouble();
      case 3, 4 -> text(random, 400);
      case 5 -> {
        List<Object> list = new ArrayList<>();
        for (int n = random.nextInt(20); n > 0; n--) {
          list.add(value(random, depth - 1));
        }
        yield list;
      }
      default -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int n = random.nextInt(20); n > 0; n--) {
          map.put(text(random, 20), value(random, depth - 1));
        }
        yield map;
      }
    };
  }

  private static Throwable thrown(Random random) {
    Throwable thrown = null;
    for (int n = random.nextInt(4) + 1; n > 0; n--) {
      thrown = new RuntimeException(text(random, 200), thrown);
      thrown.setStackTrace(frames(random.nextInt(40)));
    }
    return thrown;
  }
}
