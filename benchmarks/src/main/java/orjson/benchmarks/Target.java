// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

/** Where the threads of a run log to; safe for concurrent use. */
interface Target {

  /** Logs at level INFO. */
  void log(String message, Object first, Object second);

  /** Returns when all that was logged is in the file. */
  void stop();
}
