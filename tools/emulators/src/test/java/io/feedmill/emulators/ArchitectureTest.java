package io.feedmill.emulators;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses SERVERS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.feedmill.emulators");

    /** It runs on an emulator's class path, where nothing else of ours is. */
    @Test
    void whatAChildRunsNeedsNothingButTheJdk() {
        classes()
                .that()
                .resideInAPackage("..servers.child..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("..servers.child..", "java..", "org.jspecify..")
                .check(SERVERS);
    }

    @Test
    void knowsNeitherFeedmillNorTheEmulators() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.feedmill.emulators..", "java..", "org.slf4j..", "org.jspecify..")
                .check(SERVERS);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(SERVERS.stream().map(JavaClass::getPackage).collect(Collectors.toSet()))
                .isNotEmpty()
                .allSatisfy(p -> assertThat(p.isAnnotatedWith(NullMarked.class))
                        .as(p.getName())
                        .isTrue());
    }
}
