// SPDX-License-Identifier: Apache-2.0
package orjson;

/** What a line says in the place of a value whose code threw. */
final class Failures {

  private static final int MAX_MESSAGE = 256;

  private Failures() {}

  /**
   * A text such as {@code <IllegalStateException: closed>}.
   *
   * @throws VirtualMachineError {@code t} itself, unless it is a StackOverflowError: a JVM without
   *     memory is nothing that a line can make up for
   */
  static String describe(Throwable t) {
    if (t instanceof VirtualMachineError error && !(t instanceof StackOverflowError)) {
      throw error;
    }
    String type = shortName(t.getClass().getName());
    String message = message(t);
    if (message == null) {
      return "<" + type + ">";
    }
    boolean fits = message.length() <= MAX_MESSAGE;
    return "<" + type + ": " + (fits ? message : message.substring(0, MAX_MESSAGE) + "…") + ">";
  }

  /** Without the package and, unless the class is a local or anonymous one, without its owner. */
  private static String shortName(String type) {
    int inner = type.lastIndexOf('$') + 1;
    boolean named = inner < type.length() && !Character.isDigit(type.codePointAt(inner));
    return type.substring(Math.max(type.lastIndexOf('.') + 1, named ? inner : 0));
  }

  private static String message(Throwable t) {
    try {
      return t.getMessage();
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      return null;
    }
  }
}
