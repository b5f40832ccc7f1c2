package io.feedmill.chaos.scenario;

import io.feedmill.chaos.restore.Backups;
import io.feedmill.chaos.restore.Restore;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.stack.TableAccess.TableCopy;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "restore",
        description = {
            "Copies all tables under load, restores the copies with empty queues, repairs as the runbook says, and compares",
            "every home feed with the restored posts and follows. Cases: together (all tables of one moment), apart (each of",
            "a moment of its own), homes (together, and homes is empty)."
        })
public final class RestoreScenario extends Scenario {
    private static final int SLICE_SIZE = 2;
    private static final int MAX_SEED = 1_000_000;

    @Option(
            names = "--case",
            split = ",",
            paramLabel = "CASE",
            description = "${COMPLETION-CANDIDATES} (default: all).")
    private List<Case> cases = List.of(Case.values());

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "Time from the first copy of a table to the last (${DEFAULT-VALUE}).")
    private int seconds = 120;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the load and the copies (default: a new one).")
    private long seed = new Random().nextInt(MAX_SEED);

    /** The values of {@code --case}, spelled as the user types them. */
    private enum Case {
        together,
        apart,
        homes;

        List<TableCopy> copies(Backups backups) {
            return switch (this) {
                case together -> backups.together();
                case apart -> backups.apart();
                case homes ->
                    backups.together().stream()
                            .filter(copy -> !copy.table().equals(FeedRows.HOMES))
                            .toList();
            };
        }
    }

    @Override
    void checkOptions() {
        require(seconds >= 1 && seconds <= 600, "--seconds must be 1 to 600.");
    }

    /** Shorter timeouts than in production: a pass of an unfollow comes sooner. */
    @Override
    Rig.Settings settings() {
        return Rig.Settings.of(workers(), SLICE_SIZE).quick();
    }

    @Override
    String verified() {
        return "every home feed is as the restored posts and follows say, no job is open for good, no dead-letter message";
    }

    @Override
    void run(RigRun run) {
        run.screen().say("seed %d".formatted(seed));
        Backups backups = Backups.take(run, seed, Duration.ofSeconds(seconds));
        cases.forEach(each -> new Restore(run, each.name(), each.copies(backups), backups.users()).make());
    }
}
