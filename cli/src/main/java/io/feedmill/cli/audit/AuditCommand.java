package io.feedmill.cli.audit;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.Connection;
import io.feedmill.cli.command.StateFile;
import io.feedmill.cli.command.StopSignal;
import io.feedmill.cli.command.UnitBudget;
import io.feedmill.cli.command.Usage.CheckedCommand;
import io.feedmill.cli.token.StackFiles;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.StorageException;
import io.github.bucket4j.TimeMeter;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = {
            "Compares home feeds with the follower graph and the fan-out jobs; reports missing, stale and extra items,",
            "and unfollows, follows and recalls whose work is lost.",
            "Reads the standard AWS settings, FEEDMILL_TABLES_…, FEEDMILL_QUEUES_PREFIX and FEEDMILL_FEEDS_RETENTION.",
            "./feedmill audit --local [API_PORT] … audits an embedded stack.",
            "Exit code 0: no findings. 1: findings, or the audit stopped early; the same command then continues it.",
            "3: no findings, but suspects that are not settled yet: run it again at the time that it says."
        })
public final class AuditCommand extends CheckedCommand {
    static final StateFile.Format<AuditState> FORMAT =
            new StateFile.Format<>(AuditState::json, AuditState::parse, AuditState::audit);
    private static final long PROGRESS_INTERVAL = Duration.ofSeconds(10).toNanos();

    @Option(
            names = "--read-units",
            paramLabel = "N",
            description = "Maximum number of read units consumed per second (${DEFAULT-VALUE}).")
    private int readUnits = 200;

    @Option(
            names = "--state",
            paramLabel = "FILE",
            description = "Keeps the state of an unfinished audit. Default: a file in .feedmill/audit.")
    private @Nullable Path state;

    @Option(names = "--json", description = "Print the report as one JSON object; progress goes to standard error.")
    private boolean json;

    @ArgGroup(multiplicity = "1")
    private Authors authors = new Authors();

