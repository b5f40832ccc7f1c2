package io.feedmill.common;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses COMMON = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.feedmill.common");

    @Test
    void keysArePure() {
        classes()
                .that()
                .resideInAPackage("..common.key..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("..common.key..", "java..", "org.jspecify..")
                .check(COMMON);
    }

    /** Digits are not ASCII everywhere: a key that a process writes in Tehran must be the one that another reads in Ohio. */
    @Test
    void nothingDependsOnTheDefaultLocale() {
        noClasses()
                .should()
                .callMethod(String.class, "formatted", Object[].class)
                .orShould()
                .callMethod(String.class, "format", String.class, Object[].class)
                .check(COMMON);
    }

    @Test
    void featuresHaveNoCycles() {
        slices().matching("io.feedmill.common.(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(COMMON);
    }
}
