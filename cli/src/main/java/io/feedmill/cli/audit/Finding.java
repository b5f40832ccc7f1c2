package io.feedmill.cli.audit;

import io.feedmill.cli.audit.ExpectedItems.ExpectedItem;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A difference between what an audit expects and what the tables hold. The sentence names author, post and the home feed's owner, if not null. */
public record Finding(
        Kind kind,
        @Nullable String author,
        @Nullable String post,
        @Nullable String user,
        String sentence) {

    /** The kinds of findings; {@code docs/audit.md} has the exact conditions. */
    public enum Kind {
        MISSING,
        STALE,
        EXTRA,
        LOST_JOB,
        WRONG_COUNTS,
        UNSWEPT,
        WRONG_COUNTER,
        HIDDEN,
        FORBIDDEN_FOLLOW,
        RECALL,
        GONE_ACTOR,
        STALE_COUNTS
    }

    /** A row of a home feed that is to be as the source of truth says: the post and the author are those of its key. */
    record WrongRow(PostId post, UserId author, UserId user, Finding finding) {
        private static WrongRow of(Kind kind, FeedItem item, UserId user, String what) {
            String sentence = "The home feed of %s %s.".formatted(user, what);
            Finding finding = Finding.of(kind, item.author(), item.post(), user, sentence);
            return new WrongRow(item.post(), item.author(), user, finding);
        }
    }

    private static Finding of(
            Kind kind, @Nullable UserId author, @Nullable PostId post, @Nullable UserId user, String sentence) {
        String ofPost = Objects.toString(post, null);
        return new Finding(kind, Objects.toString(author, null), ofPost, Objects.toString(user, null), sentence);
    }

    static WrongRow missing(ExpectedItem item) {
        FeedItem truth = item.truth();
        String what = "lacks post %s by %s".formatted(truth.post(), truth.author());
        return WrongRow.of(Kind.MISSING, truth, item.user(), what);
    }

    static WrongRow stale(ExpectedItem item, FeedItem found) {
        FeedItem truth = item.truth();
        String what = "has version %d of post %s by %s; it differs from version %d in the author feed"
                .formatted(found.version(), found.post(), found.author(), truth.version());
        return WrongRow.of(Kind.STALE, truth, item.user(), what);
    }

    static WrongRow extra(UserId user, FeedItem item, String reason) {
        String what = "has post %s by %s, but %s".formatted(item.post(), item.author(), reason);
        return WrongRow.of(Kind.EXTRA, item, user, what);
    }

    static Finding lostJob(UserId author, PostId post, JobId job) {
        String what = JobId.of(post).equals(job) ? "Post" : "The last change of post";
        return of(Kind.LOST_JOB, author, post, null, "%s %s by %s has no job.".formatted(what, post, author));
    }

    static Finding wrongCounts(Job job) {
        Job.Counts counts = job.counts();
        String what = "complete with %d delivered and %d skipped of %d expected"
                .formatted(counts.delivered(), counts.skipped(), counts.expected());
        return job(Kind.WRONG_COUNTS, job, what);
    }

    static Finding unswept(Job job) {
        return job(Kind.UNSWEPT, job, job.state() + " without an outbox row: no worker will resend its plan");
    }

    private static Finding job(Kind kind, Job job, String what) {
        String sentence = "The job of post %s by %s is %s.".formatted(job.post(), job.author(), what);
        return of(kind, job.author(), job.post(), null, sentence);
    }

    static Finding wrongCounter(UserId author, AuthorCounters counters, AuthorCounters jobs) {
        String sentence = "The counters of %s say %d posts and %d deliveries, the jobs add up to %d and %d."
                .formatted(author, counters.posts(), counters.deliveries(), jobs.posts(), jobs.deliveries());
        return of(Kind.WRONG_COUNTER, author, null, null, sentence);
    }

    static Finding hidden(FollowChange unfollow) {
        String sentence = "The home feed of %s hides %s since the unfollow of %s, whose outbox row is gone."
                .formatted(unfollow.follower(), unfollow.author(), Ticks.toInstant(unfollow.tick()));
        return of(Kind.HIDDEN, unfollow.author(), null, unfollow.follower(), sentence);
    }

    static Finding forbiddenFollow(Follow follow) {
        String sentence = "%s follows %s, but one blocks the other.".formatted(follow.follower(), follow.author());
        return of(Kind.FORBIDDEN_FOLLOW, follow.author(), null, follow.follower(), sentence);
    }

    static Finding goneActor(NotificationKey group, UserId actor) {
        UserId author = group.user();
        PostId post = group.kind().equals(NotificationKey.REACTION) ? PostId.parse(group.object()) : null;
        String event = post == null ? "follow" : "reaction to post " + post;
        String sentence = "A notification of %s names %s, whose %s is gone.".formatted(author, actor, event);
        return of(Kind.GONE_ACTOR, author, post, actor, sentence);
    }

    static Finding staleCounts(PostId post, PostCounters row, PostCounters shards) {
        String sentence = "The counts of post %s say %d views and reactions %s, their shards %d and %s."
                .formatted(post, row.views(), row.reactions(), shards.views(), shards.reactions());
        return of(Kind.STALE_COUNTS, null, post, null, sentence);
    }

    PostId postId() {
        return PostId.parse(Objects.requireNonNull(post));
    }

    UserId actor() {
        return new UserId(Objects.requireNonNull(user));
    }

    /** The notification that names the {@link #actor}. */
    NotificationKey group() {
        UserId notified = new UserId(Objects.requireNonNull(author));
        return post == null
                ? new NotificationKey(notified, NotificationKey.FOLLOW, "")
                : new NotificationKey(notified, NotificationKey.REACTION, post);
    }

    static Finding recall(PostId post, @Nullable UserId author) {
        String sentence = "The recall of post %s has no end, and no job of the post is open.".formatted(post);
        return of(Kind.RECALL, author, post, null, sentence);
    }
}
