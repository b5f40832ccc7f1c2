package io.feedmill.cli;

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
    private static final JavaClasses LOCAL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.feedmill.cli");

    @Test
    void runsTheOtherProcessesAndKnowsNothingOfThem() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.feedmill.api..", "io.feedmill.worker..", "io.feedmill.testkit..")
                .check(LOCAL);
    }

    @Test
    void theDemoNeedsNoStackOfItsOwn() {
        noClasses()
                .that()
                .resideInAPackage("..local.demo..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.feedmill.stack", "io.feedmill.emulators..", "io.feedmill.common..")
                .check(LOCAL);
    }

    @Test
    void onlyTheConnectionKnowsAws() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..local.connect..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("software.amazon..")
                .check(LOCAL);
    }

    /** It says of a Feedmill what its tables say: no process of it need be up. */
    @Test
    void theAuditAsksNoProcess() {
        noClasses()
                .that()
                .resideInAnyPackage("..local.audit..", "..local.connect..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..stack.client..", "io.feedmill.stack", "io.feedmill.emulators..")
                .check(LOCAL);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.feedmill.cli.(*)..").should().beFreeOfCycles().check(LOCAL);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(LOCAL.stream().map(JavaClass::getPackage).collect(Collectors.toSet()))
                .isNotEmpty()
                .allSatisfy(p -> assertThat(p.isAnnotatedWith(NullMarked.class))
                        .as(p.getName())
                        .isTrue());
    }
}
