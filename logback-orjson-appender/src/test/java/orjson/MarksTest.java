// SPDX-License-Identifier: Apache-2.0
package orjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whole or not there: mark, commit and rewind. */
class MarksTest {

  private final JsonWriter json = JsonWriter.lenient();

  private String text() {
    return new String(json.toByteArray(), StandardCharsets.UTF_8);
  }

  private void member(String name, Object value) {
    json.name(name);
    json.value(value);
  }

  @Test
  void rewindTakesBackMembersContainersAndHalfStrings() {
    json.beginObject();
    member("a", 1);
    long mark = json.mark();
    member("b", "x".repeat(5000));
    json.rewind(mark);
    mark = json.mark();
    json.name("c");
    json.rewind(mark);
    mark = json.mark();
    json.name("d");
    json.beginString();
    json.append("half");
    json.rewind(mark);
    mark = json.mark();
    json.name("e");
    json.beginArray();
    json.beginObject();
    json.name("f");
    json.rewind(mark);
    member("g", 2);
    json.endObject();
    assertThat(text()).isEqualTo("{\"a\":1,\"g\":2}");
  }

  @Test
  void rewindRestoresTheStateOfEveryPlace() {
    long root = json.mark();
    json.value(1);
    json.rewind(root);
    json.beginArray();
    long first = json.mark();
    json.value(1);
    json.value(2);
    json.rewind(first);
    json.value(3);
    long next = json.mark();
    json.value(4);
    json.rewind(next);
    json.beginObject();
    json.name("a");
    long value = json.mark();
    json.value(5);
    json.rewind(value);
    json.beginString();
    json.append("x");
    long piece = json.mark();
    json.append("y");
    json.endString();
    json.rewind(piece);
    json.append("z");
    json.endString();
    json.endObject();
    json.endArray();
    long done = json.mark();
    json.newline();
    json.rewind(done);
    assertThat(text()).isEqualTo("[3,{\"a\":\"xz\"}]");
  }

  @Test
  void commitKeepsWhatWasWritten() {
    json.beginObject();
    long mark = json.mark();
    member("a", 1);
    json.name("b");
    json.beginArray();
    json.endArray();
    json.commit(mark);
    json.endObject();
    assertThat(text()).isEqualTo("{\"a\":1,\"b\":[]}");
  }

  @Test
  void commitRefusesWhatIsUnfinishedAndTheMarkStaysValid() {
    json.beginObject();
    long mark = json.mark();
    json.name("a");
    assertThatThrownBy(() -> json.commit(mark))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("A name written since mark() has no value");
    json.beginArray();
    assertThatThrownBy(() -> json.commit(mark))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("A container or string begun since mark() was not ended");
    json.endArray();
    json.name("b");
    json.beginString();
    assertThatThrownBy(() -> json.commit(mark)).isInstanceOf(IllegalStateException.class);
    json.rewind(mark);
    json.endObject();
    assertThat(text()).isEqualTo("{}");
  }

  @Test
  void aMarkBetweenNameAndValueMayBeCommittedWithTheValue() {
    json.beginObject();
    json.name("a");
    long mark = json.mark();
    json.value(1);
    json.commit(mark);
    json.name("b");
    long empty = json.mark();
    json.commit(empty);
    json.value(2);
    json.endObject();
    assertThat(text()).isEqualTo("{\"a\":1,\"b\":2}");
  }

  @Test
  void containersOpenAtTheMarkCannotBeEnded() {
    json.beginArray();
    json.beginObject();
    long mark = json.mark();
    assertThatThrownBy(json::endObject)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("A container that was open at mark() cannot be ended");
    member("a", 1);
    assertThatThrownBy(json::endObject).isInstanceOf(IllegalStateException.class);
    json.name("b");
    json.beginObject();
    json.endObject();
    json.commit(mark);
    json.endObject();
    long second = json.mark();
    assertThatThrownBy(json::endArray).isInstanceOf(IllegalStateException.class);
    json.rewind(second);
    json.endArray();
    assertThat(text()).isEqualTo("[{\"a\":1,\"b\":{}}]");
  }

  @Test
  void cannotBeResetBetweenMarkAndCommit() {
    json.beginObject();
    long mark = json.mark();
    assertThat(json.isMarked()).isTrue();
    assertThatThrownBy(json::reset)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("reset() cannot stand between mark() and commit()");
    assertThat(text()).isEqualTo("{");
    json.commit(mark);
    json.reset();
    assertThat(json.size()).isZero();
  }

