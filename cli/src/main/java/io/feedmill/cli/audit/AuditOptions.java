package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditState.Position;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scope of an audit.
 *
 * @param author the author whose posts are audited; null for all authors
 * @param sample the number of followers checked for each author; 0 for all followers
 * @param extras whether all home feeds are scanned for items that must not exist
 * @param repair whether missing and stale items are sent to the workers
 * @param maxFindings the number of findings that are kept with their details; all are counted
 */
public record AuditOptions(
        @Nullable UserId author, int sample, boolean extras, Guarantee guarantee, boolean repair, int maxFindings) {

    /** Returns one line for the user; equal audits have equal descriptions. */
    public String description() {
        String of = author == null ? "all authors" : "author " + author;
        String who = sample == 0 ? "every follower" : sample + " followers of each";
        return of + ", " + who + (extras ? ", extras" : "") + ", margin "
                + guarantee.margin().toSeconds() + " s" + (repair ? ", with repair" : "");
    }

    Position firstPosition() {
        return author == null ? Position.first(List.of(), true) : Position.first(List.of(author), extras);
    }

    boolean includes(UserId writer) {
        return author == null || author.equals(writer);
    }

    /**
     * The times for which Feedmill guarantees that an item is in a home feed.
     *
     * @param margin the maximum difference between two processes' clocks, and between a timestamp and its write
     * @param retention the time for which an item stays in a home feed
     */
    public record Guarantee(Duration margin, Duration retention) {
        /** Items expire at a whole second. */
        private static final Duration ROUNDING = Duration.ofSeconds(1);

        /** Whether a user who follows since this tick must have the post. */
        boolean includesFollower(long since, PostId post) {
            return post.tick() - since > margin.toNanos();
        }

        /** Whether the post has certainly not expired in home feeds. */
        boolean isRetained(PostId post, Instant now) {
            return now.plus(margin).plus(ROUNDING).isBefore(post.createdAt().plus(retention));
        }

        /** Whether the job may have expired after its completion. */
        boolean mayBeExpired(JobId job, Instant now) {
            return !now.plus(margin).isBefore(job.createdAt().plus(JobRows.RETENTION));
        }
    }
}
