package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.FeedmillCommand;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios that need more than a rig: by their command. */
@Tag("full")
@Timeout(600)
class ScenarioCommandIT {

    private static final Duration LIMIT = Duration.ofMinutes(8);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder = Path.of("");

    private String output(String... words) throws Exception {
        try (FeedmillCommand command = FeedmillCommand.start(folder, words)) {
            command.expectExit(0, LIMIT);
            assertThat(command.err()).as(command.out()).isEmpty();
            return command.out();
        }
    }

    @Test
    void hoursOfReportsHaveEveryEventOnce() throws Exception {
        assertThat(output("reports", "--workers=1", "--events=2000", "--hours=6", "--kills=2"))
                .contains(
                        "all workers killed between a report and its files; they come back with an interval of 60 min")
                .contains(
                        "all workers killed while a report read the ledger; they come back with an interval of 15 min")
                .containsPattern("events in reports +2,000\\R")
                .contains("verified: every event is in one report, that of its time, and in that report's file");
    }

    @Test
    void everyHomeFeedIsThatOfTheModelWhileWorkersAreKilled() throws Exception {
        String output = output("living", "--workers=2", "--seed=1", "--sequences=8", "--events=20");
        System.out.println(output);
        assertThat(output)
                .contains("verified: every home feed is that of the model")
                .containsPattern("workers killed +[1-9]")
                .containsPattern("live feeds +10, cut 100 times; [1-9]")
                .containsPattern("on read +[1-9][0-9]* posts, [1-9][0-9]* switches, [1-9]");
    }

    /** 1,000 messages of a seed, or those that the system property {@code feedmill.fuzz} names: {@code --seed=7 --message=123}. */
    @Test
    void everyMessageIsHandledOrDeadLettered() throws Exception {
        String options = System.getProperty("feedmill.fuzz", "--seed=1 --messages=1000");
        String output = output(("fuzz --workers=1 " + options).split(" ", -1));
        System.out.println(output);
        assertThat(output)
                .contains("verified: every message handled or dead-lettered")
                .containsPattern("\\R +publish +[0-9]");
    }
}
