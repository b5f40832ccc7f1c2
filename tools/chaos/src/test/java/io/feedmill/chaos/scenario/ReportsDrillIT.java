package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.FeedmillCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** By the command: its workers need a clock of their own. */
@Timeout(600)
class ReportsDrillIT {

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
}
