package io.feedmill.chaos.run;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.client.Job;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.load.RunSteps;
import io.feedmill.stack.verify.Findings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A run on a rig: its load, and what it has found. */
public record RigRun(Rig rig, Screen screen, Duration limit, Findings findings) {
    /** The workers' queues deliver up to three times, late and out of order, and do not always delete. */
    public static final List<Rule> DELIVERIES = List.of(
            Rule.of(new Fault.Duplicate(2, uniform(50, 3_000))).withProbability(0.1),
            Rule.of(new Fault.Reorder(uniform(100, 1_500))).withProbability(0.1),
            Rule.of(new Fault.DelayDelivery(uniform(1_000, 3_000))).withProbability(0.05),
            Rule.of(new Fault.FailDelete(false)).withProbability(0.03),
            Rule.of(new Fault.FailDelete(true)).withProbability(0.03));

    private static final Duration POLL = Duration.ofSeconds(1);

    private static Distribution uniform(int minMillis, int maxMillis) {
        return new Distribution.Uniform(Duration.ofMillis(minMillis), Duration.ofMillis(maxMillis));
    }

    /** Creates a run without findings, each wait of which may last up to the limit. */
    public RigRun(Rig rig, Screen screen, Duration limit) {
        this(rig, screen, limit, new Findings());
    }

    public RunSteps steps() {
        return new RunSteps(rig.feedmill(), screen);
    }

    /** Waits until every job is complete. */
    public Map<String, Job> await(Run run) {
        return steps().await(run, limit);
    }

    /** Waits until all work is done: messages, jobs, follows and unfollows. Returns false if some is open at the limit. */
    public boolean awaitWork() {
        return awaitWork("work", false);
    }

    /** The same under another title; early: without unfollows and their delayed messages. */
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

    /** Returns clients that record what they see. */
    public Clients clients() {
        return new Clients(rig);
    }

    public void require(boolean condition, String sentence) {
        findings.require(condition, sentence);
    }

    public void requireNoCrash() {
        require(rig.fleet().crashes() == 0, "A process ended by itself.");
    }
}