  @Test
  void marksNest() {
    json.beginArray();
    long outer = json.mark();
    json.beginArray();
    long inner = json.mark();
    json.value(1);
    json.commit(inner);
    json.endArray();
    long dropped = json.mark();
    json.value(2);
    json.rewind(dropped);
    assertThatThrownBy(json::endArray).isInstanceOf(IllegalStateException.class);
    json.commit(outer);
    json.endArray();
    assertThat(text()).isEqualTo("[[1]]");
  }

  @Test
  void rewindToAnOuterMarkDropsTheInnerOnes() {
    json.beginArray();
    long outer = json.mark();
    json.beginArray();
    assertThat(json.mark()).isNotEqualTo(outer);
    json.beginObject();
    assertThat(json.mark()).isNotEqualTo(outer);
    json.name("x");
    json.rewind(outer);
    json.value(1);
    json.endArray();
    assertThat(text()).isEqualTo("[1]");
  }

  @Test
  void marksWorkAtTheGreatestDepthAndFarIntoTheOutput() {
    for (int i = 1; i < JsonWriter.MAX_DEPTH; i++) {
      json.beginArray();
    }
    json.value("x".repeat(3 << 20));
    long outer = json.mark();
    json.beginObject();
    long inner = json.mark();
    member("a", 1);
    assertThatThrownBy(json::endObject).isInstanceOf(IllegalStateException.class);
    json.rewind(inner);
    json.endObject();
    assertThatThrownBy(json::endArray).isInstanceOf(IllegalStateException.class);
    json.commit(outer);
    for (int i = 1; i < JsonWriter.MAX_DEPTH; i++) {
      json.endArray();
    }
    assertThat(text()).endsWith("x\",{}" + "]".repeat(1022));
  }

  @Test
  void forgetsTheNamesThatWereTakenBack() {
    json.beginObject();
    member("kept", 1);
    long mark = json.mark();
    member("a", 1);
    member("a", 2);
    json.name("b");
    json.beginObject();
    member("c", 3);
    json.rewind(mark);
    member("a", 4);
    member("b", 5);
    member("kept", 6);
    json.endObject();
    assertThat(text()).isEqualTo("{\"kept\":1,\"a\":4,\"b\":5,\"kept_1\":6}");
  }

  @Test
  void remembersTheNamesThatWereCommitted() {
    json.beginObject();
    long mark = json.mark();
    member("a", 1);
    json.commit(mark);
    member("a", 2);
    json.endObject();
    assertThat(text()).isEqualTo("{\"a\":1,\"a_1\":2}");
  }

  /** Random calls, each in a mark that is committed or taken back; a plain list is the model. */
  @Test
  void randomCommitsAndRewindsLeaveWhatTheModelHolds() {
    long seed = Seed.next();
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      json.reset();
      json.beginArray();
      StringBuilder model = new StringBuilder("[");
      items(random, model, 0);
      json.endArray();
      assertThat(text()).as("seed %d", seed).isEqualTo(model.append(']').toString());
    }
  }

  private void items(Random random, StringBuilder model, int depth) {
    boolean first = true;
    for (int i = random.nextInt(6); i > 0; i--) {
      long mark = json.mark();
      int length = model.length();
      model.append(first ? "" : ",");
      if (random.nextBoolean() || depth == 6) {
        String s = random.nextBoolean() ? "中" : "y".repeat(random.nextInt(50));
        json.value(s);
        model.append('"').append(s).append('"');
      } else {
        json.beginArray();
        model.append('[');
        items(random, model, depth + 1);
        json.endArray();
        model.append(']');
      }
      if (random.nextInt(3) == 0) {
        json.rewind(mark);
        model.setLength(length);
      } else {
        json.commit(mark);
        first = false;
      }
    }
  }

  @Test
  void aFailedStrictValueLeavesTheProtectionOfAnOuterMarkAlone() {
    JsonWriter strict = JsonWriter.strict();
    strict.beginArray();
    long outer = strict.mark();
    assertThatThrownBy(() -> strict.value(List.of(1, new Object())))
        .isInstanceOf(JsonEncodeException.class);
    assertThatThrownBy(strict::endArray).isInstanceOf(IllegalStateException.class);
    strict.value(1);
    strict.commit(outer);
    strict.endArray();
    assertThat(new String(strict.toByteArray(), StandardCharsets.UTF_8)).isEqualTo("[1]");
  }
}
