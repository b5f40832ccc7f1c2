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
    void onlyTheConnectionDependsOnAws() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..cli.command..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("software.amazon..")
                .check(CLI);
    }

    /** It reads the tables; no process of Feedmill need run. */
    @Test
    void theAuditAsksNoProcess() {
        noClasses()
                .that()
                .resideInAnyPackage("..cli.audit..", "..cli.command..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.feedmill.client..")
                .check(CLI);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.feedmill.cli.(*)..").should().beFreeOfCycles().check(CLI);
    }
}
