package io.feedmill.common.queue;

import io.feedmill.common.counter.ViewStore.PostViews;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.PairChange;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Work for a worker. Constructors throw an {@link IllegalArgumentException} that names the invalid component and quotes nothing of it: it becomes
 * the detail of a dead-letter message.
 */
public sealed interface QueueMessage permits QueueMessage.OfJob, QueueMessage.OfPost, PairMessage {

    /** The author of the post: the message group, so that one author's backlog does not delay the others. */
    UserId author();

    /** How often this work was requeued; 0 at first. */
    int attempt();

    /** The same work as a new message, one attempt later. */
    QueueMessage next();

    /** The next attempt, without the progress of this one: an earlier handler may have died in the midst of it. */
    default QueueMessage startOver() {
        return next();
    }

    /** The same message, with the time at which its first attempt was sent, if its kind has one: this time, unless it is known. */
    default QueueMessage withFirstSentAt(Instant sentAt) {
        return this;
    }

    private static void requireAscending(String name, List<UserId> users) {
        for (int i = 1; i < users.size(); i++) {
            if (users.get(i - 1).compareTo(users.get(i)) >= 0) {
                throw new IllegalArgumentException(name + " do not ascend");
            }
        }
    }

    /** Work for a fan-out job. */
    sealed interface OfJob extends QueueMessage {
        JobId job();
    }

    /** Work for a post that changes no fan-out job. */
    sealed interface OfPost extends QueueMessage {
        PostId post();
    }

    /**
     * Plans a job.
     *
     * @param goesOn sent by a plan that ran out of time or of pending slices: continues after the last planned slice and does not resend the
     *     pending ones
     */
    record Plan(JobId job, UserId author, int attempt, boolean goesOn) implements OfJob {
        public static Plan of(JobId job, UserId author) {
            return new Plan(job, author, 0, false);
        }

        /** The message that continues this plan. */
        public Plan goOn() {
            return new Plan(job, author, 0, true);
        }

        @Override
        public Plan next() {
            return new Plan(job, author, attempt + 1, goesOn);
        }
    }

    /**
     * Delivers a slice.
     *
     * @param recipients recipients of the post, ascending; null if they do not fit into a message: then the range is read
     * @param progress progress of an earlier attempt with these recipients; null: none
     * @param firstSentAt when the first attempt was sent; null on the first attempt
     */
    record Deliver(
            JobId job,
            UserId author,
            Slice slice,
            @Nullable List<UserId> recipients,
            int attempt,
            @Nullable Progress progress,
            @Nullable Instant firstSentAt)
            implements OfJob {

        public Deliver {
            if (progress != null && recipients == null) {
                throw new IllegalArgumentException("written counts recipients, and there are none");
            }
            if (recipients != null) {
                requireAscending("recipients", recipients);
            }
        }

        /** A first attempt. */
        public static Deliver of(Job job, Slice slice, @Nullable List<UserId> recipients) {
            return new Deliver(job.id(), job.author(), slice, recipients, 0, null, null);
        }

        @Override
        public Deliver next() {
            return new Deliver(job, author, slice, recipients, attempt + 1, progress, firstSentAt);
        }

        @Override
        public Deliver startOver() {
            return new Deliver(job, author, slice, recipients, attempt + 1, null, firstSentAt);
        }

        @Override
        public Deliver withFirstSentAt(Instant sentAt) {
            return new Deliver(
                    job, author, slice, recipients, attempt, progress, firstSentAt == null ? sentAt : firstSentAt);
        }

        /**
         * The next attempt, which continues with the users where this one stopped: a range that is read again may have others. It starts over
         * if they do not fit into a message.
         */
        public Deliver next(List<UserId> users, Progress reached) {
            return MessageCodec.fitting(users) == users.size()
                    ? new Deliver(job, author, slice, users, attempt + 1, reached, firstSentAt)
                    : new Deliver(job, author, slice, null, attempt + 1, null, firstSentAt);
        }
    }

    /**
     * Repairs a post in the home feeds of these users, as a delivery does; no job changes.
     *
     * @param recipients 1 to {@value #MAX} users, ascending, whether they follow the author or not
     * @param progress progress of an earlier attempt with these recipients; null: none
     */
    record Repair(
            PostId post,
            UserId author,
            List<UserId> recipients,
            int attempt,
            @Nullable Progress progress) implements OfPost {
        /** This number always fits into a message. */
        public static final int MAX = 500;

        public Repair {
            if (recipients.isEmpty() || recipients.size() > MAX) {
                throw new IllegalArgumentException("recipients of a repair are 1 to " + MAX);
            }
            requireAscending("recipients", recipients);
        }

        public static Repair of(PostId post, UserId author, List<UserId> recipients) {
            return new Repair(post, author, recipients, 0, null);
        }

        @Override
        public Repair next() {
            return next(recipients, progress);
        }

        @Override
        public Repair startOver() {
            return next(recipients, null);
        }

        /** The next attempt, which continues with the users where this one stopped. */
        public Repair next(List<UserId> users, @Nullable Progress reached) {
            return new Repair(post, author, users, attempt + 1, reached);
        }
    }

    /**
     * Counts views of a post.
     *
     * @param viewers 1 to {@value PostViews#MAX}, ascending
     */
    record Views(PostId post, UserId author, List<UserId> viewers, int attempt) implements OfPost {

        public Views {
            requireAscending("viewers", viewers);
            viewers = new PostViews(post, author, viewers).viewers();
        }

        public static Views of(PostId post, UserId author, UserId viewer) {
            return new Views(post, author, List.of(viewer), 0);
        }

        public PostViews views() {
            return new PostViews(post, author, viewers);
        }

        @Override
        public Views next() {
            return new Views(post, author, viewers, attempt + 1);
        }
    }

    /**
     * Reconciles the home feed of a follower with a follow that began or ended.
     *
     * @param look the number of this look, from 1 to {@link PairChange.Kind#looks}
     */
    record Reconcile(PairChange pair, int look, int attempt) implements PairMessage {

        public Reconcile {
            if (pair.kind() == PairChange.Kind.REBUILD
                    || look < 1
                    || look > pair.kind().looks()) {
                throw new IllegalArgumentException("look is not one of the pair's");
            }
        }

        public static Reconcile of(PairChange pair) {
            return new Reconcile(pair, 1, 0);
        }

        @Override
        public Reconcile next() {
            return new Reconcile(pair, look, attempt + 1);
        }

        public Reconcile nextLook() {
            return new Reconcile(pair, look + 1, 0);
        }
    }

    /**
     * The progress of a delivery: the first {@code written} recipients have this revision of the post, with the permissions of this change.
     *
     * @param change as {@link io.feedmill.common.feed.FeedStore.Truth.Live#change}
     */
    record Progress(int written, long revision, @Nullable JobId change) {

        /** The progress for a post whose permissions never changed. */
        public Progress(int written, long revision) {
            this(written, revision, null);
        }
    }
}
