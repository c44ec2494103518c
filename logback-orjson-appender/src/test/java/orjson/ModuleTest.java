// SPDX-License-Identifier: Apache-2.0
package orjson;

import static java.lang.module.ModuleDescriptor.Requires.Modifier.MANDATED;
import static java.lang.module.ModuleDescriptor.Requires.Modifier.TRANSITIVE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The module as it was compiled: a new export or requirement is a decision, not an accident. */
class ModuleTest {

  private static ModuleDescriptor module;

  @BeforeAll
  static void read() throws Exception {
    Path classes =
        Path.of(JsonWriter.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
      module = ModuleDescriptor.read(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void isClosedAndHasItsName() {
    assertThat(module.name()).isEqualTo("orjson");
    assertThat(module.isOpen()).isFalse();
    assertThat(module.opens()).isEmpty();
    assertThat(module.uses()).isEmpty();
    assertThat(module.provides()).isEmpty();
  }

  @Test
  void exportsThreePackagesToEveryone() {
    assertThat(module.exports().stream().map(Exports::source))
        .containsExactlyInAnyOrder("orjson", "orjson.event", "orjson.logback");
    assertThat(module.exports()).noneMatch(Exports::isQualified);
  }

  @Test
  void requiresLogbackSlf4jAndDisruptor() {
    Map<String, Set<Requires.Modifier>> requires =
        module.requires().stream().collect(Collectors.toMap(Requires::name, Requires::modifiers));
    assertThat(requires)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "java.base", Set.of(MANDATED),
                "ch.qos.logback.classic", Set.of(TRANSITIVE),
                "ch.qos.logback.core", Set.of(TRANSITIVE),
                "org.slf4j", Set.of(TRANSITIVE),
                "com.lmax.disruptor", Set.of()));
  }
}
