package io.feedmill.local;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.feedmill.local.client.FeedmillClient;
import io.feedmill.local.rig.Fleet;
import io.feedmill.local.rig.Rig;
import io.feedmill.local.stack.Backstage;
import io.feedmill.local.stack.Member;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses LOCAL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.feedmill.local");

    @Test
    void runsTheOtherProcessesAndKnowsNothingOfThem() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.feedmill.api..", "io.feedmill.worker..", "io.feedmill.testkit..")
                .check(LOCAL);
    }

    @Test
    void graphsArePure() {
        classes()
                .that()
                .resideInAPackage("..local.graph..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("..local.graph..", "io.feedmill.common.key..", "java..", "org.jspecify..")
                .check(LOCAL);
    }

    @Test
    void checksSeeWhatAClientSees() {
        classes()
                .that()
                .resideInAPackage("..local.verify..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("..local.verify..", "..local.client..", "java..", "org.jspecify..")
                .check(LOCAL);
    }

    @Test
    void plansAndWhatTheyExpectCallNobody() {
        noClasses()
                .that()
                .resideInAnyPackage("..chaos.plan..", "..chaos.check..")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(FeedmillClient.class, Rig.class, Fleet.class, Member.class, Backstage.class)
                .check(LOCAL);
    }

    @Test
    void theDemoNeedsNoStackOfItsOwn() {
        noClasses()
                .that()
                .resideInAPackage("..local.demo..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..local.stack..", "..local.rig..", "io.feedmill.servers..", "io.feedmill.common..")
                .check(LOCAL);
    }

    @Test
    void onlyTheStackKnowsAws() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..local.stack..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("software.amazon..", "io.feedmill.common.dynamo..", "io.feedmill.common.queue..")
                .check(LOCAL);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.feedmill.local.(*)..").should().beFreeOfCycles().check(LOCAL);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(LOCAL.stream().map(JavaClass::getPackage).collect(Collectors.toSet()))
                .isNotEmpty()
                .allSatisfy(p -> assertThat(p.isAnnotatedWith(NullMarked.class))
                        .as(p.getName())
                        .isTrue());
    }
}
