package io.feedmill.cli.audit;

import io.feedmill.common.counter.AuthorCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import org.jspecify.annotations.Nullable;

/**
 * Something that is not as it must be.
 *
 * @param post null where it is about no single post
 * @param user whose home feed it is about; null where it is about none
 * @param sentence names all of these
 */
public record Finding(
        Kind kind,
        String author,
        @Nullable String post,
        @Nullable String user,
        String sentence) {

    /** What is wrong; {@code docs/audit.md} has the exact conditions. */
    public enum Kind {
        /** An item that must be in a home feed is not. */
        MISSING,
        /** An item is not what its author's feed says. */
        STALE,
        /** An item is in a home feed in which it must not be. */
        EXTRA,
        /** A live post has no job. */
        LOST_JOB,
        /** A complete job has counts that do not add up. */
        WRONG_COUNTS,
        /** An open job is not in the outbox. */
        UNSWEPT,
        /** An author's counter is not what the author's jobs add up to. */
        WRONG_COUNTER
    }

    static Finding missing(Due due) {
        return about(
                Kind.MISSING,
                due,
                "The home feed of %s lacks post %s by %s."
                        .formatted(due.user(), due.truth().post(), due.truth().author()));
    }

    static Finding stale(Due due, FeedItem found) {
        return about(
                Kind.STALE,
                due,
                "The home feed of %s has post %s by %s as revision %d says it, which is not what revision %d says."
                        .formatted(
                                due.user(),
                                found.post(),
                                found.author(),
                                found.revision(),
                                due.truth().revision()));
    }

    private static Finding about(Kind kind, Due due, String sentence) {
        FeedItem truth = due.truth();
        return new Finding(
                kind, truth.author().value(), truth.post().value(), due.user().value(), sentence);
    }

    static Finding extra(UserId user, FeedItem item, String why) {
        String sentence = "The home feed of %s has post %s by %s, %s.".formatted(user, item.post(), item.author(), why);
        return new Finding(Kind.EXTRA, item.author().value(), item.post().value(), user.value(), sentence);
    }

    static Finding lostJob(UserId author, PostId post) {
        return new Finding(
                Kind.LOST_JOB, author.value(), post.value(), null, "Post %s by %s has no job.".formatted(post, author));
    }

    static Finding wrongCounts(Job job) {
        Job.Counts counts = job.counts();
        String sentence = "The job of post %s by %s is complete with %d delivered and %d skipped of %d."
                .formatted(job.post(), job.author(), counts.delivered(), counts.skipped(), counts.expected());
        return new Finding(Kind.WRONG_COUNTS, job.author().value(), job.post().value(), null, sentence);
    }

    static Finding unswept(Job job) {
        String sentence = "The job of post %s by %s is %s, and not in the outbox: nobody will see to it."
                .formatted(job.post(), job.author(), job.state());
        return new Finding(Kind.UNSWEPT, job.author().value(), job.post().value(), null, sentence);
    }

    static Finding wrongCounter(UserId author, AuthorCounters counters, AuthorCounters jobs) {
        String sentence = "The counters of %s say %d posts and %d deliveries, the jobs add up to %d and %d."
                .formatted(author, counters.posts(), counters.deliveries(), jobs.posts(), jobs.deliveries());
        return new Finding(Kind.WRONG_COUNTER, author.value(), null, null, sentence);
    }
}
