// SPDX-License-Identifier: Apache-2.0
package orjson.examples.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import orjson.examples.ChildJvm;
import orjson.examples.ChildJvm.Result;
import orjson.examples.JsonLines;

final class ReplayTest {

  private static final Pattern SUMMARY =
      Pattern.compile(
          "replay: (?<lines>\\d+) lines, (?<text>\\d+) bytes of text, (?<json>\\d+) bytes of JSON,"
              + " \\d+\\.\\d{3} s, \\d+ lines/s, (?<dropped>\\d+) dropped\\R");

  private static final String MEGABYTE = "x".repeat(1 << 20);

  /** What the lines of {@link #hostileText()} must read as. */
  private static final List<String> MESSAGES =
      List.of(
          "plain",
          "",
          "ended by CR LF",
          "lone \r inside",
          "bad \uFFFD UTF-8, overlong \uFFFD\uFFFD, surrogate \uFFFD",
          "<the megabyte>",
          "quotes \" and \\ and {} and \u0000\u001B[0m\u007F\u0085",
          "中文 🎉 \u2028",
          "no line feed at the end");

  @TempDir Path directory;

  private Path text;

  @BeforeEach
  void writeText() throws IOException {
    text = Files.write(directory.resolve("hostile.txt"), hostileText());
  }

  private static byte[] hostileText() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out, "plain\n\nended by CR LF\r\nlone \r inside\nbad ");
    out.write(0xFF);
    write(out, " UTF-8, overlong ");
    out.writeBytes(new byte[] {(byte) 0xC0, (byte) 0xAF});
    write(out, ", surrogate ");
    out.writeBytes(new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80});
    write(out, "\n" + MEGABYTE + "\n");
    write(out, "quotes \" and \\ and {} and \u0000\u001B[0m\u007F\u0085\n");
    write(out, "中文 🎉 \u2028\nno line feed at the end");
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void writesEveryLineToStdout() throws Exception {
    Result result = replay("hostile.txt");
    checkSummary(result, MESSAGES.size(), result.stdout().length);
    checkEvents(JsonLines.objects(result.stdout()));
  }

  @Test
  void writesEveryLineToStdoutOnTheModulePath() throws Exception {
    Result result = ChildJvm.onModulePath(directory, Main.class).run(Main.class, "hostile.txt");
    checkSummary(result, MESSAGES.size(), result.stdout().length);
    checkEvents(JsonLines.objects(result.stdout()));
  }

  @Test
  void writesEveryLineToAFileItEmptiesFirst() throws Exception {
    Path output = Files.writeString(directory.resolve("out.jsonl"), "something old\n");
    Result result = replay("--out", "out.jsonl", "hostile.txt");
    assertThat(result.stdout()).isEmpty();
    byte[] json = Files.readAllBytes(output);
    checkSummary(result, MESSAGES.size(), json.length);
    checkEvents(JsonLines.objects(json));
  }

  @Test
  void repeatsAllFiles() throws Exception {
    Files.writeString(directory.resolve("a.txt"), "1\n2\n");
    Files.writeString(directory.resolve("b.txt"), "3\n");
    Result result = replay("--repeat", "3", "a.txt", "b.txt");
    assertThat(result.exitCode()).isZero();
    assertThat(JsonLines.objects(result.stdout()))
        .extracting(event -> event.get("message").textValue())
        .containsExactly("1", "2", "3", "1", "2", "3", "1", "2", "3");
  }

  @Test
  void accountsForEveryLineWhenItMayDrop() throws Exception {
    Files.writeString(directory.resolve("many.txt"), "a line of text\n".repeat(100_000));
    Result result = replay("--append-timeout", "0", "--out", "out.jsonl", "many.txt");
    assertThat(result.exitCode()).isZero();
    Matcher summary = summary(result);
    List<JsonNode> events = JsonLines.objects(Files.readAllBytes(directory.resolve("out.jsonl")));
    assertThat(events.size() + Long.parseLong(summary.group("dropped"))).isEqualTo(100_000);
  }

  @Test
  void takesAnEmptyFile() throws Exception {
    Files.writeString(directory.resolve("empty.txt"), "");
    Result result = replay("empty.txt");
    checkSummary(result, 0, 0);
    assertThat(result.stdout()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "missing.txt | missing.txt: no such file",
        ". | .: is a directory",
        "'' | : is a directory",
        "--out | --out needs an argument",
        "--out out.jsonl | no file is given",
        "--fast hostile.txt | --fast: no such option",
        "--repeat 0 hostile.txt | --repeat: \"0\" is not a number from 1 on",
        "--repeat many hostile.txt | --repeat: \"many\" is not a number from 1 on",
        "--out hostile.txt hostile.txt | hostile.txt: cannot be input and output at once",
        "--out . hostile.txt | .: cannot be opened",
        "--append-timeout soon hostile.txt | appendTimeout: \"soon\" is not -1 (wait), 0 (drop)"
            + " or a duration such as 50 ms or 5 seconds",
      })
  void saysWhatIsWrong(String commandLine, String message) throws Exception {
    Result result = replay(commandLine.split(" ", -1));
    assertThat(result.stderr())
        .isEqualToNormalizingNewlines("replay: " + message + "\nTry --help.\n");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.stdout()).isEmpty();
    assertThat(text).hasBinaryContent(hostileText());
  }

  @Test
  void explainsItself() throws Exception {
    Result result = replay("--help");
    assertThat(result.exitCode()).isZero();
    assertThat(result.stderr()).isEmpty();
    assertThat(new String(result.stdout(), StandardCharsets.UTF_8)).isEqualTo(Options.USAGE);
  }

  private Result replay(String... args) throws IOException, InterruptedException {
    return ChildJvm.onClassPath(directory, Main.class).run(Main.class, args);
  }

  private static Matcher summary(Result result) {
    Matcher summary = SUMMARY.matcher(result.stderr());
    assertThat(summary.matches()).as(result.stderr()).isTrue();
    return summary;
  }

  private void checkSummary(Result result, long lines, long jsonBytes) throws IOException {
    Matcher summary = summary(result);
    assertThat(result.exitCode()).isZero();
    assertThat(summary.group("lines")).isEqualTo(Long.toString(lines));
    assertThat(summary.group("json")).isEqualTo(Long.toString(jsonBytes));
    assertThat(summary.group("dropped")).isEqualTo("0");
    if (lines > 0) {
      assertThat(summary.group("text")).isEqualTo(Long.toString(Files.size(text)));
    }
  }

  private static void checkEvents(List<JsonNode> events) {
    assertThat(events)
        .extracting(event -> event.get("message").textValue())
        .extracting(message -> message.equals(MEGABYTE) ? "<the megabyte>" : message)
        .containsExactlyElementsOf(MESSAGES);
    for (int i = 0; i < events.size(); i++) {
      assertThat(events.get(i).get("line").intValue()).isEqualTo(i + 1);
      assertThat(events.get(i).get("file").textValue()).isEqualTo("hostile.txt");
    }
  }
}
