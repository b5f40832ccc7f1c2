package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.stack.FeedmillCommand;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Scenarios one after the other on one rig, whose messages have a shorter visibility timeout than in production. */
@Tag("full")
@Timeout(600)
class ScenarioIT {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration VISIBILITY = Duration.ofSeconds(10);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder = Path.of("");

    @AutoClose
    private static Rig rig;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Screen screen = Screen.plain(new PrintStream(out, true, StandardCharsets.UTF_8));

    @BeforeAll
    static void start() {
        Rig.Settings settings = Rig.Settings.of(2, 100).withVisibility(VISIBILITY);
        Workspace workspace = new Workspace(FeedmillCommand.workspace(folder));
        rig = Rig.start(settings, workspace, Screen.plain(System.out));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aRollingRestartLosesNothingAndMovesNothingToADeadLetterQueue() {
        boolean good = new RestartScenario().run(rig, screen, LIMIT);
        assertThat(good).as(out()).isTrue();
        assertThat(out())
                .containsPattern("worker-1 +[0-9,]+ +[0-9.]+ s +[0-9.]+ s\\R")
                .containsPattern("worker-2 +[0-9,]+ +[0-9.]+ s +[0-9.]+ s\\R")
                .contains("verified: nothing is lost or twice, every count is exact, no dead-letter message");
    }

    @Test
    void viewsThatComeTwiceToWorkersThatAreKilledAreCountedOnce() {
        ViewsScenario views = new ViewsScenario();
        new CommandLine(views).parseArgs("--views=300", "--viewers=60", "--posts=10");
        boolean good = views.run(rig, screen, LIMIT);
        assertThat(good).as(out()).isTrue();
        assertThat(out())
                .containsPattern("views +300 of 10 posts; 200 of them first ones\\R")
                .containsPattern("workers killed +2\\R")
                .containsPattern("write units +[0-9,]+: [2-6]\\.[0-9]+ a view\\R")
                .contains("verified: each viewer of a post is counted once, in its counter and in the ledger");
    }
}
