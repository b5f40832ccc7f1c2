package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MechanismsTest {
    /** The product's sources, by class. */
    private static final Map<String, String> SOURCES = sources();

    private static Map<String, String> sources() {
        return Stream.of("common", "api", "worker")
                .flatMap(module -> files(Path.of("..", "..", module, "src", "main", "java")))
                .filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"))
                .collect(Collectors.toMap(
                        file -> file.getFileName().toString().replace(".java", ""),
                        MechanismsTest::text,
                        (one, other) -> one + other));
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Else it would be a mechanism that is never reached. */
    @ParameterizedTest
    @EnumSource
    void theProductGivesTheSignal(Mechanisms mechanism) {
        String what = mechanism.what();
        switch (mechanism.kind()) {
            case Signals.PATH -> assertDeclares(what, "[ >]");
            // the outermost method of the store
            case Signals.CONDITION -> assertDeclares(what, "public [^;{(]+ ");
            case Signals.LOG -> assertThat(SOURCES.values()).anyMatch(source -> source.contains('"' + what + '"'));
            case Signals.COUNTER -> {
                String name = what.replaceAll("\\{.*", "");
                assertThat(SOURCES.values()).anyMatch(source -> source.contains('"' + name + '"'));
            }
            case Signals.FAULT ->
                assertThat(FaultSchedule.Kind.values())
                        .extracting(kind -> kind.name().toLowerCase(Locale.ROOT))
                        .contains(what);
            default -> throw new AssertionError(mechanism.kind());
        }
    }

    private static void assertDeclares(String method, String before) {
        int dot = method.indexOf('.');
        assertThat(SOURCES.get(method.substring(0, dot)))
                .containsPattern(before + Pattern.quote(method.substring(dot + 1)) + "\\(");
    }

    @Test
    void addsAllSignalsThatBeginSo() {
        Reached reached = new Reached();
        reached.add(Signals.COUNTER, "feedmill.queue.redelivered{queue=publish}", 2);
        reached.add(Signals.COUNTER, "feedmill.queue.redelivered{queue=deliver}", 3);
        reached.add(Signals.LOG, "feedmill.queue.redelivered", 10);
        assertThat(Mechanisms.REDELIVERED.times(reached.counts())).isEqualTo(5);
        assertThat(Mechanisms.RECHECK.times(reached.counts())).isZero();
    }

    @Test
    void aPathIsAMethodOfTheTable() {
        assertThat(Mechanisms.paths("io.feedmill.worker.fanout.PlanHandler"))
                .containsEntry("supersede", "PlanHandler.supersede")
                .doesNotContainKeys("handle", "sede");
        assertThat(Mechanisms.paths("io.feedmill.worker.follow.FollowReconciler$Pair"))
                .containsEntry("newest", "FollowReconciler.newest");
        assertThat(Mechanisms.paths("io.feedmill.worker.fanout.Other")).isEmpty();
    }
}
