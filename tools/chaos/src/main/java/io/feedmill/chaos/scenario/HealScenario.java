package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Builds;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.client.Job;
import io.feedmill.client.Job.PendingSlice;
import io.feedmill.client.Post;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.verify.Posts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "heal",
        description = {
            "Publishes while workers are killed, the store refuses calls and items and is away now and then, and messages come",
            "twice. The faults stay; prints how long after the last kill all posts are complete, and the slices that are open."
        })
public final class HealScenario extends Scenario {
    private static final int WORKERS = 2;
    private static final int KILLS = 7;
    private static final Duration DOWN = Duration.ofSeconds(1);
    private static final Duration LOOK = Duration.ofSeconds(60);
    private static final int LOOKS = 3;
    private static final Duration OUTAGE_EVERY = Duration.ofSeconds(45);
    private static final Duration OUTAGE = Duration.ofSeconds(6);
    private static final Duration AGAIN = Duration.ofSeconds(1);

    @Option(names = "--posts", paramLabel = "N", description = "Number of posts (${DEFAULT-VALUE}).")
    private int posts = 350;

    @Option(names = "--followers", paramLabel = "N", description = "Followers of the author (${DEFAULT-VALUE}).")
    private int followers = 200;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "Time from the first post to the last kill (${DEFAULT-VALUE}).")
    private int seconds = 150;

    @Option(
            names = "--within",
            paramLabel = "S",
            description = "Seconds after the last kill within which all posts must be complete (${DEFAULT-VALUE}).")
    private int within = 120;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the faults (${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--from",
            paramLabel = "COMMIT",
            description = "Runs processes of this commit, see upgrade (default: of this build).")
    private @Nullable String from;

    private @Nullable Workspace build;

    HealScenario() {
        super(WORKERS);
    }

    @Override
    void checkOptions() {
        require(posts >= KILLS && posts <= 100_000, "--posts must be 7 to 100000.");
        require(followers >= 1 && followers <= 100_000, "--followers must be 1 to 100000.");
        require(seconds >= 1 && seconds <= 3_600, "--seconds must be 1 to 3600.");
        require(within >= 1, "--within must be at least 1.");
        if (from != null) {
            Optional<String> commit = Builds.configured().find(from);
            require(commit.isPresent(), "--from: unknown commit '%s'.".formatted(from));
            from = commit.orElseThrow();
        }
    }

    @Override
    Rig.Settings settings() {
        return build == null ? super.settings() : super.settings().from(build);
    }

    @Override
    boolean start(Screen screen) {
        if (from != null) {
            build = Builds.configured().of(from, screen);
        }
        return super.start(screen);
    }

    @Override
    void run(RigRun run) {
        FollowGraph graph = FollowGraph.ofAuthors(followers);
        run.steps().importGraph(graph);
        run.rig().inject(Side.STORE, new Script(seed, "pk", store(run.limit())));
        Rule twice =
                Rule.of(new Fault.Duplicate(1, new Distribution.Fixed(AGAIN))).withProbability(0.2);
        run.rig().inject(Side.WORKER_QUEUES, Script.of(seed, twice));
        Run published = publishAndKill(run, graph);
        Instant killed = Instant.now();
        Table open = new Table("after the last kill", "open posts", "open slices by attempt and reason");
        RunClock clock = new RunClock();
        for (int look = 1; look <= LOOKS; look++) {
            Duration at = LOOK.multipliedBy(look);
            Map<String, Job> jobs =
                    run.steps().look(published.posts().authors(), published.deliveries(), at.minus(clock.now()));
            open.row(at.toSeconds() + " s", open(jobs.values()).count(), slices(jobs.values()));
        }
        Map<String, Job> jobs = run.await(published);
        Instant last = jobs.values().stream()
                .map(job -> Objects.requireNonNull(job.completedAt()))
                .max(Instant::compareTo)
                .orElseThrow();
        run.rig().recover();
        Duration healed = Duration.between(killed, last);
        run.screen().show(open);
        run.screen().row("posts", "%,d to %,d followers each".formatted(jobs.size(), followers));
        run.screen().row("last completion", "%s after the last kill".formatted(Figures.text(healed)));
        run.require(
                healed.toSeconds() <= within,
                "The last post was complete %s after the last kill.".formatted(Figures.text(healed)));
        run.verify(published, jobs);
    }

    /** A fifth of the calls is throttled, a fifth of the batches is taken in part, and one of a hundred answers is lost. */
    private static List<Rule> store(Duration limit) {
        List<Rule> rules = new ArrayList<>(List.of(
                Rule.of(new Fault.Throttle(ThrottlingError.ON_DEMAND, Limit.MAX_ON_DEMAND))
                        .withProbability(0.2),
                Rule.of(new Fault.Unprocessed(0.5)).withProbability(0.2),
                Rule.of(new Fault.DropResponse()).withProbability(0.01)));
        for (Duration end = OUTAGE_EVERY; end.compareTo(limit.multipliedBy(2)) < 0; end = end.plus(OUTAGE_EVERY)) {
            rules.add(Rule.of(new Fault.Outage()).during(end.minus(OUTAGE), end));
        }
        return rules;
    }

    /** Kills one worker after the other, each after its share of the posts. */
    private Run publishAndKill(RigRun run, FollowGraph graph) {
        RunClock clock = new RunClock();
        List<Post> all = new ArrayList<>();
        for (int kill = 1; kill <= KILLS; kill++) {
            int count = posts * kill / KILLS - all.size();
            all.addAll(run.steps().publish(graph, count).posts().all());
            clock.sleepUntil(Duration.ofSeconds(seconds).multipliedBy(kill).dividedBy(KILLS));
            run.rig().fleet().kill(run.rig().fleet().workers().get(kill % workers()), DOWN);
        }
        return Run.onFresh(graph, Posts.of(" in run ", all));
    }

    private static Stream<Job> open(Collection<Job> jobs) {
        return jobs.stream().filter(job -> !job.isComplete());
    }

    /** Each attempt and reason with its number of slices; of a job that is not planned yet none is known. */
    private static String slices(Collection<Job> jobs) {
        Map<String, Long> slices = open(jobs)
                .flatMap(job -> Stream.ofNullable(job.oldestPending()).flatMap(List::stream))
                .collect(Collectors.groupingBy(HealScenario::text, TreeMap::new, Collectors.counting()));
        return slices.isEmpty()
                ? "-"
                : slices.entrySet().stream()
                        .map(each -> "%,d x %s".formatted(each.getValue(), each.getKey()))
                        .collect(Collectors.joining(", "));
    }

    private static String text(PendingSlice slice) {
        return slice.attempt() + (slice.reason() == null ? "" : " " + slice.reason());
    }
}
