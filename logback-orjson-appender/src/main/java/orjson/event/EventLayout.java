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

  private final EventField[] fields;
  private final JsonName[] reserved;

  /** At the index of a field: the end of the fields that are written under one mark with it. */
  private final int[] runEnds;

  /**
   * A layout of fields.
   *
   * @param fields the fields in their order
   * @throws IllegalArgumentException if two fields reserve the same name
   */
  public EventLayout(List<EventField> fields) {
    this.fields = fields.toArray(EventField[]::new);
    List<JsonName> names = new ArrayList<>();
    for (EventField field : this.fields) {
      for (JsonName name : field.reservedNames()) {
        if (names.contains(name)) {
          throw new IllegalArgumentException("Two fields have the name \"" + name + "\"");
        }
        names.add(name);
      }
    }
    this.reserved = names.toArray(JsonName[]::new);
    this.runEnds = runEnds(this.fields);
  }

  /** Built-in fields hardly ever throw, so those in a row share a mark; others have their own. */
  private static int[] runEnds(EventField[] fields) {
    int[] ends = new int[fields.length];
    for (int i = fields.length - 1; i >= 0; i--) {
      boolean joined =
          i + 1 < fields.length && fields[i] instanceof BuiltIn && fields[i + 1] instanceof BuiltIn;
      ends[i] = joined ? ends[i + 1] : i + 1;
    }
    return ends;
  }

  /**
   * Writes one event as one line, line feed included. A field that throws costs only itself: in its
   * place stands a member {@code encode_error}.
   *
   * @param event the event
   * @param json a lenient writer in its initial state
   * @throws VirtualMachineError what a field threw, if it is one and not a StackOverflowError
   */
  public void write(ILoggingEvent event, JsonWriter json) {
    json.beginObject();
    json.reserve(reserved);
    for (int i = 0; i < fields.length; i = runEnds[i]) {
      writeRun(event, json, i, runEnds[i]);
    }
    json.endObject();
    json.newline();
  }

  private void writeRun(ILoggingEvent event, JsonWriter json, int from, int to) {
    long mark = json.mark();
    try {
      for (int i = from; i < to; i++) {
        fields[i].write(event, json);
      }
      json.commit(mark);
    } catch (Throwable t) {
      json.rewind(mark);
      if (to - from > 1) {
        oneByOne(event, json, from, to);
      } else {
        json.name(ENCODE_ERROR);
        json.failure(t);
      }
    }
  }

  /** A run was taken back because one of its fields threw; the others are written all the same. */
  private void oneByOne(ILoggingEvent event, JsonWriter json, int from, int to) {
    for (int i = from; i < to; i++) {
      writeRun(event, json, i, i + 1);
    }
  }
}
