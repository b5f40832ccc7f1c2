package io.feedmill.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.FeedmillCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A short run of one seed, or of those that the system property {@code feedmill.chaos.seeds} names: {@code 1,2,3}. */
@Timeout(600)
class ChaosIT {

    private static final String SEED = "12";

    /** What the seed's plan brings about on any machine. Without it, a run that injects nothing would pass. */
    private static final Map<String, List<String>> CERTAIN =
            Map.of(SEED, List.of("between transaction and send: [1-9]", "\\R +latency +[1-9]", "\\R +throttle +[1-9]"));

    private static final Duration LIMIT = Duration.ofMinutes(8);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder = Path.of("");

    @ParameterizedTest
    @MethodSource("seeds")
    void everythingIsThereExactlyOnceWhateverHappens(long seed) throws Exception {
        String[] words = {
            "chaos", "--seed=" + seed, "--minutes=0.25", "--workers=2", "--users=100", "--slice-size=10", "--quick"
        };
        try (FeedmillCommand chaos = FeedmillCommand.start(folder, Map.of(), Stream.of(words))) {
            int exitCode = chaos.exitCode(LIMIT);
            assertThat(chaos.err()).as(chaos.out()).isEmpty();
            assertThat(exitCode).as(chaos.out()).isZero();
            assertThat(chaos.out())
                    .contains("seed %d:".formatted(seed), "verified: every job complete")
                    .containsPattern("deliveries +[1-9]")
                    .containsPattern("workers killed +[1-9]")
                    .containsPattern("API killed +[1-9]")
                    .containsPattern("poison +[1-9]")
                    .containsPattern("findings +0\\R");
            assertThat(CERTAIN.getOrDefault(Long.toString(seed), List.of()))
                    .allSatisfy(row -> assertThat(chaos.out()).containsPattern(row));
        }
    }

    static LongStream seeds() {
        return Stream.of(System.getProperty("feedmill.chaos.seeds", SEED).split(","))
                .mapToLong(Long::parseLong);
    }
}
