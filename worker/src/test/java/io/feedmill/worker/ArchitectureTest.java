package io.feedmill.worker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;

class ArchitectureTest {
    private static final String ROOT = "io.feedmill.worker";
    private static final JavaClasses WORKER = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void doesNotDependOnOtherProcessesAndTests() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.feedmill.api..", "io.feedmill.cli..", "io.feedmill.testkit..", "io.feedmill.emulators..")
                .check(WORKER);
    }

    /** Stores use DynamoDB, senders and containers SQS, the target of report files S3; breakers record the outcome of each call. */
    @Test
    void onlyListenersBreakersAndTheBucketDependOnAws() {
        noClasses()
                .that()
                .resideOutsideOfPackages("..worker.listen..", "..worker.health..")
                .and()
                .doNotHaveSimpleName("BucketTarget")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("software.amazon..", "io.awspring..")
                .check(WORKER);
    }

    @Test
    void settingsAreRecords() {
        classes()
                .that()
                .areAnnotatedWith(ConfigurationProperties.class)
                .should()
                .beRecords()
                .check(WORKER);
    }

    @Test
    void featuresHaveNoCycles() {
        slices().matching("io.feedmill.worker.(*)..").should().beFreeOfCycles().check(WORKER);
    }
}
