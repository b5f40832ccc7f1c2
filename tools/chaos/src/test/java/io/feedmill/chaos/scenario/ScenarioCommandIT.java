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
    void noPromiseIsBrokenWhileWorkersAreKilled() throws Exception {
        String output = output("living", "--workers=2", "--seed=1", "--sequences=8", "--events=40", "--cuts=40");
        System.out.println(output);
        assertThat(output)
                .contains("verified: no promise is broken")
                .containsPattern("LIVE_EVENTS +[1-9][0-9,]* +0\\R")
                .containsPattern("workers killed +[1-9]")
                .containsPattern("live feeds +10, [1-9]");
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
