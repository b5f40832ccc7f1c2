package io.feedmill.worker.fanout;

import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.RequeueReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a delivery. Recipients are settled once their home feeds agree with the author's feed: only a later change, whose job goes to all of
 * them, or an unfollow makes them different again.
 *
 * @param delivered settled recipients who have the post
 * @param skipped all other settled recipients
 * @param left recipients who are not settled, ascending
 * @param stop why nothing more can be delivered for now; null: more can be
 */
public record Delivery(
        long delivered,
        Skipped skipped,
        List<UserId> left,
        @Nullable RequeueReason stop) {}
