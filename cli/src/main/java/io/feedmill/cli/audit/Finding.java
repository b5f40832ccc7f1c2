package io.feedmill.cli.audit;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import org.jspecify.annotations.Nullable;

/**
 * A difference between what an audit expects and what the tables hold.
 *
 * @param author null if it is not known
 * @param post null if the finding concerns no single post
 * @param user the owner of the home feed; null if the finding concerns no home feed
 * @param sentence names all of these
 */
public record Finding(
        Kind kind,
        @Nullable String author,
        @Nullable String post,
        @Nullable String user,
        String sentence) {

    /** The kinds of findings; {@code docs/audit.md} has the exact conditions. */
    public enum Kind {
        /** An item is missing in a home feed. */
        MISSING,
        /** An item differs from the author feed. */
        STALE,
        /** An item must not be in a home feed. */
        EXTRA,
        /** A live post has no job. */
        LOST_JOB,
        /** The counts of a complete job do not add up. */
        WRONG_COUNTS,
        /** An open job has no outbox row. */
        UNSWEPT,
        /** An author's counter differs from the sums over the author's jobs. */
        WRONG_COUNTER,
        /** A home feed hides an unfollowed author, and the unfollow has no outbox row. */
        HIDDEN,
        /** A user follows an author in spite of a block. */
        FORBIDDEN_FOLLOW,
        /** A recall has no end, and no job to end it. */
        RECALL
    }

    static Finding missing(ExpectedItem item) {
        FeedItem truth = item.truth();
        return item(Kind.MISSING, truth, item.user(), "lacks post %s by %s".formatted(truth.post(), truth.author()));
    }

    static Finding stale(ExpectedItem item, FeedItem found) {
        FeedItem truth = item.truth();
        return item(
                Kind.STALE,
                truth,
                item.user(),
                "has version %d of post %s by %s; it differs from version %d in the author feed"
                        .formatted(found.version(), found.post(), found.author(), truth.version()));
    }

    static Finding extra(UserId user, FeedItem item, String reason) {
        return item(Kind.EXTRA, item, user, "has post %s by %s, but %s".formatted(item.post(), item.author(), reason));
    }

    private static Finding item(Kind kind, FeedItem item, UserId user, String what) {
        String sentence = "The home feed of %s %s.".formatted(user, what);
        return new Finding(kind, item.author().value(), item.post().value(), user.value(), sentence);
    }

    public static Finding lostJob(UserId author, PostId post, JobId job) {
        String what = JobId.of(post).equals(job) ? "Post" : "The last change of post";
        return new Finding(
                Kind.LOST_JOB,
                author.value(),
                post.value(),
                null,
                "%s %s by %s has no job.".formatted(what, post, author));
    }

    public static Finding wrongCounts(Job job) {
        Job.Counts counts = job.counts();
        return job(
                Kind.WRONG_COUNTS,
                job,
                "is complete with %d delivered and %d skipped of %d expected"
                        .formatted(counts.delivered(), counts.skipped(), counts.expected()));
    }

    public static Finding unswept(Job job) {
        return job(
                Kind.UNSWEPT,
                job,
                "is %s without an outbox row: no worker will resend its plan".formatted(job.state()));
    }

    private static Finding job(Kind kind, Job job, String what) {
        String sentence = "The job of post %s by %s %s.".formatted(job.post(), job.author(), what);
        return new Finding(kind, job.author().value(), job.post().value(), null, sentence);
    }

    public static Finding wrongCounter(UserId author, AuthorCounters counters, AuthorCounters jobs) {
        String sentence = "The counters of %s say %d posts and %d deliveries, the jobs add up to %d and %d."
                .formatted(author, counters.posts(), counters.deliveries(), jobs.posts(), jobs.deliveries());
        return new Finding(Kind.WRONG_COUNTER, author.value(), null, null, sentence);
    }

    public static Finding hidden(FollowChange unfollow) {
        String sentence = "The home feed of %s hides %s since the unfollow of %s, whose outbox row is gone."
                .formatted(unfollow.follower(), unfollow.author(), Ticks.toInstant(unfollow.tick()));
        return pair(Kind.HIDDEN, Follow.of(unfollow), sentence);
    }

    public static Finding forbiddenFollow(Follow follow) {
        String sentence = "%s follows %s, but one blocks the other.".formatted(follow.follower(), follow.author());
        return pair(Kind.FORBIDDEN_FOLLOW, follow, sentence);
    }

    private static Finding pair(Kind kind, Follow pair, String sentence) {
        return new Finding(kind, pair.author().value(), null, pair.follower().value(), sentence);
    }

    public static Finding recall(PostId post, @Nullable UserId author) {
        String sentence = "The recall of post %s has no end, and no job of the post is open.".formatted(post);
        return new Finding(Kind.RECALL, author == null ? null : author.value(), post.value(), null, sentence);
    }
}
