package io.feedmill.chaos.plan;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage;
import java.util.Random;

/** A text that no worker can do anything with. */
public record Poison(Kind kind, String queue, String text) {

    /** What is wrong with it, and the reason that its dead letter has. */
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

    private static final String PLANS = "publish";
    private static final long TICK = 1_700_000_000_000_000_000L;
    private static final int LARGE = 70_000;

    /** The poison of that number; no two of one run have the same text. */
    static Poison of(Kind kind, String queue, long seed, int number) {
        String mark = "poison %d of chaos %d".formatted(number, seed);
        return new Poison(kind, queue, text(kind, mark, seed, number));
    }

    /**
     * Whether a worker may have put that aside for it: the text itself, in its queue. A plan of a job that is not there can be read, and may have
     * been handed back while the store did not say so: then it is another attempt, in the queue of plans.
     */
    public boolean isIn(String letterQueue, String body) {
        boolean handedBack = kind == Kind.NO_SUCH_JOB
                && letterQueue.equals(PLANS)
                && withoutAttempt(body).equals(withoutAttempt(text));
        return handedBack || (letterQueue.equals(queue) && body.equals(text));
    }

    private static String withoutAttempt(String plan) {
        return plan.replaceFirst("\"attempt\":[0-9]+", "");
    }

    private static String text(Kind kind, String mark, long seed, int number) {
        return switch (kind) {
            case NOT_JSON -> "{" + mark;
            case NOT_AN_OBJECT -> "[\"%s\"]".formatted(mark);
            case UNKNOWN_TYPE -> plan("dance", 1, mark);
            case UNKNOWN_VERSION -> plan("plan", 1_000_000, mark);
            case NO_POST_ID -> plan("plan", 1, mark);
            case TOO_LARGE -> plan("plan", 1, mark + "!".repeat(LARGE));
            case NO_SUCH_JOB ->
                MessageCodec.encode(QueueMessage.Plan.of(JobId.of(unknownPost(seed, number)), new UserId("nobody")));
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
