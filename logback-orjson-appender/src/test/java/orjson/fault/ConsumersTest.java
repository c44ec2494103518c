// SPDX-License-Identifier: Apache-2.0
package orjson.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import orjson.StrictJson;

/** Programs that read the lines, with the configuration in {@code examples/consumers}. */
@Tag("fault")
@Timeout(180)
final class ConsumersTest {

  private static final int EVENTS = 5000;

  /**
   * Starts a journald of its own where nobody else sees it, then the program, then shows the
   * journal. Its arguments: the file for the journal, the program and its arguments.
   */
  private static final String JOURNALD =
      """
      mount -t tmpfs tmpfs /run
      mkdir -p /run/systemd/journal /run/log/journal /run/systemd/journald.conf.d
      cat > /run/systemd/journald.conf.d/test.conf <<'END'
      [Journal]
      Storage=volatile
      ForwardToSyslog=no
      ForwardToKMsg=no
      ForwardToWall=no
      ReadKMsg=no
      Audit=no
      RateLimitIntervalSec=0
      END
      [ -s /etc/machine-id ] || systemd-machine-id-setup
      /lib/systemd/systemd-journald &
      journald=$!
      for i in $(seq 100); do [ -S /run/systemd/journal/stdout ] && break; sleep 0.1; done
      journal=$1
      shift
      systemd-cat -t app "$@"
      status=$?
      journalctl --sync
      directory=$(dirname "$(find /run/log/journal -name system.journal | head -1)")
      journalctl -D "$directory" -t app -o json --all --no-pager > "$journal"
      kill $journald
      wait $journald
      exit $status
      """;

  @TempDir Path directory;

  @Test
  void journaldKeepsEachLineAsOneEntryWithItsPriority() throws Exception {
    Machine.needs("unshare", "systemd-cat", "journalctl", "systemd-journald");
    Path journal = directory.resolve("journal");
    LoadRun run =
        new LoadRun(directory)
            .with("<journaldPrefix>true</journaldPrefix>")
            .through(
                "unshare", "-m", "--propagation", "private", "bash", "-c", JOURNALD, "journald")
            .through(journal.toString())
            .events(EVENTS);
    run.run();
    StringBuilder messages = new StringBuilder();
    StrictJson.forEachLine(
        journal,
        entry -> {
          assertThat(entry.get("PRIORITY").textValue()).isEqualTo("6");
          assertThat(entry.has("_LINE_BREAK")).isFalse();
          messages.append(entry.get("MESSAGE").textValue()).append('\n');
        });
    byte[] bytes = messages.toString().getBytes(StandardCharsets.UTF_8);
    LogFileOracle.read(1, bytes).assertEveryEventOnce(EVENTS);
  }

  @Test
  void lnavReadsTimeLevelAndMessageWithOurFormatFile() throws Exception {
    Machine.needs("lnav", "env");
    Path file = logged();
    String home = "HOME=" + Files.createDirectory(directory.resolve("home"));
    Path format = directory.resolve("orjson_log.json");
    Files.writeString(format, Machine.example("lnav/orjson_log.json"));
    Machine.run("env", home, "lnav", "-i", format.toString());
    String query = ";select log_time, log_level, log_body from orjson_log";
    String csv =
        Machine.run(
            "env", home, "lnav", "-n", "-c", query, "-c", ":write-csv-to -", file.toString());
    List<String> rows = csv.lines().skip(1).toList();
    List<JsonNode> lines = StrictJson.lines(file);
    assertThat(rows).hasSize(EVENTS);
    for (int i = 0; i < EVENTS; i++) {
      String time = lines.get(i).get("@timestamp").textValue();
      String date = time.substring(0, 10) + ' ' + time.substring(11, 23);
      String message = lines.get(i).get("message").textValue();
      assertThat(rows.get(i)).isEqualTo(date + ",info," + message);
    }
  }

  @Test
  void jqReadsEveryLine() throws Exception {
    Machine.needs("jq");
    Path file = logged();
    String printed =
        Machine.run("jq", "-r", "select(.level_value == 20000) | .message", file.toString());
    List<String> expected = new ArrayList<>();
    StrictJson.forEachLine(file, line -> expected.add(line.get("message").textValue()));
    assertThat(printed.lines().toList()).isEqualTo(expected).hasSize(EVENTS);
  }

  private Path logged() throws Exception {
    Path file = directory.resolve("app.jsonl");
    new LoadRun(directory).to(file).events(EVENTS).run();
    return file;
  }
}
