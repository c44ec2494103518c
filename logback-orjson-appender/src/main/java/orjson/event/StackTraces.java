// SPDX-License-Identifier: Apache-2.0
package orjson.event;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import orjson.JsonWriter;

/**
 * Throwables to the text that Logback's {@code %ex} prints, straight into a line.
 *
 * <p>Lines end with {@code \n} on every system, the last one included.
 */
final class StackTraces {

  /** Causes and suppressed throwables of one event; a foreign proxy may have no end. */
  private static final int MAX_THROWABLES = 100;

  /** Logback 1.5.22 and later: a text that takes the place of class and message. */
  private static final MethodHandle OVERRIDING_MESSAGE = overridingMessage();

  private final JsonWriter json;
  private int left = MAX_THROWABLES;

  private StackTraces(JsonWriter json) {
    this.json = json;
  }

  /** Writes {@code throwable} as one string. */
  static void write(IThrowableProxy throwable, JsonWriter json) {
    json.beginString();
    new StackTraces(json).append(throwable, "", 0);
    json.endString();
  }

  private void append(IThrowableProxy first, String firstPrefix, int indent) {
    String prefix = firstPrefix;
    for (IThrowableProxy t = first; t != null; t = t.getCause()) {
      if (left-- == 0) {
        json.append("... more than " + MAX_THROWABLES + " throwables\n");
      }
      if (left < 0) {
        return;
      }
      tabs(indent);
      json.append(prefix);
      header(t);
      frames(t, indent + 1);
      IThrowableProxy[] suppressed = t.getSuppressed();
      if (suppressed != null) {
        for (IThrowableProxy each : suppressed) {
          append(each, "Suppressed: ", indent + 1);
        }
      }
      prefix = "Caused by: ";
    }
  }

  private void header(IThrowableProxy t) {
    if (t.isCyclic()) {
      json.append("[CIRCULAR REFERENCE: ");
    }
    String overriding = overridingMessage(t);
    if (overriding != null) {
      json.append(overriding);
    } else {
      json.append(t.getClassName());
      if (t.getMessage() != null) {
        json.append(": ");
        json.append(t.getMessage());
      }
    }
    json.append(t.isCyclic() ? "]\n" : "\n");
  }

  private void frames(IThrowableProxy t, int indent) {
    StackTraceElementProxy[] frames = t.getStackTraceElementProxyArray();
    int common = t.getCommonFrames();
    int shown = frames == null ? 0 : frames.length - common;
    for (int i = 0; i < shown; i++) {
      tabs(indent);
      json.append(frames[i].getSTEAsString());
      packaging(frames[i]);
      json.append("\n");
    }
    if (common > 0) {
      tabs(indent);
      json.append("... ");
      json.append(Integer.toString(common));
      json.append(" common frames omitted\n");
    }
  }

  /** Deprecated in Logback 1.6, yet printed by its {@code %ex} as long as it is there. */
  @SuppressWarnings("deprecation")
  private void packaging(StackTraceElementProxy frame) {
    var data = frame.getClassPackagingData();
    if (data != null) {
      json.append(data.isExact() ? " [" : " ~[");
      json.append(data.getCodeLocation());
      json.append(":");
      json.append(data.getVersion());
      json.append("]");
    }
  }

  private void tabs(int n) {
    for (int i = 0; i < n; i++) {
      json.append("\t");
    }
  }

  private static String overridingMessage(IThrowableProxy t) {
    if (OVERRIDING_MESSAGE == null) {
      return null;
    }
    try {
      return (String) OVERRIDING_MESSAGE.invokeExact(t);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle overridingMessage() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(
              IThrowableProxy.class, "getOverridingMessage", MethodType.methodType(String.class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }
}
