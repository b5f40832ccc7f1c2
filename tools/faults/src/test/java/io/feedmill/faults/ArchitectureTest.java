package io.feedmill.faults;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses FAULTS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.feedmill.faults");

    /** The proxy serves any client. */
    @Test
    void dependsNeitherOnFeedmillNorOnTheSdk() {
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
    void onlyHttpUsesServersAndClients() {
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
                .resideInAPackage("..faults.decision..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "..faults.decision..",
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
}
