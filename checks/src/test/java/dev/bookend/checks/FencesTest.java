package dev.bookend.checks;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;

import org.junit.jupiter.api.Test;

import java.util.Set;
import java.util.regex.Pattern;

class FencesTest {
    static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(location -> !location.contains("/jmh_generated/"))
                    .importPaths(Project.here().classes());
    private static final JavaClasses BAD =
            new ClassFileImporter().importClasses(Trespasser.class, Trespasser.Marked.class);

    private static final Set<String> IMPURE =
            Set.of(
                    "java.lang.Process",
                    "java.lang.ProcessBuilder",
                    "java.lang.ProcessHandle",
                    "java.lang.Runtime",
                    "java.lang.System",
                    "java.lang.System$Logger",
                    "java.lang.Thread",
                    "java.lang.ThreadLocal",
                    "java.time.Clock",
                    "java.time.InstantSource",
                    "java.util.Random",
                    "java.util.SplittableRandom",
                    "java.util.Timer");

    private static final Set<String> ASKS_THE_WORLD =
            Set.of("now", "random", "randomUUID", "systemDefault", "getDefault");

    private static final Pattern MUTABLE =
            Pattern.compile(
                    "java\\.util\\.(Array|Enum|Hash|Identity|Linked|Tree|Weak)\\w+"
                            + "|java\\.util\\.(BitSet|PriorityQueue|Random|Vector)"
                            + "|java\\.util\\.concurrent\\.(?!TimeUnit).+"
                            + "|java\\.lang\\.(StringBuilder|StringBuffer|ThreadLocal)");

    @Test
    void everyModuleSeesOnlyWhatItMay() {
        classes().should(seeOnlyWhatItMay()).check(CLASSES);
    }

    @Test
    void lifecycleIsPure() {
        lifecycleIs(Module.ROOT + "lifecycle..").check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(Module.ROOT + "(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void nobodyReflects() {
        noReflection().check(CLASSES);
    }

    @Test
    void noStaticStateChanges() {
        noStaticState().check(CLASSES);
    }

    @Test
    void nobodyInjectsFields() {
        noInjection().check(CLASSES);
    }

    @Test
    void theFencesHold() {
        assertThat(CLASSES.size()).as("classes of the modules").isGreaterThan(20);
        for (var fence :
                new ArchRule[] {
                    lifecycleIs(Module.ROOT + "checks"),
                    noReflection(),
                    noStaticState(),
                    noInjection(),
                    classes().should(seeOnlyWhatItMay())
                }) assertThatThrownBy(() -> fence.check(BAD)).isInstanceOf(AssertionError.class);
    }

    private static ArchRule lifecycleIs(String pure) {
        return noClasses()
                .that()
                .resideInAPackage(pure)
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                        "java.io..",
                                        "java.net..",
                                        "java.nio.file..",
                                        "java.nio.channels..",
                                        "java.util.concurrent..",
                                        "java.util.logging..",
                                        "java.util.random..")
                                .or(describe("are impure", c -> IMPURE.contains(c.getName()))))
                .orShould()
                .accessTargetWhere(describe("asks the world", FencesTest::asksTheWorld));
    }

    private static boolean asksTheWorld(JavaAccess<?> access) {
        return ASKS_THE_WORLD.contains(access.getTarget().getName())
                && access.getTargetOwner().getPackageName().startsWith("java.");
    }

    private static ArchRule noReflection() {
        return noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.reflect..")
                .orShould()
                .callMethod(Class.class, "forName", String.class)
                .orShould()
                .accessTargetWhere(
                        describe(
                                "looks into a class",
                                access ->
                                        access.getTargetOwner().isEquivalentTo(Class.class)
                                                && access.getTarget()
                                                        .getName()
                                                        .matches("get(Declared|Method|Field).*")));
    }

    private static ArchRule noStaticState() {
        return fields().that().areStatic().should(beConstant());
    }

    private static ArchRule noInjection() {
        return fields().should(
                        new FieldCondition("carry no annotation but JMH's") {
                            @Override
                            boolean allows(JavaField field) {
                                return field.getAnnotations().stream()
                                        .map(each -> each.getRawType().getPackageName())
                                        .allMatch(FencesTest::mayMarkFields);
                            }
                        });
    }

    private static boolean mayMarkFields(String annotationPackage) {
        return annotationPackage.startsWith("org.openjdk.jmh")
                || annotationPackage.startsWith("org.jspecify");
    }

    private static ArchCondition<JavaField> beConstant() {
        return new FieldCondition("be final and of a type that does not change") {
            @Override
            boolean allows(JavaField field) {
                return field.getModifiers().contains(JavaModifier.SYNTHETIC)
                        || (field.getModifiers().contains(JavaModifier.FINAL)
                                && isFixed(field.getRawType(), isPrivate(field)));
            }
        };
    }

    private static boolean isFixed(JavaClass type, boolean unseen) {
        return !MUTABLE.matcher(type.getName()).matches() && (unseen || !type.isArray());
    }

    private static boolean isPrivate(JavaField field) {
        return field.getModifiers().contains(JavaModifier.PRIVATE);
    }

    private static ArchCondition<JavaClass> seeOnlyWhatItMay() {
        return new ArchCondition<>("see only what the table in Module allows") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                var module = Module.owning(item.getPackageName());
                if (module.isEmpty())
                    events.add(violated(item, "%s belongs to no module".formatted(item)));
                for (var dependency : item.getDirectDependenciesFromSelf()) {
                    var target = dependency.getTargetClass().getBaseComponentType();
                    if (!target.isPrimitive()
                            && module.stream().noneMatch(m -> m.maySee(target.getPackageName())))
                        events.add(violated(item, dependency.getDescription()));
                }
            }
        };
    }

    private abstract static class FieldCondition extends ArchCondition<JavaField> {
        FieldCondition(String description) {
            super(description);
        }

        abstract boolean allows(JavaField field);

        @Override
        public void check(JavaField field, ConditionEvents events) {
            if (!allows(field))
                events.add(violated(field, field.getFullName() + " does not " + getDescription()));
        }
    }
}
