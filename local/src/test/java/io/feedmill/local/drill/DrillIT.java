package io.feedmill.local.drill;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.local.FeedmillCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class DrillIT {

    private static final Duration LIMIT = Duration.ofMinutes(8);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder = Path.of("");

    @Test
    void aRollingRestartLosesNothingAndMovesNothingToADeadLetterQueue() throws Exception {
        Stream<String> words = Stream.of("drill", "restart", "--workers=2", "--posts-per-second=2");
        try (FeedmillCommand drill = FeedmillCommand.start(folder, Map.of(), words)) {
            int exitCode = drill.exitCode(LIMIT);
            assertThat(drill.err()).as(drill.out()).isEmpty();
            assertThat(exitCode).as(drill.out()).isZero();
            assertThat(drill.out())
                    .containsPattern("worker-1 +[0-9,]+ +[0-9.]+ s +[0-9.]+ s\\R")
                    .containsPattern("worker-2 +[0-9,]+ +[0-9.]+ s +[0-9.]+ s\\R")
                    .contains("verified: nothing is lost or twice, every count is exact, no dead letter");
        }
    }
}
