package io.feedmill.checker;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each promise has a story in which it is kept, and the same with a lie. */
class CheckerTest {
    private static final Map<String, List<String>> STORIES = Story.all();

    static Stream<String> openStories() {
        return STORIES.keySet().stream().filter(name -> name.startsWith("may "));
    }

    @ParameterizedTest
    @EnumSource
    void judgesAKeptPromiseAndFindsALie(Promise promise) {
        List<String> lines = Objects.requireNonNull(STORIES.get(promise.name()), "no story");
        Report kept = Checker.check(Story.tell(lines, null));
        assertThat(kept.violations()).isEmpty();
        assertThat(kept.judged(promise)).isPositive();
        Set<String> lies = Story.lies(lines);
        assertThat(lies).isNotEmpty();
        for (String lie : lies) {
            Report broken = Checker.check(Story.tell(lines, lie));
            assertThat(broken.violations().stream()
                            .map(Report.Violation::promise)
                            .collect(Collectors.toSet()))
                    .as("lie '%s'", lie)
                    .containsExactly(promise);
        }
    }

    /** What one order of the calls allows is no lie. */
    @ParameterizedTest
    @MethodSource("openStories")
    void callsNothingBrokenThatMayBe(String name) {
        assertThat(Checker.check(Story.tell(Objects.requireNonNull(STORIES.get(name)), null))
                        .violations())
                .isEmpty();
    }

    @Test
    void worldsAreIndependent() {
        List<String> lines = List.of("publish p1 ann one", "sequence", "ann GET feeds/home/ann : | end");
        Report report = Checker.check(Story.tell(lines, null));
        assertThat(report.violations()).isEmpty();
        assertThat(report.worlds()).isEqualTo(2);
    }

    @Test
    void aViolationNamesItsCalls() {
        Report report =
                Checker.check(Story.tell(List.of("publish p1 ann one", "ann GET feeds/home/ann : | end"), null));
        assertThat(report.violations())
                .singleElement()
                .hasToString("OWN_POSTS, world 1, calls 1, 2: GET /v1/feeds/home/ann lacks p1 of ann"
                        + " (After the 201 the author's own feeds show the post. README.md, What it promises, 1)");
    }

    @Test
    void knowsNothingOfTheProduct() {
        ArchRuleDefinition.classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "io.feedmill.checker..",
                        "tools.jackson..",
                        "com.fasterxml.jackson.annotation",
                        "org.jspecify..")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.feedmill.checker"));
    }
}
