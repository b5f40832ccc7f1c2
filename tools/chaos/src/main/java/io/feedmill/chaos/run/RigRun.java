package io.feedmill.chaos.run;

import io.feedmill.chaos.check.FollowerCheck;
import io.feedmill.chaos.check.LedgerCheck;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.client.Job;
import io.feedmill.client.Post;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.FeedModel;
import io.feedmill.stack.load.EventCalls;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.load.RunSteps;
import io.feedmill.stack.verify.Findings;
import io.feedmill.stack.verify.Posts;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** A run on a rig: its load, and what it has found. */
public record RigRun(Rig rig, Screen screen, Duration limit, Findings findings) {
    public static final Persistence PERSISTENCE = new Persistence(Duration.ofMillis(300), Duration.ofMinutes(5));

    /** The workers' queues deliver up to three times, late and out of order, and do not always delete. */
    public static final List<Rule> DELIVERIES = List.of(
            Rule.of(new Fault.Duplicate(2, uniform(50, 3_000))).withProbability(0.1),
            Rule.of(new Fault.Reorder(uniform(100, 1_500))).withProbability(0.1),
            Rule.of(new Fault.DelayDelivery(uniform(1_000, 3_000))).withProbability(0.05),
            Rule.of(new Fault.FailDelete(false)).withProbability(0.03),
            Rule.of(new Fault.FailDelete(true)).withProbability(0.03));

    private static final Duration NO_END = Duration.ofDays(1);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);
    private static final int CALLS = 8;

    private static Distribution uniform(int minMillis, int maxMillis) {
        return new Distribution.Uniform(Duration.ofMillis(minMillis), Duration.ofMillis(maxMillis));
    }

    /**
     * Creates a run without findings.
     *
     * @param limit how long each wait may last
     */
    public RigRun(Rig rig, Screen screen, Duration limit) {
        this(rig, screen, limit, new Findings());
    }

    /** Calls at a steady rate, to all APIs in turn, on a graph; it can be stopped and started again. */
    public static final class Load {
        private final FollowGraph graph;
        private final String marker;
        private final Findings findings;
        private final FeedModel model;
        private final EventCalls calls;
        private EventLoad load;

        private Load(RigRun run, FollowGraph graph, String marker) {
            this.graph = graph;
            this.marker = marker;
            this.findings = run.findings;
            this.model = FeedModel.of(graph);
            this.calls = new EventCalls(run.rig::nextApi, PERSISTENCE, marker);
            this.load = newLoad();
        }

        private EventLoad newLoad() {
            return new EventLoad(calls, model, findings, NO_END, new RunClock());
        }

        private List<Event> post(int number) {
            String author = graph.id(graph.drawAuthor(new Random(number)));
            String text = "Post %d of %s by %s".formatted(number, marker, author);
            return List.of(new Event.Publish(Integer.toString(number), author, text));
        }

        /** Begins a sequence of calls each time; it must be stopped. */
        public void start(Duration interval, Supplier<List<Event>> sequences) {
            load = newLoad();
            load.start(interval, number -> sequences.get());
        }

        public int answered() {
            return load.published();
        }

        /** Ends it. A post that was never answered is a finding. */
        public Run stop() {
            load.stop();
            return Run.onFresh(graph, Posts.of(marker, calls.posts()), model);
        }
    }

    public RunSteps steps() {
        return new RunSteps(rig.feedmill(), screen);
    }

    /** Starts posts by authors drawn in proportion to followers; the marker is part of every text and of no other. */
    public Load load(FollowGraph graph, String marker, Duration interval) {
        Load load = load(graph, marker);
        load.load.start(interval, load::post);
        return load;
    }

    /** Returns a load that is not started. */
    public Load load(FollowGraph graph, String marker) {
        return new Load(this, graph, marker);
    }

    /** Waits until every job is complete. */
    public Map<String, Job> await(Run run) {
        return steps().await(run, limit);
    }

    /** Waits until all work is done: messages, jobs, follows and unfollows. Returns false if some is open at the limit. */
    public boolean awaitWork() {
        return awaitWork("work", false);
    }

    /**
     * The same under another title.
     *
     * @param early without unfollows and their delayed messages
     */
    public boolean awaitWork(String title, boolean early) {
        int open = rig.storage().openWork(early);
        try (Progress progress = screen.progress(title, open)) {
            return RunClock.await(
                    () -> {
                        int left = rig.storage().openWork(early);
                        progress.at(Math.max(0, open - left));
                        return left == 0;
                    },
                    POLL,
                    limit);
        }
    }

    /** Reads back everything that was published. */
    public void verify(Run run, Map<String, Job> jobs) {
        steps().verify(run, jobs, findings);
    }

    /** Reads back all that, followers and ledger. */
    public void verifyAll(Run run, Map<String, Job> jobs) {
        screen.each(
                        "verify followers",
                        CALLS,
                        run.readers(),
                        author -> FollowerCheck.compare(
                                author,
                                run.model().followers(author),
                                Persistence.PATIENT.get(
                                        () -> rig.feedmill().followers(author).toList())))
                .forEach(findings::add);
        Instant now = Instant.now();
        Instant first = run.posts().all().stream()
                .map(Post::createdAt)
                .min(Comparator.naturalOrder())
                .orElse(now);
        findings.add(LedgerCheck.compare(
                jobs, run.retracted(), rig.storage().ledger(first.minus(CLOCK_TOLERANCE), now.plus(CLOCK_TOLERANCE))));
        verify(run, jobs);
    }

    public void require(boolean condition, String sentence) {
        findings.require(condition, sentence);
    }

    public void requireNoCrash() {
        require(rig.fleet().crashes() == 0, "A process ended by itself.");
    }
}
