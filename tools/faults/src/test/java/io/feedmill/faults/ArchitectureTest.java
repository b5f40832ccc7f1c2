package io.feedmill.faults;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses FAULTS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.feedmill.faults");

    /** It stands before any client, ours or not. */
    @Test
    void knowsNeitherFeedmillNorTheSdk() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "software.amazon..",
                        "io.feedmill.common..",
                        "io.feedmill.emulators..",
                        "io.feedmill.testkit..",
                        "org.springframework..")
                .check(FAULTS);
    }

    @Test
    void onlyHttpKnowsServersAndClients() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..faults.http..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.eclipse.jetty..", "org.apache.hc..")
                .check(FAULTS);
    }

    @Test
    void decisionsArePure() {
        classes()
                .that()
                .resideInAPackage("..faults.verdict..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "..faults.verdict..",
                        "..faults.script..",
                        "..faults.protocol..",
                        "java.lang..",
                        "java.util",
                        "java.util.function",
                        "java.util.random",
                        "java.util.stream",
                        "java.time",
                        "org.jspecify..")
                .check(FAULTS);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.feedmill.faults.(*)..").should().beFreeOfCycles().check(FAULTS);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(FAULTS.stream().map(JavaClass::getPackage).collect(Collectors.toSet()))
                .isNotEmpty()
                .allSatisfy(p -> assertThat(p.isAnnotatedWith(NullMarked.class))
                        .as(p.getName())
                        .isTrue());
    }
}
