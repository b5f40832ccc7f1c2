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
    void aDayOfReportsHasEveryEventOnce() throws Exception {
        Stream<String> words = Stream.of("drill", "reports", "--workers=1", "--events=2000", "--hours=6", "--kills=2");
        try (FeedmillCommand drill = FeedmillCommand.start(folder, Map.of(), words)) {
            int exitCode = drill.exitCode(LIMIT);
            assertThat(drill.err()).as(drill.out()).isEmpty();
            assertThat(exitCode).as(drill.out()).isZero();
            assertThat(drill.out())
                    .contains(
                            "all workers killed between a report and its files; they come back with an interval of 60 min")
                    .contains(
                            "all workers killed while a report read the ledger; they come back with an interval of 15 min")
                    .containsPattern("events in reports +2,000\\R")
                    .contains("verified: every event is in one report, that of its time, and in that report's file");
        }
    }

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
