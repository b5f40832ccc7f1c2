package io.feedmill.stack;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses STACK = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.feedmill.stack");

    @Test
    void runsTheOtherProcessesAndDoesNotDependOnThem() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.feedmill.api..", "io.feedmill.worker..", "io.feedmill.testkit..")
                .check(STACK);
    }

    @Test
    void graphsArePure() {
        classes()
                .that()
                .resideInAPackage("..stack.graph..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("..stack.graph..", "io.feedmill.common.key..", "java..", "org.jspecify..")
                .check(STACK);
    }

    @Test
    void checksSeeWhatAClientSees() {
        classes()
                .that()
                .resideInAPackage("..stack.verify..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("..stack.verify..", "io.feedmill.client", "java..", "org.jspecify..")
                .check(STACK);
    }

    @Test
    void onlyTheStackUsesStoresAndQueues() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.feedmill.stack")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("software.amazon..", "io.feedmill.common.dynamo..", "io.feedmill.common.queue..")
                .check(STACK);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.feedmill.(**)").should().beFreeOfCycles().check(STACK);
    }
}
