// SPDX-License-Identifier: Apache-2.0
package orjson;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The tests' independent judge of what was written: a JSON parser that forgives nothing.
 *
 * <p>Refused are, with an {@link AssertionError} that shows the place: malformed UTF-8, a byte
 * order mark, a name that stands twice in one object, anything behind the value, an unpaired
 * surrogate even if escaped; and in a line also every raw control character, a missing or second
 * line feed, and a value that is no object. Fractions are parsed as {@code BigDecimal}, so no digit
 * is lost.
 */
@SuppressWarnings(
    "exports") // the tests are compiled as part of the module, Jackson is no part of it
public final class StrictJson {

  private static final int SHOWN = 60;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(Integer.MAX_VALUE)
                          .maxNumberLength(Integer.MAX_VALUE)
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNameLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private StrictJson() {}

  /** The one JSON value that {@code utf8} is; white space around it is allowed. */
  public static JsonNode parse(byte[] utf8) {
    String text = decode(utf8);
    JsonNode node;
    try {
      node = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("Not JSON: " + e.getOriginalMessage() + ": " + excerpt(text, e), e);
    }
    if (node.isMissingNode()) {
      throw new AssertionError("Not JSON: no value in <" + text + ">");
    }
    checkSurrogates(node);
    return node;
  }

  /** The object that one log line holds, its line feed included in {@code utf8}. */
  public static JsonNode parseLine(byte[] utf8) {
    int last = utf8.length - 1;
    if (last < 0 || utf8[last] != '\n') {
      throw new AssertionError("No line feed at the end of <" + lossy(utf8, 0) + ">");
    }
    checkControls(utf8, last);
    JsonNode node = parse(utf8);
    if (!node.isObject() || utf8[0] != '{' || utf8[last - 1] != '}') {
      throw new AssertionError("The line is not one object: <" + lossy(utf8, 0) + ">");
    }
    return node;
  }

  /** The objects of a file of log lines, one per line. */
  public static List<JsonNode> lines(Path file) {
    List<JsonNode> lines = new ArrayList<>();
    forEachLine(file, lines::add);
    return lines;
  }

  /** The objects of log lines that stand one after the other in {@code utf8}. */
  public static List<JsonNode> lines(byte[] utf8) {
    List<JsonNode> lines = new ArrayList<>();
    forEachLine(new ByteArrayInputStream(utf8), "line ", lines::add);
    return lines;
  }

  /**
   * Parses a file line by line, for files whose lines are too many to hold.
   *
   * @return how many lines there were
   */
  public static long forEachLine(Path file, Consumer<JsonNode> action) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      return forEachLine(in, file + " line ", action);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long forEachLine(InputStream in, String where, Consumer<JsonNode> action) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long count = 0;
    try {
      for (int b = in.read(); b >= 0; b = in.read()) {
        line.write(b);
        if (b == '\n') {
          count++;
          action.accept(parseLine(line.toByteArray(), where + count));
          line.reset();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (line.size() > 0) {
      parseLine(line.toByteArray(), where + (count + 1)); // throws: it has no line feed
    }
    return count;
  }

  private static JsonNode parseLine(byte[] utf8, String where) {
    try {
      return parseLine(utf8);
    } catch (AssertionError e) {
      throw new AssertionError(where + ": " + e.getMessage(), e);
    }
  }

  private static String decode(byte[] utf8) {
    ByteBuffer in = ByteBuffer.wrap(utf8);
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(in).toString();
    } catch (CharacterCodingException e) {
      int at = in.position();
      throw new AssertionError("Not UTF-8 at byte " + at + ": <" + lossy(utf8, at) + ">", e);
    }
    if (text.startsWith("\uFEFF")) {
      throw new AssertionError("A byte order mark before <" + lossy(utf8, 3) + ">");
    }
    return text;
  }

  /** C0, DEL and C1 (in UTF-8: C2 followed by 80 to 9F) stand nowhere in a log line. */
  private static void checkControls(byte[] utf8, int end) {
    for (int i = 0; i < end; i++) {
      int b = utf8[i] & 0xFF;
      boolean c1 = b == 0xC2 && (utf8[i + 1] & 0xFF) < 0xA0;
      if (b < 0x20 || b == 0x7F || c1) {
        throw new AssertionError(
            String.format("Raw control %02X at byte %d: <%s>", b, i, lossy(utf8, i)));
      }
    }
  }

  private static void checkSurrogates(JsonNode node) {
    if (node.isTextual()) {
      checkSurrogates(node.textValue());
    } else if (node.isContainerNode()) {
      node.fieldNames().forEachRemaining(StrictJson::checkSurrogates);
      node.forEach(StrictJson::checkSurrogates);
    }
  }

  private static void checkSurrogates(String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new AssertionError("An escaped unpaired surrogate in <" + text + ">");
    }
  }

  private static String excerpt(String text, JsonProcessingException e) {
    int at = e.getLocation() == null ? 0 : (int) e.getLocation().getCharOffset();
    int from = Math.max(0, at - SHOWN);
    return "<" + text.substring(from, Math.min(text.length(), Math.max(at, from) + SHOWN)) + ">";
  }

  private static String lossy(byte[] utf8, int at) {
    int from = Math.min(Math.max(0, at - SHOWN), utf8.length);
    int to = Math.min(utf8.length, from + 2 * SHOWN);
    return new String(utf8, from, to - from, StandardCharsets.UTF_8);
  }
}
