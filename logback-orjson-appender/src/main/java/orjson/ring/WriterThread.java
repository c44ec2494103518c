// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.util.concurrent.TimeUnit;

/**
 * The thread that writes; nobody can interrupt it.
 *
 * <p>An interrupt would close the file channel it writes to, and with it standard output for the
 * whole JVM. It is a daemon: it never keeps a JVM alive. It has no class loader of the application
 * that happened to start it.
 */
final class WriterThread extends Thread {

  WriterThread(Runnable work, String name) {
    super(null, work, name, 0, false);
    setDaemon(true);
    setContextClassLoader(WriterThread.class.getClassLoader());
  }

  /** Does nothing, on purpose. */
  @Override
  public void interrupt() {}

  /** Waits for the thread's end; an interrupt of the caller is kept for it and changes nothing. */
  boolean joinWithin(long nanos) {
    boolean interrupted = false;
    long start = System.nanoTime();
    while (isAlive()) {
      long left = nanos - (System.nanoTime() - start);
      if (left <= 0) {
        break;
      }
      try {
        TimeUnit.NANOSECONDS.timedJoin(this, Math.max(left, 1_000_000));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    LineRing.restore(interrupted);
    return !isAlive();
  }
}
