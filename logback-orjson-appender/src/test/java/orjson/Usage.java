// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** What this JVM and its threads use, by the HotSpot beans that our module does not read. */
public final class Usage {

  private Usage() {}

  /** Bytes that a live thread has allocated so far. */
  public static long allocatedBytes(Thread thread) {
    return (Long)
        call(
            "com.sun.management.ThreadMXBean",
            ManagementFactory.getThreadMXBean(),
            "getThreadAllocatedBytes",
            new Class<?>[] {long.class},
            thread.getId());
  }

  /** Processor cores that the JVM uses within some seconds from now, on average. */
  public static double cores(int seconds) throws InterruptedException {
    long before = processorNanos();
    TimeUnit.SECONDS.sleep(seconds);
    return (processorNanos() - before) / 1e9 / seconds;
  }

  private static long processorNanos() {
    return (Long)
        call(
            "com.sun.management.OperatingSystemMXBean",
            ManagementFactory.getOperatingSystemMXBean(),
            "getProcessCpuTime",
            new Class<?>[0]);
  }

  private static Object call(
      String type, Object bean, String method, Class<?>[] parameters, Object... arguments) {
    try {
      return Class.forName(type).getMethod(method, parameters).invoke(bean, arguments);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
