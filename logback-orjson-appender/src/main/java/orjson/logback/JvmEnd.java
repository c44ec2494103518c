// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import orjson.ring.LineRing;

/**
 * At the JVM's end writes what was accepted.
 *
 * <p>Other hooks may log until the very end, so the appender is not stopped: each of their lines is
 * written before the call returns.
 */
final class JvmEnd {

  private final Thread hook;

  private JvmEnd(Thread hook) {
    this.hook = hook;
  }

  /** Adds a hook for a ring, or does its work if the JVM is going down already. */
  static JvmEnd watch(LineRing ring, long graceNanos, String appender) {
    Runnable work =
        () -> {
          ring.beSynchronous();
          if (!ring.flush(graceNanos)) {
            StandardError.say(ring.queueDepth() + " lines wait to be written at the JVM's end");
          }
        };
    Thread hook = new Thread(work, "orjson-shutdown-" + appender);
    hook.setContextClassLoader(JvmEnd.class.getClassLoader());
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      ring.beSynchronous(); // the JVM is going down already
    }
    return new JvmEnd(hook);
  }

  /** Removes the hook. */
  void forget() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the JVM is going down and the hook is at work
    }
  }
}
