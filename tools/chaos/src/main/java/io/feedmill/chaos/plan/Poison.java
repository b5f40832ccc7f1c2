package io.feedmill.chaos.plan;

import io.feedmill.common.counter.Reactions;
import io.feedmill.common.counter.Views;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Repair;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.MessageCodec;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A message that no worker can handle. */
public record Poison(Kind kind, String queue, String text) {

    /** A defect, and the reason of the dead-letter message. */
    public enum Kind {
        NOT_JSON("not-json"),
        NOT_AN_OBJECT("not-json"),
        UNKNOWN_TYPE("unknown-type"),
        UNKNOWN_VERSION("unknown-version"),
        NO_POST_ID("malformed"),
        TOO_LARGE("too-large"),
        NO_SUCH_JOB("no-such-job");

        private final String reason;

        Kind(String reason) {
            this.reason = reason;
        }

        public String reason() {
            return reason;
        }
    }

    /** The messages that a run has to tell apart. */
    public static final MessageCodec CODEC = new MessageCodec(
            List.of(Plan.TYPE, Deliver.TYPE, Repair.TYPE, Views.TYPE, Reactions.TYPE, Reconcile.TYPE, Rebuild.TYPE));

    private static final String PLANS = "publish";
    private static final long TICK = 1_700_000_000_000_000_000L;
    private static final int LARGE = 70_000;

    /** Returns the poison of that number; no two of one run have the same text. */
    static Poison of(Kind kind, String queue, long seed, int number) {
        String mark = "poison %d of chaos %d".formatted(number, seed);
        return new Poison(kind, queue, text(kind, mark, seed, number));
    }

    /**
     * Returns whether the dead-letter message may come from it: the same text in the same queue. A plan of an unknown job can be decoded, and
     * may have been requeued while the store was unavailable, or rechecked as it was received twice: then it is another message for the same job
     * in the queue of plans.
     */
    public boolean isIn(String deadLetterQueue, String body) {
        boolean sentAgain = kind == Kind.NO_SUCH_JOB
                && deadLetterQueue.equals(PLANS)
                && job(body).equals(job(text));
        return sentAgain || (deadLetterQueue.equals(queue) && body.equals(text));
    }

    /** The job of a plan; empty for every other text. */
    private static Optional<JobId> job(String message) {
        try {
            return CODEC.decode(message) instanceof Plan plan ? Optional.of(plan.job()) : Optional.empty();
        } catch (DeadLetterException e) {
            return Optional.empty();
        }
    }

    private static String text(Kind kind, String mark, long seed, int number) {
        return switch (kind) {
            case NOT_JSON -> "{" + mark;
            case NOT_AN_OBJECT -> "[\"%s\"]".formatted(mark);
            case UNKNOWN_TYPE -> plan("dance", 1, mark);
            case UNKNOWN_VERSION -> plan("plan", 1_000_000, mark);
            case NO_POST_ID -> plan("plan", 1, mark);
            case TOO_LARGE -> plan("plan", 1, mark + "!".repeat(LARGE));
            case NO_SUCH_JOB -> MessageCodec.encode(Plan.of(JobId.of(unknownPost(seed, number)), new UserId("nobody")));
        };
    }

    private static String plan(String type, int version, String job) {
        return "{\"type\":\"%s\",\"v\":%d,\"job\":\"%s\",\"author\":\"nobody\",\"attempt\":0,\"goesOn\":false}"
                .formatted(type, version, job);
    }

    private static PostId unknownPost(long seed, int number) {
        return PostId.create(TICK + number, new Random(seed * 31 + number));
    }
}
