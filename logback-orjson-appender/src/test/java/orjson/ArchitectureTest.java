// SPDX-License-Identifier: Apache-2.0
package orjson;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The floors of the house: who may know whom, and what nobody may use. */
class ArchitectureTest {

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .importUrl(JsonWriter.class.getProtectionDomain().getCodeSource().getLocation());

  @Test
  void hasTheFloorsOfThePlan() {
    Set<String> packages =
        MAIN.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> name.startsWith("orjson"))
            .collect(Collectors.toSet());
    assertThat(packages)
        .containsExactlyInAnyOrder(
            "orjson", "orjson.event", "orjson.ring", "orjson.sink", "orjson.logback");
  }

  @Test
  void thereIsNoCycle() {
    slices().assignedFrom(new ByPackage()).should().beFreeOfCycles().check(MAIN);
  }

  @Test
  void theJsonWriterKnowsNothingOfLogging() {
    classes()
        .that()
        .resideInAPackage("orjson")
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage("java..", "orjson"))
        .check(MAIN);
  }

  @Test
  void eventFieldsKnowEventsButNoBackEnd() {
    classes()
        .that()
        .resideInAPackage("orjson.event")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..", "orjson", "orjson.event", "ch.qos.logback.classic.spi", "org.slf4j..")
                .or(type(Level.class)))
        .check(MAIN);
  }

  @Test
  void sinksKnowBytes() {
    classes()
        .that()
        .resideInAPackage("orjson.sink")
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage("java..", "orjson.sink"))
        .check(MAIN);
  }

  @Test
  void theRingKnowsLinesOfBytesAndSinks() {
    classes()
        .that()
        .resideInAPackage("orjson.ring")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("java..", "com.lmax.disruptor..", "orjson.sink", "orjson.ring"))
        .check(MAIN);
  }

  @Test
  void theBeansKnowAllFloorsAndLogback() {
    classes()
        .that()
        .resideInAPackage("orjson.logback")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("java..", "orjson..", "ch.qos.logback..", "org.slf4j.event"))
        .check(MAIN);
  }

  @Test
  void nobodyUsesWhatTheJdkDoesNotOffer() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("sun..", "com.sun..", "jdk..", "jdk.incubator..")
        .check(MAIN);
    noClasses()
        .should()
        .callMethodWhere(
            describe(
                "the target is setAccessible",
                call -> call.getTarget().getName().matches("(try)?[sS]etAccessible")))
        .check(MAIN);
  }

  @Test
  void nobodyKeepsThreadLocals() {
    noClasses().should().dependOnClassesThat().areAssignableTo(ThreadLocal.class).check(MAIN);
  }

  @Test
  void nobodyPrints() {
    noClasses().should().accessField(System.class, "out").check(MAIN);
    noClasses().should().accessField(System.class, "err").check(MAIN);
    noClasses()
        .should()
        .callMethodWhere(
            describe(
                "the target is printStackTrace",
                call -> call.getTarget().getName().equals("printStackTrace")))
        .check(MAIN);
  }

  @Test
  void theWriterNeverReadsStringsCharacterByCharacter() {
    noClasses()
        .that()
        .resideInAnyPackage("orjson", "orjson.event")
        .should()
        .callMethod(String.class, "charAt", int.class)
        .because("its branch profile is shared by the whole JVM")
        .check(MAIN);
  }

  @Test
  void classesAreFinalAndNamedForWhatTheyAre() {
    classes()
        .that()
        .areTopLevelClasses()
        .and()
        .areNotInterfaces()
        .should(
            new ArchCondition<JavaClass>("be final, or be there to be extended by a final one") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                boolean fits =
                    type.getModifiers().contains(JavaModifier.FINAL)
                        || type.isEnum()
                        || !type.getSubclasses().isEmpty()
                            && !type.getModifiers().contains(JavaModifier.PUBLIC);
                events.add(new SimpleConditionEvent(type, fits, type.getName()));
              }
            })
        .check(MAIN);
    Pattern vague = Pattern.compile("^Abstract|(Impl|Helper|Utils?|Manager)$");
    assertThat(MAIN.stream().map(JavaClass::getSimpleName))
        .isNotEmpty()
        .noneMatch(name -> vague.matcher(name).find());
  }

  /** Each package of ours is a slice, the root one too. */
  private static final class ByPackage implements SliceAssignment {

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      String name = type.getPackageName();
      return name.startsWith("orjson") ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages of orjson";
    }
  }
}
