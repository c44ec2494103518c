// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import orjson.DuplicateKeys;
import orjson.JsonWriter;
import orjson.JsonWriterPool;
import orjson.event.EventField;
import orjson.event.EventFields;
import orjson.event.EventLayout;

/**
 * A Logback encoder that writes one event as one JSON object on one line.
 *
 * <p>Works in any appender that takes an encoder. Each line is valid UTF-8 and valid JSON, holds no
 * raw control character, and ends with {@code \n}; there is no header and no footer. The members,
 * their names and their order are those of logstash-logback-encoder's {@code LogstashEncoder}.
 *
 * <p>Setters only store; {@link #start()} checks. A wrong setting is an ERROR status that names it,
 * and the encoder stays stopped. After {@code start()} the encoder is safe for concurrent use, and
 * {@link #encode} never throws because of what was logged.
 */
public final class OrjsonEncoder extends EncoderBase<ILoggingEvent> {

  private static final byte[] NOTHING = {};

  /** Below the 32 KiB at which Fluent Bit gives a file up. */
  private static final int DEFAULT_MAX_LINE_BYTES = 32_000;

  private final List<EventField> customFields = new ArrayList<>();
  private final LongAdder truncatedLines = new LongAdder();

  private String timestampFractionDigits;
  private String duplicateKeys;
  private String maxLineBytes;

  /** Set before {@link #layout} is, and read after it. */
  private JsonWriterPool writers;

  /** What {@link #start()} built; null while stopped. */
  private volatile EventLayout layout;

  /** An encoder with the default settings, to be started before use. */
  public OrjsonEncoder() {}

  /**
   * How many digits the timestamp's fraction has, in every line alike.
   *
   * @param digits {@code 3}, {@code 6} (the default) or {@code 9}
   */
  public void setTimestampFractionDigits(String digits) {
    this.timestampFractionDigits = digits;
  }

  /**
   * What becomes of a member whose name the line already has, or which is called as one of the
   * line's own members.
   *
   * @param duplicateKeys {@code rename}, the default: it becomes {@code name_1}, {@code name_2} and
   *     so on; {@code drop}: it is left out; {@code keep}: it is written, as
   *     logstash-logback-encoder does, and many readers refuse the line
   */
  public void setDuplicateKeys(String duplicateKeys) {
    this.duplicateKeys = duplicateKeys;
  }

  /**
   * The most bytes of a line, its line feed included. A longer one is shortened and remains valid
   * JSON: the stack trace is cut first, then the message, then other texts; {@code
   * "truncated":true} says so.
   *
   * @param maxLineBytes a number from 256 on, {@code 32000} by default; {@code 0} for no limit
   */
  public void setMaxLineBytes(String maxLineBytes) {
    this.maxLineBytes = maxLineBytes;
  }

  /**
   * Adds a field behind all others; may be called more than once.
   *
   * @param field the field
   */
  public void addCustomField(EventField field) {
    customFields.add(field);
  }

  @Override
  public void start() {
    Settings settings = new Settings();
    int digits =
        settings.oneOf("timestampFractionDigits", timestampFractionDigits, 6, List.of(3, 6, 9));
    String duplicates =
        settings.choice(
            "duplicateKeys", duplicateKeys, "rename", List.of("rename", "drop", "keep"));
    int limit =
        settings.zeroOrFrom(
            "maxLineBytes", maxLineBytes, DEFAULT_MAX_LINE_BYTES, EventLayout.MIN_LINE_BYTES);
    if (settings.report(this)) {
      return;
    }
    DuplicateKeys policy = DuplicateKeys.valueOf(duplicates.toUpperCase(Locale.ROOT));
    int wanted = limit == 0 ? Integer.MAX_VALUE : limit;
    writers = new JsonWriterPool(() -> JsonWriter.lenient(policy, wanted));
    truncatedLines.reset();
    List<EventField> fields = new ArrayList<>(EventFields.logstash(digits));
    fields.addAll(customFields);
    try {
      layout = new EventLayout(fields, limit);
    } catch (IllegalArgumentException e) {
      addError("customField: " + e.getMessage());
      return;
    }
    super.start();
  }

  @Override
  public void stop() {
    super.stop();
    layout = null;
  }

  /** Null: a line needs no header. */
  @Override
  public byte[] headerBytes() {
    return null;
  }

  /** Null: a line needs no footer. */
  @Override
  public byte[] footerBytes() {
    return null;
  }

  /**
   * Encodes one event.
   *
   * @return the line in an array of its own, its line feed included; empty while the encoder is
   *     stopped
   */
  @Override
  public byte[] encode(ILoggingEvent event) {
    JsonWriter line = acquireLine(event);
    if (line == null) {
      return NOTHING;
    }
    try {
      return line.toByteArray();
    } finally {
      release(line);
    }
  }

  /** Lines shortened to {@code maxLineBytes}, since the last start. */
  public long getTruncatedLines() {
    return truncatedLines.sum();
  }

  /**
   * The event's line in a pooled writer, which the caller must give to {@link #release}; null while
   * the encoder is stopped.
   */
  JsonWriter acquireLine(ILoggingEvent event) {
    EventLayout current = layout;
    if (current == null) {
      return null;
    }
    JsonWriter json = writers.acquire();
    // A writer that an Error interrupted is not given back: it may be in any state.
    if (current.write(event, json)) {
      truncatedLines.increment();
    }
    return json;
  }

  void release(JsonWriter line) {
    writers.release(line);
  }
}
