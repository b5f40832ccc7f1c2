package io.feedmill.laptop;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    @Test
    void theDemoNeedsNoStackOfItsOwn() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.feedmill.stack", "io.feedmill.emulators..", "io.feedmill.common..")
                .check(new ClassFileImporter().importClasses(Demo.class));
    }
}
