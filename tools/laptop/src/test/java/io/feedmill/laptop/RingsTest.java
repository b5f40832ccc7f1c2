package io.feedmill.laptop;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The platform knows no feature, the core no satellite, and no satellite another one. A package has one name in all modules; one that is named neither in
 * the platform nor in the core is a satellite. The root package of a module wires them.
 */
class RingsTest {
    private static final Set<String> PLATFORM = Set.of(
            "time",
            "key",
            "storage",
            "dynamo",
            "queue",
            "outbox",
            "breaker",
            "metrics",
            "schema",
            "trace", // common
            "http",
            "problem",
            "cursor",
            "security",
            "guard", // api
            "work",
            "listen",
            "pressure",
            "relay",
            "health"); // worker

    private static final Set<String> CORE = Set.of(
            "post", "publish", "follow", "feed", "fanout", "recall", "access", "rights", "live", "onread", "dormant");

    /** Parts that satellites may use. */
    private static final Set<String> SHARED = Set.of("ledger", "counter", "partition", "cost");

    private static final Pattern PACKAGE = Pattern.compile("io\\.feedmill\\.(?:common|api|worker)\\.(\\w+)(\\..*)?");

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .importPaths(Stream.of("common", "api", "worker")
                    .map(module -> Path.of("..", "..", module, "target", "classes"))
                    .toList());

    private enum Ring {
        PLATFORM,
        CORE,
        SHARED,
        SATELLITE
    }

    private static Optional<String> feature(JavaClass type) {
        Matcher name = PACKAGE.matcher(type.getPackageName());
        return name.matches() ? Optional.of(name.group(1)) : Optional.empty();
    }

    private static Ring ring(String feature) {
        if (PLATFORM.contains(feature)) {
            return Ring.PLATFORM;
        }
        if (CORE.contains(feature)) {
            return Ring.CORE;
        }
        return SHARED.contains(feature) ? Ring.SHARED : Ring.SATELLITE;
    }

    private static boolean mayKnow(String from, String to) {
        return from.equals(to)
                || ring(to).compareTo(ring(from)) < 0
                || (ring(to) == ring(from) && ring(from) != Ring.SATELLITE);
    }

    @Test
    void eachRingKnowsOnlyInnerRings() {
        classes()
                .should(new ArchCondition<>("know only packages of inner rings") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        feature(type)
                                .ifPresent(from -> type.getDirectDependenciesFromSelf().stream()
                                        .filter(known -> feature(known.getTargetClass())
                                                .filter(to -> !mayKnow(from, to))
                                                .isPresent())
                                        .map(Dependency::getDescription)
                                        .forEach(known -> events.add(SimpleConditionEvent.violated(type, known))));
                    }
                })
                .check(PRODUCT);
    }

    @Test
    void everyListedPackageExists() {
        Set<String> features =
                PRODUCT.stream().flatMap(type -> feature(type).stream()).collect(java.util.stream.Collectors.toSet());
        assertThat(features).containsAll(PLATFORM).containsAll(CORE).containsAll(SHARED);
    }
}
