package io.feedmill.worker.fanout;

import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.RequeueReason;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a delivery: the numbers of settled recipients who have the post, and of all others; the recipients who are not settled, ascending; and
 * why nothing more can be delivered for now, or null. Recipients are settled once their home feeds agree with the author's feed: only a later change,
 * whose job goes to all of them, or an unfollow makes them different again.
 */
record Outcome(
        long delivered,
        Skipped skipped,
        List<UserId> remaining,
        @Nullable RequeueReason reason) {

    static Outcome settled(long delivered, Skipped skipped) {
        return new Outcome(delivered, skipped, List.of(), null);
    }

    static Outcome remaining(List<UserId> users, @Nullable RequeueReason reason) {
        return new Outcome(0, Skipped.NONE, users, reason);
    }

    Outcome plus(Outcome more) {
        return new Outcome(
                delivered + more.delivered,
                skipped.plus(more.skipped),
                Stream.concat(remaining.stream(), more.remaining.stream())
                        .sorted()
                        .toList(),
                reason == null ? more.reason : reason);
    }

    /** What the next attempt has to do. */
    Remaining rest(@Nullable UserId after) {
        return new Remaining(remaining, after, delivered, skipped);
    }
}
