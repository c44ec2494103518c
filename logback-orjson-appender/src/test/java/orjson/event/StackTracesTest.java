// SPDX-License-Identifier: Apache-2.0
package orjson.event;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.pattern.ExtendedThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import orjson.JsonWriter;
import orjson.StrictJson;

/** Stack traces against what Logback's own converter prints. */
class StackTracesTest {

  private static String written(IThrowableProxy throwable) {
    JsonWriter json = JsonWriter.lenient();
    StackTraces.write(throwable, json);
    return StrictJson.parse(json.toByteArray()).textValue();
  }

  private static String printedByLogback(ILoggingEvent event) {
    ExtendedThrowableProxyConverter converter = new ExtendedThrowableProxyConverter();
    converter.setContext(new LoggerContext());
    converter.start();
    String printed = converter.convert(event).replace(System.lineSeparator(), "\n");
    converter.stop();
    return printed;
  }

  @SuppressWarnings("OverrideThrowableToString") // Logback has a case for these
  private static final class OwnText extends RuntimeException {
    private static final long serialVersionUID = 1;

    OwnText(String message, Throwable cause) {
      super(message, cause);
    }

    @Override
    public String toString() {
      return "own text\nof " + getMessage();
    }
  }

  private static final class NoTrace extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoTrace(Throwable cause) {
      super("no trace", cause, true, false);
    }
  }

  static Stream<Throwable> throwables() throws Exception {
    return Stream.of(
        new IllegalStateException("plain"),
        new IllegalStateException(),
        new IllegalStateException(""),
        new IllegalStateException("two\nlines\tand 中😀 \"quotes\""),
        new UncheckedIOException("outer", new IOException("inner")),
        new RuntimeException(new RuntimeException(new Error("third"))),
        caused(20),
        suppressed(new IOException("main"), new Error("one"), new Exception()),
        suppressed(new IOException("main", caused(2)), suppressed(caused(2), new Error("deep"))),
        new RuntimeException("outer", suppressed(new Error("inner"), caused(1))),
        cyclicCause(),
        cyclicSuppressed(),
        suppressed(cyclicCause(), cyclicCause(), cyclicSuppressed()),
        new OwnText("a", null),
        new OwnText(null, new OwnText("b", new Error("c"))),
        new NoTrace(null),
        new NoTrace(new Error("with trace")),
        new RuntimeException("outer", new NoTrace(null)),
        deep(1000),
        fromOtherThread(),
        fromLambda());
  }

  private static Exception caused(int n) {
    return new Exception("cause " + n, n == 0 ? null : caused(n - 1));
  }

  private static Throwable suppressed(Throwable main, Throwable... suppressed) {
    for (Throwable each : suppressed) {
      main.addSuppressed(each);
    }
    return main;
  }

  private static Throwable cyclicCause() {
    Exception first = new Exception("first");
    Exception second = new Exception("second", first);
    first.initCause(second);
    return first;
  }

  private static Throwable cyclicSuppressed() {
    Exception first = new Exception("first");
    Exception second = new OwnText("second", null);
    first.addSuppressed(second);
    second.addSuppressed(first);
    return first;
  }

  private static Throwable deep(int n) {
    return n == 0 ? new Exception("deep", new Error("from down there")) : deep(n - 1);
  }

  private static Throwable fromOtherThread() throws InterruptedException {
    try {
      CompletableFuture.supplyAsync(() -> List.of().get(1)).get();
      throw new AssertionError("nothing thrown");
    } catch (ExecutionException e) {
      return e;
    }
  }

  private static Throwable fromLambda() {
    IntFunction<Throwable> make = n -> new RuntimeException("lambda " + n, caused(n));
    return make.apply(3);
  }

  @ParameterizedTest
  @MethodSource("throwables")
  void writesWhatLogbackPrints(Throwable throwable) {
    ILoggingEvent event = Events.event(throwable);
    assertThat(written(event.getThrowableProxy()))
        .isEqualTo(printedByLogback(event))
        .endsWith("\n")
        .doesNotContain("\r");
  }

  @ParameterizedTest
  @MethodSource("throwables")
  @SuppressWarnings({"deprecation", "removal"}) // as long as Logback prints it
  void writesPackagingDataAsLogbackDoes(Throwable throwable) {
    ILoggingEvent event = Events.event(throwable);
    ((ThrowableProxy) event.getThrowableProxy()).calculatePackagingData();
    assertThat(written(event.getThrowableProxy())).isEqualTo(printedByLogback(event));
  }

  @Test
  @SuppressWarnings({"deprecation", "removal"})
  void packagingDataIsThereWhenCalculated() {
    ThrowableProxy proxy = new ThrowableProxy(new IllegalStateException("x"));
    assertThat(written(proxy)).doesNotContain("[");
    proxy.calculatePackagingData();
    assertThat(written(proxy)).contains("[test-classes/:na]");
  }

  @Test
  void writesLinesAsPeopleKnowThem() {
    Throwable throwable = new UncheckedIOException("outer", new IOException());
    String[] lines = written(new ThrowableProxy(throwable)).split("\n", -1);
    assertThat(lines[0]).isEqualTo("java.io.UncheckedIOException: outer");
    assertThat(lines[1])
        .startsWith("\tat orjson.event.StackTracesTest.writesLinesAsPeopleKnowThem(");
    assertThat(lines).contains("Caused by: java.io.IOException");
    assertThat(lines[lines.length - 2]).matches("\t\\.\\.\\. \\d+ common frames omitted");
    assertThat(lines[lines.length - 1]).isEmpty();
  }

  @Test
  void replacesUnpairedSurrogatesOfMessages() {
    String text = written(new ThrowableProxy(new Exception("a\uD83Db")));
    assertThat(text).startsWith("java.lang.Exception: a\uFFFDb\n");
  }

  /** What a foreign back end may hand over: nothing is certain, and its causes have no end. */
  private record Foreign(boolean endless, int commonFrames) implements IThrowableProxy {

    @Override
    public String getMessage() {
      return null;
    }

    @Override
    public String getClassName() {
      return "foreign.Exception";
    }

    @Override
    public StackTraceElementProxy[] getStackTraceElementProxyArray() {
      return null;
    }

    @Override
    public int getCommonFrames() {
      return commonFrames;
    }

    @Override
    public IThrowableProxy getCause() {
      return endless ? this : null;
    }

    @Override
    public IThrowableProxy[] getSuppressed() {
      return endless ? new IThrowableProxy[] {this, this} : null;
    }

    @Override
    public boolean isCyclic() {
      return false;
    }
  }

  @Test
  void copesWithProxiesThatHaveNothing() {
    assertThat(written(new Foreign(false, 0))).isEqualTo("foreign.Exception\n");
    assertThat(written(new Foreign(false, 3)))
        .isEqualTo("foreign.Exception\n\t... 3 common frames omitted\n");
  }

  @Test
  void endsWhereCausesHaveNoEnd() {
    String text = written(new Foreign(true, 0));
    assertThat(text.split("foreign\\.Exception", -1)).hasSize(101);
    assertThat(text).containsOnlyOnce("... more than 100 throwables\n");
  }

  @Test
  void writesHundredThrowablesInFull() {
    ThrowableProxy proxy = new ThrowableProxy(caused(99));
    assertThat(written(proxy)).contains("Caused by: java.lang.Exception: cause 0\n");
    assertThat(written(new ThrowableProxy(caused(100))))
        .contains("Caused by: java.lang.Exception: cause 1\n")
        .doesNotContain("cause 0\n")
        .endsWith("... more than 100 throwables\n");
  }
}
