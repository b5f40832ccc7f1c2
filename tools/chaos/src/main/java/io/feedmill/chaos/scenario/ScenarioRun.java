package io.feedmill.chaos.scenario;

import io.feedmill.chaos.check.DeadLetterCheck;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.FanoutWatch;
import io.feedmill.stack.load.FollowHistory;
import io.feedmill.stack.load.GraphImport;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.PostStream;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.load.StepFailure;
import io.feedmill.stack.load.Verification;
import io.feedmill.stack.verify.Findings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** A scenario under way: its rig, its load, and what it has found. */
record ScenarioRun(Rig rig, Screen screen, Duration limit, Findings findings) {
    static final Persistence PERSISTENCE = new Persistence(Duration.ofMillis(300), Duration.ofMinutes(5));

    ScenarioRun(Rig rig, Screen screen, Duration limit) {
        this(rig, screen, limit, new Findings());
    }

    /** Posts at a steady rate, by authors of a graph. */
    record Load(PostStream posts, FollowGraph graph, String marker) {

        int answered() {
            return posts.sent().size();
        }

        /** Ends it; throws {@link StepFailure} if a post was never answered. */
        Run stop() {
            posts.stop();
            List<String> unanswered = posts.unanswered();
            if (!unanswered.isEmpty()) {
                throw new StepFailure(
                        "%,d posts were never answered: %s".formatted(unanswered.size(), unanswered.getFirst()));
            }
            return Run.onFresh(graph, marker, posts.sent(), FollowHistory.NONE);
        }
    }

    void importGraph(FollowGraph graph) {
        new GraphImport(rig.feedmill(), screen).run(graph);
    }

    /** Starts posts by authors drawn in proportion to followers. */
    Load load(FollowGraph graph, String marker, Duration interval) {
        return load(graph, marker, number -> graph.id(graph.drawAuthor(new Random(number))), interval);
    }

    /** Starts posts; the marker is part of every text and of no other. */
    Load load(FollowGraph graph, String marker, IntFunction<String> authors, Duration interval) {
        PostStream posts = new PostStream(rig.feedmill(), PERSISTENCE, marker, authors, new RunClock());
        posts.start(interval);
        return new Load(posts, graph, marker);
    }

    /** Waits until every job is complete. */
    Map<String, FanoutStatus> await(Run run) {
        return new FanoutWatch(rig.feedmill(), screen, limit).await(run.posts().allIds(), run.deliveries());
    }

    /** Waits for the condition. Returns false if it does not hold within the time. */
    static boolean await(BooleanSupplier condition, Duration poll, Duration time) {
        long deadline = System.nanoTime() + time.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            RunClock.pause(poll);
        }
        return true;
    }

    /** Reads back everything that was published. */
    void verify(Run run, Map<String, FanoutStatus> jobs) {
        new Verification(rig.feedmill(), screen, run, findings).run(jobs);
    }

    void require(boolean condition, String sentence) {
        findings.require(condition, sentence);
    }

    void requireNoCrash() {
        require(rig.fleet().crashes() == 0, "A process ended by itself.");
    }

    /** Adds dead-letter messages to the findings and prints them all. Returns whether there is none. */
    boolean verdict(String verified) {
        findings.add(DeadLetterCheck.compare(List.of(), rig.storage().takeDeadLetters()));
        return findings.print(screen::say, verified);
    }
}