    @ArgGroup
    private Segmentation segmentation = new Segmentation();

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = "Check N random followers of each author. Default: all followers.")
    private @Nullable Integer sample;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the sample; the same seed draws it again.")
    private @Nullable Long seed;

    @Option(
            names = "--extras",
            description = "Scan all home feeds for extra items, and the rows of readers for lost work."
                    + " --all without --sample always does.")
    private boolean extras;

    @Option(
            names = "--margin",
            paramLabel = "SECONDS",
            description = "A follower must have a post if the follow is older by this time (${DEFAULT-VALUE}).")
    private int margin = 120;

    @Option(
            names = "--repair",
            description = "Have the workers write missing and stale items, and end unfollows whose work is lost.")
    private boolean repair;

    @Option(
            names = "--repair-extras",
            description =
                    "Have the workers delete extra items, and end follows that a block forbids. Implies --extras.")
    private boolean repairExtras;

    @Option(
            names = "--findings",
            paramLabel = "N",
            description = "Maximum number of findings shown (${DEFAULT-VALUE}).")
    private int findings = 20;

    private static final class Authors {
        @Option(names = "--author", paramLabel = "A", description = "Audit the posts of one author.")
        private @Nullable String author;

        @Option(names = "--all", description = "Audit the posts of all authors.")
        private boolean all;
    }

    @Override
    public Integer call() {
        Connection.Settings settings = Connection.Settings.of(System.getenv());
        AuditOptions options = options(settings.feeds().retention());
        List<Segment> segments = segmentation.segments(this);
        PrintStream progress = json ? System.err : System.out;
        UnitBudget budget = new UnitBudget(readUnits, TimeMeter.SYSTEM_NANOTIME, StopSignal.listen());
        try (Connection feedmill = Connection.open(settings, budget)) {
            StateFile<AuditState> file = stateFile(options, segments, feedmill);
            AuditState start = start(options, segments, file, progress);
            Auditor auditor = new Auditor(
                    feedmill.beans().getAutowireCapableBeanFactory().createBean(AuditStores.class),
                    feedmill.beans().getBean(QueueSender.class),
                    options,
                    start,
                    Clock.systemUTC(),
                    budget::consumed);
            AuditState end = audit(auditor, file, progress);
            return report(options, end);
        } catch (StopSignal.StoppedException e) {
            progress.println("stopped; the same command continues");
            return 1;
        }
    }

    private AuditOptions options(Duration retention) {
        require(readUnits >= 1, "--read-units must be at least 1.");
        String author = authors.author;
        require(author == null || UserId.isValid(author), "--author must be a valid user id.");
        require(sample == null || sample >= 1, "--sample must be at least 1.");
        require(seed == null || sample != null, "--seed needs a --sample.");
        require(margin >= 0, "--margin must be at least 0.");
        require(findings >= 0, "--findings must be at least 0.");
        return new AuditOptions(
                author == null ? null : new UserId(author),
                sample == null ? 0 : sample,
                extras || repairExtras || (authors.all && sample == null),
                new Guarantee(Duration.ofSeconds(margin), retention),
                new AuditOptions.Repairs(repair, repairExtras),
                findings);
    }

    /** The same audit in other segments has the same file, unless it is one segment of several. */
    private StateFile<AuditState> stateFile(AuditOptions options, List<Segment> segments, Connection feedmill) {
        String audit = "%s, of %s".formatted(options.description(), feedmill.tables());
        Segment first = segments.getFirst();
        String part = first.total() > segments.size() ? "-%d-of-%d".formatted(first.index() + 1, first.total()) : "";
        String name =
                "%s-%08x%s.json".formatted(Objects.requireNonNullElse(authors.author, "all"), audit.hashCode(), part);
        Path folder = StackFiles.configured().root().resolve(".feedmill/audit");
        return new StateFile<>(state == null ? folder.resolve(name) : state, audit, FORMAT);
    }

    private AuditState start(
            AuditOptions options, List<Segment> segments, StateFile<AuditState> file, PrintStream progress) {
        Optional<AuditState> earlier = file.read();
        earlier.ifPresent(state -> require(
                state.segments().equals(segments),
                "%s has the state of an audit of %s: continue that one, remove the file, or name another with --state."
                        .formatted(file.path(), Segmentation.text(state.segments()))));
        long drawn = seed == null ? ThreadLocalRandom.current().nextLong(1_000_000_000) : seed;
        AuditState start = earlier.orElseGet(() -> AuditState.begin(options, segments, file.work(), drawn));
        progress.println((earlier.isPresent() ? "continuing with " : "auditing ")
                + file.work()
                + ", " + Segmentation.text(segments)
                + (options.sample() == 0 ? "" : ", seed " + start.seed()));
        return start;
    }

    private static AuditState audit(Auditor auditor, StateFile<AuditState> file, PrintStream progress) {
        try {
            AuditState end = auditor.run(afterPage(file, progress));
            file.remove();
            return end;
        } catch (StorageException e) {
            throw new CommandException(
                    "The audit stopped: %s. The same command continues it (state in %s)."
                            .formatted(CommandException.reason(e), file.path()),
                    e);
        }
    }

    private static Consumer<AuditState> afterPage(StateFile<AuditState> file, PrintStream progress) {
        long[] lastLine = {System.nanoTime()};
        return now -> {
            file.write(now);
            if (System.nanoTime() - lastLine[0] >= PROGRESS_INTERVAL) {
                lastLine[0] = System.nanoTime();
                progress.println(AuditReport.progress(now));
            }
        };
    }

    private int report(AuditOptions options, AuditState end) {
        AuditReport report = new AuditReport(options, end, Clock.systemUTC().instant());
        if (json) {
            System.out.println(report.json());
        } else {
            report.lines().forEach(System.out::println);
        }
        return report.exitCode();
    }
}
