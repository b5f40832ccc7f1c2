package io.feedmill.cli;

import io.feedmill.cli.audit.AuditFailure;
import io.feedmill.cli.audit.AuditOptions;
import io.feedmill.cli.audit.AuditProgress;
import io.feedmill.cli.audit.AuditReport;
import io.feedmill.cli.audit.AuditState;
import io.feedmill.cli.audit.AuditStopped;
import io.feedmill.cli.audit.Auditor;
import io.feedmill.cli.audit.ReadBudget;
import io.feedmill.cli.audit.StateFile;
import io.feedmill.cli.connect.Connection;
import io.feedmill.cli.connect.FeedmillSettings;
import io.feedmill.common.storage.StorageException;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.command.Usage;
import io.feedmill.stack.console.Screen;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = {
            "Compares home feeds with the follower graph and the fan-out jobs; reports what is missing, stale or extra.",
            "Reads the standard AWS settings, FEEDMILL_TABLES_…, FEEDMILL_QUEUES_PREFIX and FEEDMILL_FEEDS_RETENTION.",
            "As ./feedmill audit --local [API_PORT] … it looks at an embedded stack.",
            "Exit code 0: nothing is wrong. 1: something is, or the audit did not get to its end; the same command goes on."
        })
final class AuditCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private AuditArguments arguments = new AuditArguments();

    @Option(
            names = "--read-units",
            paramLabel = "N",
            description = "Consume so many read units a second, at most (${DEFAULT-VALUE}).")
    private int readUnits = 200;

    @Option(
            names = "--state",
            paramLabel = "FILE",
            description = "Where the audit's state is kept until its end. Default: in .feedmill/audit.")
    private @Nullable Path state;

    @Option(names = "--json", description = "Print the report as one JSON object; progress goes to standard error.")
    private boolean json;

    @Override
    public Integer call() {
        Usage.require(spec, readUnits >= 1, "--read-units must be at least 1.");
        FeedmillSettings settings = FeedmillSettings.of(System.getenv());
        AuditOptions options = arguments.options(settings.feeds().retention());
        Screen screen = json ? Screen.plain(System.err) : Screen.standard();
        ReadBudget budget = new ReadBudget(readUnits, System::nanoTime, new Patience(StopSignal.listen()));
        try (Connection feedmill = Connection.open(settings, budget)) {
            StateFile file = file(options, feedmill);
            return report(options, audit(options, feedmill, file, budget, screen));
        } catch (AuditStopped e) {
            screen.say("stopped; the same command goes on where it was");
            return 1;
        }
    }

    private StateFile file(AuditOptions options, Connection feedmill) {
        String audit = "%s, of %s of %s".formatted(options.description(), feedmill.place(), feedmill.createdAt());
        Path folder = Workspace.configured().root().resolve(".feedmill/audit");
        String name = "%s-%08x.json".formatted(arguments.name(), audit.hashCode());
        return new StateFile(state == null ? folder.resolve(name) : state, audit);
    }

    private AuditState audit(
            AuditOptions options, Connection feedmill, StateFile file, ReadBudget budget, Screen screen) {
        Optional<AuditState> earlier = file.read();
        AuditState start = earlier.orElseGet(() -> AuditState.begin(options, file.audit(), arguments.seed()));
        screen.say((earlier.isPresent() ? "going on with " : "auditing ")
                + file.audit()
                + (options.sample() == 0 ? "" : ", seed " + start.seed()));
        Auditor auditor =
                new Auditor(feedmill.stores(), feedmill.sender(), options, start, Clock.systemUTC(), budget::consumed);
        AuditProgress progress = new AuditProgress(screen, System::nanoTime);
        try {
            AuditState end = auditor.run(now -> {
                file.write(now);
                progress.at(now);
            });
            file.remove();
            return end;
        } catch (StorageException e) {
            throw new AuditFailure("The audit stopped: %s. The same command goes on where it was (%s)."
                    .formatted(reason(e), file.path()));
        }
    }

    /** In one line. */
    private static String reason(StorageException e) {
        Throwable cause = e.getCause();
        String more = cause == null || cause.getMessage() == null
                ? ""
                : cause.getMessage().lines().findFirst().orElse("");
        return more.isEmpty() ? e.reason() : e.reason() + ", " + more;
    }

    private int report(AuditOptions options, AuditState end) {
        AuditReport report = new AuditReport(options, end, Clock.systemUTC().instant());
        Screen out = Screen.plain(System.out);
        if (json) {
            out.say(report.json());
        } else {
            report.lines().forEach(out::say);
        }
        return end.results().findings() == 0 ? 0 : 1;
    }
}
