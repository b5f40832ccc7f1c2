package io.feedmill.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLI = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.feedmill.cli");

    @Test
    void runsTheOtherProcessesAndDoesNotDependOnThem() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.feedmill.api..", "io.feedmill.worker..", "io.feedmill.testkit..")
                .check(CLI);
    }

    @Test
    void theDemoNeedsNoStackOfItsOwn() {
        noClasses()
                .that()
                .haveFullyQualifiedName("io.feedmill.cli.demo.Demo")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.feedmill.stack", "io.feedmill.emulators..", "io.feedmill.common..")
                .check(CLI);
    }

    @Test
    void onlyTheConnectionDependsOnAws() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..cli.command..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("software.amazon..")
                .check(CLI);
    }

    /** It reads the tables; no process of Feedmill need run. The command only asks the workspace for its folder. */
    @Test
    void theAuditAsksNoProcess() {
        noClasses()
                .that()
                .resideInAnyPackage("..cli.audit..", "..cli.command..")
                .and()
                .doNotHaveSimpleName("AuditCommand")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..stack.client..", "io.feedmill.stack", "io.feedmill.emulators..")
                .check(CLI);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.feedmill.cli.(*)..").should().beFreeOfCycles().check(CLI);
    }
}
