package io.feedmill.chaos.run;

import io.feedmill.chaos.check.DeadLetterCheck;
import io.feedmill.chaos.check.FollowerCheck;
import io.feedmill.chaos.check.LedgerCheck;
import io.feedmill.chaos.plan.FaultSchedule;
import io.feedmill.chaos.plan.FaultSchedule.Settings;
import io.feedmill.chaos.plan.FollowPlan;
import io.feedmill.chaos.plan.Poison;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.rig.Traffic;
import io.feedmill.chaos.run.FaultInjector.InjectedFaults;
import io.feedmill.faults.Statistics;
import io.feedmill.stack.StorageAccess.DeadLetter;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.FanoutWatch;
import io.feedmill.stack.load.FollowHistory;
import io.feedmill.stack.load.GraphImport;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.PostStream;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.load.Verification;
import io.feedmill.stack.verify.Findings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Gatherers;

/** A run with random faults, on a fresh rig. */
public final class RandomRun {
    private static final Persistence PERSISTENCE = new Persistence(Duration.ofMillis(300), Duration.ofMinutes(3));
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);
    private static final int CALLS = 8;

    private final Settings settings;
    private final Duration postInterval;
    private final Rig rig;
    private final Screen screen;
    private final Duration limit;
    private final FollowPlan follows;

    /**
     * Prepares a run.
     *
     * @param limit how long jobs, and then dead-letter messages, may take after the faults
     */
    public RandomRun(Settings settings, Duration postInterval, Rig rig, Screen screen, Duration limit) {
        this.settings = settings;
        this.postInterval = postInterval;
        this.rig = rig;
        this.screen = screen;
        this.limit = limit;
        this.follows = new FollowPlan(settings);
    }

    /**
     * What a run has done.
     *
     * @param ended when the last fault ended
     */
    record Outcome(Run run, PostStream posts, InjectedFaults faults, Instant ended) {}

    /** Returns whether everything is exact in the end. */
    public boolean run(FaultSchedule schedule, String command) {
        new GraphImport(rig.feedmill(), screen).run(follows.graph());
        Map<Side, Statistics> before = rig.statistics();
        Outcome outcome = publish(schedule);
        Map<String, FanoutStatus> jobs = new FanoutWatch(rig.feedmill(), screen, limit)
                .look(outcome.run().posts().allIds());
        Map<Side, Traffic> traffic = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            traffic.put(side, rig.traffic(side, before));
        }
        List<DeadLetter> deadLetters = awaitDeadLetters(outcome.faults().poison());
        Findings findings = verify(outcome, jobs, deadLetters);
        RunReport report = new RunReport(screen, settings);
        report.print(outcome, jobs.values(), deadLetters.size());
        report.print(rig, traffic, jobs.values());
        return report.print(findings, command);
    }

    private Outcome publish(FaultSchedule schedule) {
        RunClock clock = new RunClock();
        String marker = "chaos-" + settings.seed();
        PostStream posts = new PostStream(rig.feedmill(), PERSISTENCE, marker, follows::author, clock);
        FollowLoad followLoad = new FollowLoad(rig.feedmill(), PERSISTENCE, settings.length(), clock);
        posts.start(postInterval);
        followLoad.start(follows.changing());
        InjectedFaults faults = new FaultInjector(rig, settings.seed()).run(schedule, settings.length(), clock, screen);
        Instant ended = Instant.now();
        screen.say("the faults are over; waiting until everything is up…");
        rig.recover();
        posts.stop();
        FollowHistory history = followLoad.stop();
        return new Outcome(Run.onFresh(follows.graph(), marker, posts.sent(), history), posts, faults, ended);
    }

    /** Waits until all poison is dead-lettered and the queues are empty: messages of killed workers have come back and are done. */
    private List<DeadLetter> awaitDeadLetters(List<Poison> poison) {
        long deadline = System.nanoTime() + limit.toNanos();
        List<DeadLetter> taken = new ArrayList<>();
        int max = rig.storage().messages();
        int waiting = max;
        try (Progress progress = screen.progress("queues run empty", max)) {
            while ((waiting > 0 || !DeadLetterCheck.missing(poison, taken).isEmpty())
                    && System.nanoTime() - deadline < 0) {
                RunClock.pause(POLL);
                waiting = rig.storage().messages();
                progress.at(max - waiting);
                taken.addAll(rig.storage().takeDeadLetters());
            }
        }
        taken.addAll(rig.storage().takeDeadLetters());
        return taken;
    }

    private Findings verify(Outcome outcome, Map<String, FanoutStatus> jobs, List<DeadLetter> deadLetters) {
        Run run = outcome.run();
        Findings findings = new Findings();
        findings.add(outcome.posts().unanswered());
        findings.require(
                run.history().unsettled() == 0,
                "%,d follows or unfollows were never answered."
                        .formatted(run.history().unsettled()));
        FollowerCheck followers = new FollowerCheck(run.graph(), run.history());
        run.readers().stream()
                .gather(Gatherers.mapConcurrent(
                        CALLS,
                        author -> followers.compare(
                                author,
                                Persistence.PATIENT.get(() -> rig.feedmill().followers(author)))))
                .forEach(findings::add);
        findings.add(DeadLetterCheck.compare(outcome.faults().poison(), deadLetters));
        Instant first = run.posts().all().stream()
                .map(PublishedPost::createdAt)
                .min(Comparator.naturalOrder())
                .orElse(outcome.ended());
        findings.add(LedgerCheck.compare(
                jobs,
                rig.storage().ledger(first.minus(CLOCK_TOLERANCE), Instant.now().plus(CLOCK_TOLERANCE))));
        return new Verification(rig.feedmill(), screen, run, findings).run(jobs);
    }
}
