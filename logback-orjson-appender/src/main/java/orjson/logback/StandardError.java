// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import orjson.sink.StreamSink;

/** The place for what must be said when the log itself cannot say it and nobody reads statuses. */
final class StandardError {

  private StandardError() {}

  /** Writes one line to the process's standard error; if that fails, nobody can be told. */
  static void say(String message) {
    String line = "logback-orjson-appender: " + message + "\n";
    try {
      StreamSink.err(false).write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      // there is no other place left
    }
  }
}
