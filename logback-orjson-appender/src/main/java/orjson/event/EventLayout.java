// SPDX-License-Identifier: Apache-2.0
package orjson.event;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.ArrayList;
import java.util.List;
import orjson.JsonName;
import orjson.JsonWriter;

/**
 * The members of a line in their order.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class EventLayout {

  private static final JsonName ENCODE_ERROR = JsonName.of("encode_error");

  /** The fields; built-in ones in the usual order are one part. */
  private final EventField[] parts;

  private final JsonName[] reserved;

  /** The least {@code maxLineBytes}: room for a timestamp and some text. */
  public static final int MIN_LINE_BYTES = 256;

  /** Null if lines may have any length. */
  private final LineLimit limit;

  /**
   * A layout of fields, for lines of any length.
   *
   * @param fields the fields in their order
   * @throws IllegalArgumentException if two fields reserve the same name
   */
  public EventLayout(List<EventField> fields) {
    this(fields, 0);
  }

  /**
   * A layout of fields, for lines up to some length.
   *
   * @param fields the fields in their order
   * @param maxLineBytes the most bytes of a line, its line feed included, at least 256; 0 for any
   *     number. The name {@code truncated} is reserved for lines that were shortened
   * @throws IllegalArgumentException if two fields reserve the same name, or if {@code
   *     maxLineBytes} is out of range
   */
  public EventLayout(List<EventField> fields, int maxLineBytes) {
    List<JsonName> names = names(fields);
    if (maxLineBytes == 0) {
      this.limit = null;
    } else {
      JsonName stackTrace = name(fields, BuiltIn.Kind.STACK_TRACE);
      JsonName message = name(fields, BuiltIn.Kind.MESSAGE);
      this.limit = new LineLimit(maxLineBytes, stackTrace, message, names);
      add(LineLimit.TRUNCATED, names);
    }
    this.reserved = names.toArray(JsonName[]::new);
    this.parts = parts(fields);
  }

  private static List<JsonName> names(List<EventField> fields) {
    List<JsonName> names = new ArrayList<>();
    for (EventField field : fields) {
      for (JsonName name : field.reservedNames()) {
        add(name, names);
      }
    }
    return names;
  }

  private static void add(JsonName name, List<JsonName> names) {
    if (names.contains(name)) {
      throw new IllegalArgumentException("Two fields have the name \"" + name + "\"");
    }
    names.add(name);
  }

  /** The name of the first built-in field of that kind, or null. */
  private static JsonName name(List<EventField> fields, BuiltIn.Kind kind) {
    for (EventField field : fields) {
      if (field instanceof BuiltIn builtIn && builtIn.kind() == kind) {
        return builtIn.reservedNames().get(0);
      }
    }
    return null;
  }

  private static EventField[] parts(List<EventField> fields) {
    List<EventField> parts = new ArrayList<>();
    List<BuiltIn> run = new ArrayList<>();
    for (EventField field : fields) {
      boolean joins =
          field instanceof BuiltIn next
              && (run.isEmpty() || run.get(run.size() - 1).kind().compareTo(next.kind()) < 0);
      if (!joins && !run.isEmpty()) {
        parts.add(new BuiltInRun(run));
        run.clear();
      }
      if (field instanceof BuiltIn builtIn) {
        run.add(builtIn);
      } else {
        parts.add(field);
      }
    }
    if (!run.isEmpty()) {
      parts.add(new BuiltInRun(run));
    }
    return parts.toArray(EventField[]::new);
  }

  /**
   * Writes one event as one line, line feed included. A field that throws costs only itself: in its
   * place stands a member {@code encode_error}.
   *
   * @param event the event
   * @param json a lenient writer in its initial state
   * @return whether the line was shortened
   * @throws VirtualMachineError what a field threw, if it is one and not a StackOverflowError
   */
  public boolean write(ILoggingEvent event, JsonWriter json) {
    json.beginObject();
    json.reserve(reserved);
    for (EventField part : parts) {
      write(part, event, json);
    }
    json.endObject();
    json.newline();
    return limit != null && limit.apply(json);
  }

  private static void write(EventField part, ILoggingEvent event, JsonWriter json) {
    long mark = json.mark();
    try {
      part.write(event, json);
      json.commit(mark);
    } catch (Throwable t) {
      json.rewind(mark);
      if (part instanceof BuiltInRun run) {
        run.members().forEach(member -> write(member, event, json));
      } else {
        json.name(ENCODE_ERROR);
        json.failure(t);
      }
    }
  }
}
