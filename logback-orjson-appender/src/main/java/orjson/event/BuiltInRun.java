// SPDX-License-Identifier: Apache-2.0
package orjson.event;

import static orjson.event.BuiltIn.Kind.CONSTANT;
import static orjson.event.BuiltIn.Kind.CONSTANT_TEXT;
import static orjson.event.BuiltIn.Kind.CONTEXT;
import static orjson.event.BuiltIn.Kind.LEVEL;
import static orjson.event.BuiltIn.Kind.LEVEL_VALUE;
import static orjson.event.BuiltIn.Kind.LOGGER;
import static orjson.event.BuiltIn.Kind.MDC;
import static orjson.event.BuiltIn.Kind.MESSAGE;
import static orjson.event.BuiltIn.Kind.PAIRS;
import static orjson.event.BuiltIn.Kind.STACK_TRACE;
import static orjson.event.BuiltIn.Kind.TAGS;
import static orjson.event.BuiltIn.Kind.THREAD;
import static orjson.event.BuiltIn.Kind.TIMESTAMP;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.List;
import orjson.JsonWriter;

/**
 * Built-in fields in a row, in the order of their kinds, written without a dispatch for each.
 *
 * <p>A loop with a switch spends a quarter of a plain line's time on finding the next case; a chain
 * of tests that always go the same way costs next to nothing ({@code EncodeBenchmark}).
 */
final class BuiltInRun implements EventField {

  private final List<BuiltIn> members;
  private final BuiltIn timestamp;
  private final BuiltIn constant;
  private final BuiltIn constantText;
  private final BuiltIn message;
  private final BuiltIn logger;
  private final BuiltIn thread;
  private final BuiltIn level;
  private final BuiltIn levelValue;
  private final BuiltIn stackTrace;
  private final BuiltIn context;
  private final BuiltIn mdc;
  private final BuiltIn pairs;
  private final BuiltIn tags;

  /** A run of fields whose kinds ascend, none of them twice. */
  BuiltInRun(List<BuiltIn> members) {
    this.members = List.copyOf(members);
    timestamp = member(TIMESTAMP);
    constant = member(CONSTANT);
    constantText = member(CONSTANT_TEXT);
    message = member(MESSAGE);
    logger = member(LOGGER);
    thread = member(THREAD);
    level = member(LEVEL);
    levelValue = member(LEVEL_VALUE);
    stackTrace = member(STACK_TRACE);
    context = member(CONTEXT);
    mdc = member(MDC);
    pairs = member(PAIRS);
    tags = member(TAGS);
  }

  private BuiltIn member(BuiltIn.Kind kind) {
    return members.stream().filter(member -> member.kind() == kind).findFirst().orElse(null);
  }

  /** The fields one by one. */
  List<BuiltIn> members() {
    return members;
  }

  @Override
  public void write(ILoggingEvent event, JsonWriter json) {
    head(event, json);
    if (stackTrace != null) {
      stackTrace.stackTrace(event.getThrowableProxy(), json);
    }
    if (context != null) {
      context.context(event.getLoggerContextVO(), json);
    }
    if (mdc != null) {
      mdc.mdc(event, json);
    }
    if (pairs != null) {
      pairs.pairs(event.getKeyValuePairs(), json);
    }
    if (tags != null) {
      tags.tags(event.getMarkerList(), json);
    }
  }

  private void head(ILoggingEvent event, JsonWriter json) {
    if (timestamp != null) {
      timestamp.timestamp(event, json);
    }
    if (constant != null) {
      constant.constant(json);
    }
    if (constantText != null) {
      constantText.constantText(json);
    }
    if (message != null) {
      message.message(event.getFormattedMessage(), json);
    }
    if (logger != null) {
      logger.recurring(event.getLoggerName(), json);
    }
    if (thread != null) {
      thread.recurring(event.getThreadName(), json);
    }
    if (level != null) {
      level.level(event.getLevel(), json);
    }
    if (levelValue != null) {
      levelValue.levelValue(event.getLevel(), json);
    }
  }
}
