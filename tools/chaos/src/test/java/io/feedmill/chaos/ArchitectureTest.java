package io.feedmill.chaos;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.feedmill.chaos.rig.Fleet;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.client.FeedmillClient;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.QueueAccess;
import io.feedmill.stack.StorageAccess;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CHAOS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.feedmill.chaos");

    @Test
    void runsTheOtherProcessesAndDoesNotDependOnThem() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.feedmill.api..", "io.feedmill.worker..", "io.feedmill.testkit..")
                .check(CHAOS);
    }

    @Test
    void plansAndChecksCallNoServer() {
        noClasses()
                .that()
                .resideInAnyPackage("..chaos.plan..", "..chaos.check..")
                .should()
                .dependOnClassesThat(Stream.of(
                                FeedmillClient.class,
                                Rig.class,
                                Fleet.class,
                                FeedmillProcess.class,
                                StorageAccess.class,
                                QueueAccess.class)
                        .<DescribedPredicate<JavaClass>>map(JavaClass.Predicates::equivalentTo)
                        .reduce(DescribedPredicate.alwaysFalse(), (one, other) -> one.or(other)))
                .check(CHAOS);
    }

    @Test
    void reachesTheStoreAndTheQueuesOnlyThroughTheStack() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("software.amazon..")
                .check(CHAOS);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.feedmill.chaos.(*)..").should().beFreeOfCycles().check(CHAOS);
    }
}
