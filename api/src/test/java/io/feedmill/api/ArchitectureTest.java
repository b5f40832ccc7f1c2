package io.feedmill.api;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.feedmill.api.security.Caller;
import jakarta.servlet.ServletRequest;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

class ArchitectureTest {
    private static final JavaClasses API = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.feedmill.api");

    @Test
    void doesNotDependOnOtherProcessesAndTests() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.feedmill.worker..", "io.feedmill.cli..", "io.feedmill.testkit..", "io.feedmill.emulators..")
                .check(API);
    }

    @Test
    void doesNotDependOnAws() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("software.amazon..", "io.awspring..")
                .check(API);
    }

    @Test
    void controllersArePackagePrivateAndImmutable() {
        classes()
                .that()
                .areMetaAnnotatedWith(RestController.class)
                .and()
                .areNotAnnotations()
                .should()
                .bePackagePrivate()
                .andShould()
                .haveOnlyFinalFields()
                .check(API);
    }

    @Test
    void settingsAreRecords() {
        classes()
                .that()
                .areAnnotatedWith(ConfigurationProperties.class)
                .should()
                .beRecords()
                .check(API);
    }

    @Test
    void featuresHaveNoCycles() {
        slices().matching("io.feedmill.api.(*)..").should().beFreeOfCycles().check(API);
    }

    /** It comes with the {@link Caller}, who has the right to it. */
    @Test
    void noControllerReadsAViewerByItself() {
        methods()
                .that()
                .areDeclaredInClassesThat()
                .areMetaAnnotatedWith(RestController.class)
                .should(new ArchCondition<>("have no parameter 'viewer'") {
                    @Override
                    public void check(JavaMethod method, ConditionEvents events) {
                        boolean viewer = Arrays.stream(method.reflect().getParameters())
                                .anyMatch(parameter -> names(parameter).contains("viewer"));
                        events.add(new SimpleConditionEvent(method, !viewer, method.getFullName()));
                    }
                })
                .check(API);
    }

    /** Returns the query parameters that a controller's parameter takes. */
    private static List<String> names(Parameter parameter) {
        RequestParam annotation = parameter.getAnnotation(RequestParam.class);
        return annotation == null
                ? List.of(parameter.getName())
                : List.of(parameter.getName(), annotation.name(), annotation.value());
    }

    @Test
    void onlyArgumentResolversReadParameters() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.feedmill.api.http")
                .should()
                .callMethodWhere(target(nameMatching("getParameter.*"))
                        .and(target(owner(assignableTo(WebRequest.class).or(assignableTo(ServletRequest.class))))))
                .check(API);
    }
}
