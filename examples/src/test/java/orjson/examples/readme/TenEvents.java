// SPDX-License-Identifier: Apache-2.0
package orjson.examples.readme;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs ten events and ends without a word to Logback, as services do. */
public final class TenEvents {

  private TenEvents() {}

  public static void main(String[] args) {
    Logger log = LoggerFactory.getLogger(TenEvents.class);
    for (int i = 0; i < 10; i++) {
      log.info("event {} 🎉", i);
    }
  }
}
