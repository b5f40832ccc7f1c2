package io.feedmill.emulators;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses SERVERS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.feedmill.emulators");

    /** They run on an emulator's class path, without the other modules. */
    @Test
    void mainClassesOfChildrenNeedNothingButTheJdk() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Main")
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("java..", "org.jspecify..").or(simpleNameEndingWith("Main")))
                .check(SERVERS);
    }

    @Test
    void dependsNeitherOnFeedmillNorOnTheEmulators() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.feedmill.emulators..", "java..", "org.slf4j..", "org.jspecify..")
                .check(SERVERS);
    }
}
