// SPDX-License-Identifier: Apache-2.0
package orjson.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static orjson.event.Events.event;
import static orjson.event.Events.line;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.helpers.BasicMarkerFactory;
import orjson.JsonName;
import orjson.JsonWriter;

/** How an event becomes members. */
@SuppressWarnings("deprecation") // SLF4J deprecated what makes a marker refer to others
class EventFieldsTest {

  private static final BasicMarkerFactory MARKERS = new BasicMarkerFactory();

  private static JsonNode logstash(LoggingEvent event) {
    return line(EventFields.logstash(6), event);
  }

  private static List<String> names(JsonNode line) {
    List<String> names = new ArrayList<>();
    line.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static LoggingEvent withMdc(Map<String, String> mdc) {
    LoggingEvent event =
        new LoggingEvent(
            "fqcn", new LoggerContext().getLogger("a.B"), Level.INFO, "text", null, null);
    event.setInstant(Events.INSTANT);
    event.setMDCPropertyMap(mdc);
    return event;
  }

  private static LoggingEvent withPairs(KeyValuePair... pairs) {
    LoggingEvent event = event("text");
    event.setKeyValuePairs(Arrays.asList(pairs));
    return event;
  }

  private static LoggingEvent withMarkers(Marker... markers) {
    LoggingEvent event = event("text");
    for (Marker marker : markers) {
      event.addMarker(marker);
    }
    return event;
  }

  // ---- the default shape

  @Test
  void writesAPlainEventInTheShapeOfLogstash() {
    assertThat(logstash(event("order {} shipped", 7)).toString())
        .isEqualTo(
            "{\"@timestamp\":\"2026-11-30T21:15:09.140123Z\",\"@version\":\"1\","
                + "\"message\":\"order 7 shipped\",\"logger_name\":\"shop.orders.OrderService\","
                + "\"thread_name\":\"worker-1\",\"level\":\"INFO\",\"level_value\":20000}");
  }

  @Test
  void writesEveryFieldInItsPlace() {
    LoggerContext context = new LoggerContext();
    context.putProperty("app", "shop");
    LoggingEvent event = event(context, new IllegalStateException("x"), "text");
    event.addKeyValuePair(new KeyValuePair("orderId", 7));
    event.addMarker(MARKERS.getDetachedMarker("AUDIT"));
    assertThat(names(logstash(event)))
        .containsExactly(
            "@timestamp",
            "@version",
            "message",
            "logger_name",
            "thread_name",
            "level",
            "level_value",
            "stack_trace",
            "app",
            "orderId",
            "tags");
  }

  @ParameterizedTest
  @CsvSource({"TRACE, 5000", "DEBUG, 10000", "INFO, 20000", "WARN, 30000", "ERROR, 40000"})
  void writesLevelsByNameAndNumber(String level, int value) {
    LoggingEvent event = new LoggingEvent();
    event.setLevel(Level.toLevel(level));
    JsonNode line = line(List.of(EventFields.level("l"), EventFields.levelValue("n")), event);
    assertThat(line.toString()).isEqualTo("{\"l\":\"" + level + "\",\"n\":" + value + "}");
  }

  @ParameterizedTest
  @CsvSource({"0, 09Z", "3, 09.140Z", "6, 09.140123Z", "9, 09.140123456Z"})
  void writesTimestampsOfTheWantedPrecision(int digits, String end) {
    JsonNode line = line(List.of(EventFields.timestamp("t", digits)), event("text"));
    assertThat(line.get("t").textValue()).isEqualTo("2026-11-30T21:15:" + end);
  }

  @Test
  void writesTheMillisecondsOfAnEventWithoutInstant() {
    LoggingEvent event = new LoggingEvent();
    event.setTimeStamp(1_234L);
    JsonNode line = line(List.of(EventFields.timestamp("t", 6)), event);
    assertThat(line.get("t").textValue()).isEqualTo("1970-01-01T00:00:01.234000Z");
  }

  @Test
  void leavesOutWhatAnEventDoesNotHave() {
    LoggingEvent empty = new LoggingEvent();
    empty.setInstant(Events.INSTANT);
    empty.setThreadName("t");
    empty.setMDCPropertyMap(Map.of());
    List<EventField> fields =
        List.of(
            EventFields.message("message"),
            EventFields.loggerName("logger"),
            EventFields.level("level"),
            EventFields.levelValue("value"),
            EventFields.stackTrace("trace"),
            EventFields.contextProperties(),
            EventFields.mdc(),
            EventFields.keyValuePairs(),
            EventFields.tags("tags"));
    assertThat(line(fields, empty).toString()).isEqualTo("{}");
  }

  @Test
  void writesMessagesAsTheyAre() {
    assertThat(logstash(event((String) null)).has("message")).isFalse();
    assertThat(logstash(event("")).get("message").textValue()).isEmpty();
    String odd = "\u0000\u001F\"\\\n\u007F\u0085\u2028中😀";
    assertThat(logstash(event(odd)).get("message").textValue()).isEqualTo(odd);
    assertThat(logstash(event("a {} b", "\uD800")).get("message").textValue())
        .isEqualTo("a \uFFFD b");
  }

  // ---- members of the application's own naming

  @Test
  void writesMdcEntriesAsMembers() {
    Map<String, String> mdc = new LinkedHashMap<>();
    mdc.put("traceId", "4bf9");
    mdc.put("nothing", null);
    mdc.put("", "empty");
    mdc.put("user\n", "中");
    JsonNode line = line(List.of(EventFields.mdc()), withMdc(mdc));
    assertThat(line.toString())
        .isEqualTo("{\"traceId\":\"4bf9\",\"\":\"empty\",\"user\\n\":\"中\"}");
  }

  @Test
  void leavesOutANullKey() {
    Map<String, String> mdc = new HashMap<>();
    mdc.put(null, "x");
    mdc.put("a", "b");
    assertThat(line(List.of(EventFields.mdc()), withMdc(mdc)).toString())
        .isEqualTo("{\"a\":\"b\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@timestamp",
        "@version",
        "message",
        "logger_name",
        "thread_name",
        "level",
        "level_value",
        "stack_trace",
        "tags"
      })
  void theApplicationCannotTakeTheNameOfAStandardField(String name) {
    LoggingEvent event = withMdc(Map.of(name, "from the MDC"));
    event.addKeyValuePair(new KeyValuePair(name, "from a pair"));
    event.addMarker(MARKERS.getDetachedMarker("AUDIT"));
    JsonNode line = logstash(event);
    assertThat(line.get(name + "_1").textValue()).isEqualTo("from the MDC");
    assertThat(line.get(name + "_2").textValue()).isEqualTo("from a pair");
    JsonNode plain = logstash(withMarkers(MARKERS.getDetachedMarker("AUDIT")));
    if (plain.has(name) && !name.equals("logger_name") && !name.equals("thread_name")) {
      assertThat(line.get(name)).isEqualTo(plain.get(name));
    }
  }

  @Test
  void contextMdcAndPairsOfOneNameAreAllKept() {
    LoggerContext context = new LoggerContext();
    context.putProperty("id", "context");
    LoggingEvent event =
        new LoggingEvent("fqcn", context.getLogger("a.B"), Level.INFO, "text", null, null);
    event.setMDCPropertyMap(Map.of("id", "mdc"));
    event.addKeyValuePair(new KeyValuePair("id", "pair"));
    event.addKeyValuePair(new KeyValuePair("id", "again"));
    JsonNode line = logstash(event);
    assertThat(line.get("id").textValue()).isEqualTo("context");
    assertThat(line.get("id_1").textValue()).isEqualTo("mdc");
    assertThat(line.get("id_2").textValue()).isEqualTo("pair");
    assertThat(line.get("id_3").textValue()).isEqualTo("again");
  }

  @Test
  void writesPairsByTheirType() {
    LoggingEvent event =
        withPairs(
            new KeyValuePair("int", 7),
            new KeyValuePair("decimal", new BigDecimal("19.90")),
            new KeyValuePair("flag", true),
            new KeyValuePair("nan", Double.NaN),
            new KeyValuePair("list", List.of(1, "a")),
            new KeyValuePair("map", Collections.singletonMap("k", null)),
            new KeyValuePair("null", null),
            null,
            new KeyValuePair(null, "no key"));
    assertThat(line(List.of(EventFields.keyValuePairs()), event).toString())
        .isEqualTo(
            "{\"int\":7,\"decimal\":19.90,\"flag\":true,\"nan\":\"NaN\",\"list\":[1,\"a\"],"
                + "\"map\":{\"k\":null}}");
  }

  @Test
  void aPairThatThrowsCostsOnlyItself() {
    Object bad =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("closed");
          }
        };
    LoggingEvent event = withPairs(new KeyValuePair("bad", bad), new KeyValuePair("good", 1));
    assertThat(line(List.of(EventFields.keyValuePairs()), event).toString())
        .isEqualTo("{\"bad\":\"<IllegalStateException: closed>\",\"good\":1}");
  }

  // ---- markers

  private static List<String> tags(LoggingEvent event) {
    List<String> tags = new ArrayList<>();
    line(List.of(EventFields.tags("tags")), event)
        .path("tags")
        .forEach(n -> tags.add(n.textValue()));
    return tags;
  }

  private static Marker marker(String name, Marker... references) {
    Marker marker = MARKERS.getDetachedMarker(name);
    for (Marker each : references) {
      marker.add(each);
    }
    return marker;
  }

  @Test
  void writesMarkersAndWhatTheyReferTo() {
    assertThat(tags(withMarkers(marker("A"), marker("B")))).containsExactly("A", "B");
    assertThat(tags(withMarkers(marker("A", marker("B", marker("C")), marker("D")), marker("E"))))
        .containsExactly("A", "B", "C", "D", "E");
    assertThat(line(List.of(EventFields.tags("tags")), event("x")).has("tags")).isFalse();
  }

  /** SLF4J's own markers refuse to be circular; others need not. */
  private record Loop(String name, List<Marker> references) implements Marker {

    private static final long serialVersionUID = 1;

    @Override
    public String getName() {
      return name;
    }

    @Override
    public Iterator<Marker> iterator() {
      return references.iterator();
    }

    @Override
    public void add(Marker reference) {
      references.add(reference);
    }

    @Override
    public boolean remove(Marker reference) {
      return references.remove(reference);
    }

    @Override
    public boolean hasChildren() {
      return hasReferences();
    }

    @Override
    public boolean hasReferences() {
      return !references.isEmpty();
    }

    @Override
    public boolean contains(Marker other) {
      return references.contains(other);
    }

    @Override
    public boolean contains(String other) {
      return references.stream().anyMatch(each -> each.getName().equals(other));
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  @Test
  void endsWhereMarkersAreCircular() {
    Marker self = new Loop("SELF", new ArrayList<>());
    self.add(self);
    assertThat(tags(withMarkers(self))).hasSize(100).containsOnly("SELF");
    Marker a = new Loop("A", new ArrayList<>());
    Marker b = new Loop("B", new ArrayList<>(List.of(a, a)));
    a.add(b);
    assertThat(tags(withMarkers(a, marker("LAST")))).hasSize(100).startsWith("A", "B", "A");
  }

  // ---- fields made of others

  @Test
  void constantsAreTheSameInEveryLine() {
    List<EventField> fields =
        List.of(
            EventFields.constant("service", "shop"),
            EventFields.constant("instance", 3),
            EventFields.constant("labels", Map.of("zone", List.of("a"))),
            EventFields.constant("nothing", null));
    for (int i = 0; i < 2; i++) {
      assertThat(line(fields, event("x")).toString())
          .isEqualTo(
              "{\"service\":\"shop\",\"instance\":3,\"labels\":{\"zone\":[\"a\"]},"
                  + "\"nothing\":null}");
    }
  }

  @Test
  void aConstantIsEncodedOnce() {
    List<Object> value = new ArrayList<>(List.of(1));
    EventField constant = EventFields.constant("c", value);
    value.add(2);
    assertThat(line(List.of(constant), event("x")).toString()).isEqualTo("{\"c\":[1]}");
  }

  @Test
  void objectsHoldTheMembersOfOtherFields() {
    EventField object =
        EventFields.object(
            "log",
            List.of(
                EventFields.level("level"),
                EventFields.mdc(),
                EventFields.object("empty", List.of())));
    JsonNode line =
        line(List.of(EventFields.level("level"), object), withMdc(Map.of("level", "mine")));
    assertThat(line.toString())
        .isEqualTo(
            "{\"level\":\"INFO\",\"log\":{\"level\":\"INFO\",\"level_1\":\"mine\",\"empty\":{}}}");
  }

  @Test
  void reservesTheNamesOfItsFields() {
    assertThat(EventFields.logstash(3).stream().flatMap(f -> f.reservedNames().stream()))
        .extracting(JsonName::text)
        .containsExactly(
            "@timestamp",
            "@version",
            "message",
            "logger_name",
            "thread_name",
            "level",
            "level_value",
            "stack_trace",
            "tags");
    EventField own = (event, json) -> {};
    assertThat(own.reservedNames()).isEmpty();
  }

  @Test
  void aFieldCannotEndTheObjectItWasGiven() {
    EventField rude = (event, json) -> json.endObject();
    assertThatThrownBy(() -> line(List.of(rude), event("x")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("A container that was open at mark() cannot be ended");
  }

  @Test
  void aFieldThatThrowsCanBeTakenBack() {
    JsonWriter json = JsonWriter.lenient();
    json.beginObject();
    EventField half =
        (event, writer) -> {
          writer.name("half");
          writer.beginArray();
          throw new IllegalStateException("half");
        };
    long mark = json.mark();
    assertThatThrownBy(() -> half.write(event("x"), json)).hasMessage("half");
    json.rewind(mark);
    EventFields.message("message").write(event("x"), json);
    json.endObject();
    assertThat(json.toByteArray())
        .isEqualTo("{\"message\":\"x\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }
}
