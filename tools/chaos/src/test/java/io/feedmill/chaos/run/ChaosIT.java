package io.feedmill.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.FeedmillCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random runs of fixed seeds. */
@Timeout(600)
class ChaosIT {

    private static final String SEED = "12";

    /** The faults that a seed's schedule must inject on any machine. Otherwise a run without faults would pass. */
    private static final List<String> CERTAIN =
            List.of("between transaction and send: [1-9]", "\\R +latency +[1-9]", "\\R +throttle +[1-9]");

    private static final Duration LIMIT = Duration.ofMinutes(8);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder = Path.of("");

    /** A seed, or those that the system property {@code feedmill.chaos.seeds} names: {@code 1,2,3}. */
    @Tag("full")
    @ParameterizedTest
    @MethodSource("seeds")
    void everythingIsExactAfterARandomRun(long seed) throws Exception {
        String output = chaos(seed);
        assertThat(Map.of(SEED, CERTAIN).getOrDefault(Long.toString(seed), List.of()))
                .allSatisfy(row -> assertThat(output).containsPattern(row));
    }

    static LongStream seeds() {
        return Stream.of(System.getProperty("feedmill.chaos.seeds", SEED).split(","))
                .mapToLong(Long::parseLong);
    }

    private String chaos(long seed) throws Exception {
        String[] words = {"--seed=" + seed, "--minutes=0.25", "--workers=2", "--groups=3", "--quick"};
        try (FeedmillCommand chaos = FeedmillCommand.start(folder, Map.of(), Stream.of(words))) {
            chaos.expectExit(0, LIMIT);
            assertThat(chaos.err()).as(chaos.out()).isEmpty();
            assertThat(chaos.out())
                    .contains("seed %d:".formatted(seed), "verified: no promise is broken")
                    .containsPattern("FANOUT +[1-9][0-9,]* +0\\R")
                    .containsPattern("workers killed +[1-9]")
                    .containsPattern("API killed +[1-9]")
                    .containsPattern("poison +[1-9]")
                    .containsPattern("findings +0\\R");
            return chaos.out();
        }
    }
}
