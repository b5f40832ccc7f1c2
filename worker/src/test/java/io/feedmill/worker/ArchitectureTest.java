package io.feedmill.worker;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    void packagesDependOnlyOnLowerPackages() {
        assertKnows("work");
        assertKnows("metrics");
        assertKnows("pressure", "metrics");
        assertKnows("deliver", "work", "metrics");
        assertKnows("plan", "work", "deliver");
        assertKnows("view", "work", "metrics");
        assertKnows("health", "work", "metrics");
        assertKnows("relay", "deliver", "metrics", "work", "health");
        assertKnows("upkeep", "deliver", "relay", "metrics", "work");
        assertKnows("listen", "work", "metrics", "deliver", "plan", "view", "relay", "upkeep", "health");
        assertKnows("announcement", "deliver", "metrics", "work", "health");
        assertKnows("report", "metrics", "work", "health");
    }

    private static void assertKnows(String name, String... beneath) {
        Stream<String> known =
                Stream.concat(Stream.of(name), Stream.of(beneath)).map(p -> ROOT + "." + p + "..");
        classes()
                .that()
                .resideInAPackage(ROOT + "." + name + "..")
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage(ROOT + "..").or(resideInAnyPackage(known.toArray(String[]::new))))
                .check(WORKER);
    }

    @Test
    void everyPackageHasABoundary() {
        assertThat(WORKER.stream().map(JavaClass::getPackageName).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        ROOT,
                        ROOT + ".work",
                        ROOT + ".metrics",
                        ROOT + ".pressure",
                        ROOT + ".deliver",
                        ROOT + ".plan",
                        ROOT + ".view",
                        ROOT + ".upkeep",
                        ROOT + ".relay",
                        ROOT + ".report",
                        ROOT + ".announcement",
                        ROOT + ".health",
                        ROOT + ".listen");
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
