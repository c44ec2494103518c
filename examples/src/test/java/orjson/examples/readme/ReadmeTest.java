// SPDX-License-Identifier: Apache-2.0
package orjson.examples.readme;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.spi.ContextAware;
import ch.qos.logback.core.spi.LifeCycle;
import ch.qos.logback.core.status.Status;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import orjson.examples.ChildJvm;
import orjson.examples.JsonLines;
import orjson.examples.quickstart.Main;
import orjson.examples.readme.Readme.Snippet;
import orjson.logback.OrjsonAppender;
import orjson.logback.OrjsonEncoder;

/** What README.md says is what the project has and does. */
final class ReadmeTest {

  private static final String QUICKSTART = "printed by: quickstart";
  private static final String ARTIFACT = "the artifact";
  private static final String FROM = "from: ";
  private static final int MAX_LINES = 300;

  private static final Pattern TIMESTAMP =
      Pattern.compile("\"@timestamp\":\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z\"");

  @TempDir Path directory;

  private Readme readme;

  @BeforeEach
  void read() throws Exception {
    readme = Readme.read();
  }

  @Test
  void isShort() {
    assertThat(readme.text().lines().count()).isLessThanOrEqualTo(MAX_LINES);
  }

  @Test
  void takesSnippetsFromFilesThatTestsRun() throws Exception {
    for (Snippet snippet : readme.snippets()) {
      String source = snippet.source();
      if (snippet.language().equals("sh")) {
        assertThat(source).isNull();
        continue;
      }
      assertThat(source).as(snippet.body()).isNotNull();
      if (source.startsWith(FROM)) {
        String file = source.substring(FROM.length());
        List<String> lines = Files.readAllLines(Readme.ROOT.resolve(file));
        assertThat(isRegion(snippet.body(), lines)).as("%s\n%s", file, snippet.body()).isTrue();
      } else {
        assertThat(source).isIn(QUICKSTART, ARTIFACT);
      }
    }
  }

  /** Whether {@code body} stands in {@code lines}, indented or not. */
  private static boolean isRegion(String body, List<String> lines) {
    int n = (int) body.lines().count();
    for (int i = 0; i + n <= lines.size(); i++) {
      String region = String.join("\n", lines.subList(i, i + n));
      if (body.equals(region.stripIndent() + "\n")) {
        return true;
      }
    }
    return false;
  }

  @Test
  void namesTheArtifactAsThePomDoes() throws Exception {
    String pom = Files.readString(Readme.ROOT.resolve("logback-orjson-appender/pom.xml"));
    String snippet = readme.snippet(ARTIFACT).body();
    for (String element : List.of("groupId", "version")) {
      assertThat(first(element, snippet)).isEqualTo(first(element, pom));
    }
    String ownPart = pom.substring(pom.indexOf("</parent>"));
    assertThat(first("artifactId", snippet)).isEqualTo(first("artifactId", ownPart));
  }

  private static String first(String element, String xml) {
    Matcher matcher = Pattern.compile("<" + element + ">([^<]*)<").matcher(xml);
    assertThat(matcher.find()).as(element).isTrue();
    return matcher.group(1);
  }

  @Test
  void showsALineThatTheQuickstartPrints() throws Exception {
    String line = readme.snippet(QUICKSTART).body().strip();
    assertThat(JsonLines.object(line).get("message").textValue()).isNotEmpty();
    byte[] printed = ChildJvm.onClassPath(directory, Main.class).run(Main.class).stdout();
    assertThat(JsonLines.lines(printed))
        .extracting(ReadmeTest::withoutTime)
        .contains(withoutTime(line));
  }

  private static String withoutTime(String line) {
    Matcher matcher = TIMESTAMP.matcher(line);
    assertThat(matcher.find()).as(line).isTrue();
    return matcher.replaceFirst("");
  }

  @Test
  void listsTheMembersOfALineInTheirOrder() {
    List<String> documented =
        readme.tableBelow("## The line").stream()
            .map(row -> Readme.code(row.get(0)))
            .filter(Objects::nonNull)
            .toList();
    List<String> shown = new ArrayList<>();
    JsonLines.object(readme.snippet(QUICKSTART).body()).fieldNames().forEachRemaining(shown::add);
    shown.removeAll(List.of("trace_id", "order_id", "total", "gift"));
    List<String> always = new ArrayList<>(documented);
    always.remove("stack_trace");
    assertThat(shown).isEqualTo(always);
  }

  @Test
  void listsTheSettingsOfTheAppender() {
    checkSettings("### OrjsonAppender", OrjsonAppender.class);
  }

  @Test
  void listsTheSettingsOfTheEncoder() {
    checkSettings("### OrjsonEncoder", OrjsonEncoder.class);
  }

  private void checkSettings(String heading, Class<?> bean) {
    assertThat(readme.tableBelow(heading))
        .extracting(row -> Readme.code(row.get(0)))
        .containsExactlyInAnyOrderElementsOf(settings(bean));
  }

  private static Set<String> settings(Class<?> bean) {
    return methods(bean)
        .map(Method::getName)
        .filter(name -> name.matches("(set|add)[A-Z].*"))
        .map(name -> name.substring(3, 4).toLowerCase(Locale.ROOT) + name.substring(4))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void givesDefaultsAndValuesThatAreAccepted() throws Exception {
    OrjsonAppender appender = new OrjsonAppender();
    appender.setName("README");
    checkValues("### OrjsonAppender", appender);
    checkValues("### OrjsonEncoder", new OrjsonEncoder());
  }

  private <T extends ContextAware & LifeCycle> void checkValues(String heading, T bean)
      throws ReflectiveOperationException {
    LoggerContext context = new LoggerContext();
    bean.setContext(context);
    for (List<String> row : readme.tableBelow(heading)) {
      List<String> values = new ArrayList<>();
      values.add(Readme.code(row.get(1)));
      Stream.of(row.get(2).split(", (?=`)")).map(Readme::code).forEach(values::add);
      values.removeIf(Objects::isNull);
      for (String value : values) {
        String name = Readme.code(row.get(0));
        String setter = "set" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        bean.getClass().getMethod(setter, String.class).invoke(bean, value);
        bean.start();
        assertThat(bean.isStarted()).as("%s %s", name, value).isTrue();
        bean.stop();
      }
    }
    assertThat(context.getStatusManager().getCopyOfStatusList())
        .noneMatch(status -> status.getLevel() != Status.INFO);
  }

  @Test
  void listsTheCounters() {
    assertThat(readme.tableBelow("The appender counts, since its start:"))
        .extracting(row -> Readme.code(row.get(0)))
        .containsExactlyInAnyOrderElementsOf(
            methods(OrjsonAppender.class)
                .filter(method -> method.getReturnType() == long.class)
                .map(method -> method.getName() + "()")
                .distinct() // one of them also by level
                .toList());
  }

  private static Stream<Method> methods(Class<?> bean) {
    return Stream.of(bean.getDeclaredMethods())
        .filter(method -> java.lang.reflect.Modifier.isPublic(method.getModifiers()))
        .filter(method -> !method.isSynthetic());
  }
}
