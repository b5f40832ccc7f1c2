package io.feedmill.chaos.plan;

import io.feedmill.chaos.rig.Side;
import io.feedmill.faults.script.Rule;
import java.time.Duration;
import java.util.List;

/** Something that happens to Feedmill at a time, counted from the run's start. */
public sealed interface Event {

    Duration at();

    /** What happens, in a few words. */
    String sentence();

    /** For a while, one side is disturbed. */
    record Storm(Duration at, Duration lasts, Side side, String what, List<Rule> rules) implements Event {
        @Override
        public String sentence() {
            return "%s: %s for %s".formatted(side.text(), what, Times.seconds(lasts));
        }
    }

    /** A worker is killed; workers are numbered from 0. */
    record WorkerKilled(Duration at, int worker, Duration downFor) implements Event {
        @Override
        public String sentence() {
            return "worker %d: SIGKILL, down for %s".formatted(worker + 1, Times.seconds(downFor));
        }
    }

    /** The API is killed. */
    record ApiKilled(Duration at, Duration downFor) implements Event {
        @Override
        public String sentence() {
            return "API: SIGKILL, down for %s".formatted(Times.seconds(downFor));
        }
    }

    /** What the API sends to the queues is held, and it is killed once something is: between the transaction of a post and the send of its plan. */
    record ApiKilledBeforeSend(Duration at, Duration patience, Duration downFor) implements Event {
        @Override
        public String sentence() {
            return "API: SIGKILL between a post's transaction and its send, down for %s"
                    .formatted(Times.seconds(downFor));
        }
    }

    /** A message comes that nobody can understand. */
    record Poisoned(Duration at, Poison poison) implements Event {
        @Override
        public String sentence() {
            return "queue %s: poison, %s".formatted(poison.queue(), poison.kind());
        }
    }
}
