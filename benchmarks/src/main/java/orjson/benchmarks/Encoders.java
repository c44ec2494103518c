// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import ch.qos.logback.classic.encoder.JsonEncoder;
import net.logstash.logback.encoder.LogstashEncoder;
import orjson.logback.OrjsonEncoder;

/** The contenders, started. */
final class Encoders {

  private Encoders() {}

  /** Ours, with default settings. */
  static OrjsonEncoder orjson() {
    OrjsonEncoder encoder = new OrjsonEncoder();
    encoder.setContext(Events.context());
    encoder.start();
    return encoder;
  }

  /** The peer whose shape ours writes by default, with default settings. */
  static LogstashEncoder logstash() {
    LogstashEncoder encoder = new LogstashEncoder();
    encoder.setContext(Events.context());
    encoder.start();
    return encoder;
  }

  /**
   * Logback's own, with the formatted message in the place of its pattern and arguments: the same
   * work as the others do.
   */
  static JsonEncoder logback() {
    JsonEncoder encoder = new JsonEncoder();
    encoder.setContext(Events.context());
    encoder.setWithFormattedMessage(true);
    encoder.setWithMessage(false);
    encoder.setWithArguments(false);
    encoder.start();
    return encoder;
  }
}
