package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Builds;
import io.feedmill.chaos.rig.NewerProxy;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "upgrade",
        description = {
            "Builds another commit by git and Maven (MAVEN_COMMAND or mvn), and starts it. Under load, replaces its workers,",
            "then its APIs, by this build, one after the other, and then goes the way back. What this build's processes write",
            "has a field more in each message, and an attribute more in each row."
        })
public final class UpgradeScenario extends Scenario {
    /** The first commit that runs beside this build. After the first release: its tag. */
    private static final String OLDEST = "93c09ce5dc732c214529637ebd329c46cdd5cb6d";

    private static final int SLICE_SIZE = 2;

    @Option(names = "--from", paramLabel = "COMMIT", description = "The other commit (${DEFAULT-VALUE}).")
    private String from = OLDEST;

    private @Nullable Workspace older;

    @Override
    void checkOptions() {
        Builds builds = Builds.configured();
        Optional<String> commit = builds.find(from);
        require(commit.isPresent(), "--from: unknown commit '%s'.".formatted(from));
        require(
                builds.contains(commit.orElseThrow(), OLDEST),
                "--from must be %s or later: earlier builds cannot run beside this one.".formatted(OLDEST));
        from = commit.get();
    }

    @Override
    Rig.Settings settings() {
        Rig.Settings settings = Rig.Settings.of(workers(), SLICE_SIZE).quick().withApis(2);
        return older == null ? settings : settings.from(older);
    }

    @Override
    boolean start(Screen screen) {
        older = Builds.configured().of(from, screen);
        return super.start(screen);
    }

    @Override
    void run(RigRun run) {
        Workspace other = Objects.requireNonNull(older, "older");
        try (NewerProxy store = new NewerProxy(run.rig().endpoint(Side.STORE));
                NewerProxy queues = new NewerProxy(run.rig().endpoint(Side.WORKER_QUEUES))) {
            new UpgradeRun(run, other, Workspace.configured(), store, queues).run();
        }
    }

    @Override
    String verified() {
        return "on both ways no promise is broken, and nothing is dead-lettered";
    }
}
