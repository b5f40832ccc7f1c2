package io.feedmill.chaos.plan;

import io.feedmill.chaos.rig.Side;
import io.feedmill.faults.script.Rule;
import io.feedmill.stack.load.Figures;
import java.time.Duration;
import java.util.List;

/** A fault at a time, counted from the run's start. */
public sealed interface FaultEvent {

    /** Of a process after its kill, until it is ready again. */
    Duration START = Duration.ofSeconds(30);

    Duration at();

    /** Returns how long something is broken. */
    Duration lasts();

    /** Returns a description in a few words. */
    String text();

    /** A proxy injects faults for a while. */
    record ProxyFaults(Duration at, Duration lasts, Side side, String kind, List<Rule> rules) implements FaultEvent {
        @Override
        public String text() {
            return "%s: %s for %s".formatted(side.text(), kind, Figures.text(lasts));
        }

        ProxyFaults during(Duration time) {
            return new ProxyFaults(at, time, side, kind, rules);
        }
    }

    /** A worker, numbered from 0, is killed and started again after a while. */
    record WorkerKill(Duration at, int worker, Duration downFor) implements FaultEvent {
        @Override
        public Duration lasts() {
            return downFor.plus(START);
        }

        @Override
        public String text() {
            return "worker %d: SIGKILL, down for %s".formatted(worker + 1, Figures.text(downFor));
        }
    }

    /** The API is killed and started again after a while. */
    record ApiKill(Duration at, Duration downFor) implements FaultEvent {
        @Override
        public Duration lasts() {
            return downFor.plus(START);
        }

        @Override
        public String text() {
            return "API: SIGKILL, down for %s".formatted(Figures.text(downFor));
        }
    }

    /** The API's sends are held, and it is killed once one is held: between a post's transaction and the send of its plan. */
    record ApiKillBeforeSend(Duration at, Duration maxWait, Duration downFor) implements FaultEvent {
        @Override
        public Duration lasts() {
            return maxWait.plus(downFor).plus(START);
        }

        @Override
        public String text() {
            return "API: SIGKILL between a post's transaction and its send, down for %s"
                    .formatted(Figures.text(downFor));
        }
    }

    /** An unreadable message is sent. */
    record PoisonMessage(Duration at, Poison poison) implements FaultEvent {
        @Override
        public Duration lasts() {
            return Duration.ZERO;
        }

        @Override
        public String text() {
            return "queue %s: poison, %s".formatted(poison.queue(), poison.kind());
        }
    }
}
