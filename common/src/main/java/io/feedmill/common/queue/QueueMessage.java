package io.feedmill.common.queue;

import io.feedmill.common.counter.ViewStore.PostViews;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.FeedKey;
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

    /** How it was sent. */
    Sending sending();

    /** The same work, sent so. */
    QueueMessage with(Sending sending);

    /** How often this work was requeued; 0 at first. */
    default int attempt() {
        return sending().attempt();
    }

    /** The same work as a new message, one attempt later. */
    default QueueMessage next() {
        return with(sending().next());
    }

    /** The same message, with the time at which its first attempt was sent: this time, unless it is known. */
    default QueueMessage withFirstSentAt(Instant sentAt) {
        return sending().firstSentAt() == null
                ? with(new Sending(attempt(), sentAt, sending().rechecks()))
                : this;
    }

    /** The same work once more, for the time when no handler of this message lives any more. A handler that receives a message again sends it. */
    default QueueMessage recheck() {
        return with(sending().recheck());
    }

    /** Whether a recheck is sent if the message is received again. */
    default boolean mayBeRechecked() {
        return sending().rechecks() < Sending.MAX_RECHECKS;
    }

    /**
     * How work was sent.
     *
     * @param attempt how often it was requeued; 0 at first
     * @param firstSentAt when the first attempt was sent; null on the first attempt
     * @param rechecks 0; of a recheck 1, of the recheck of a recheck 2
     */
    record Sending(int attempt, @Nullable Instant firstSentAt, int rechecks) {
        public static final Sending FIRST = ofAttempt(0);

        /** A message that fails whenever it is received must not multiply. */
        static final int MAX_RECHECKS = 2;

        /** A later attempt without more. */
        public static Sending ofAttempt(int attempt) {
            return new Sending(attempt, null, 0);
        }

        Sending next() {
            return new Sending(attempt + 1, firstSentAt, rechecks);
        }

        private Sending recheck() {
            return new Sending(attempt + 1, firstSentAt, rechecks + 1);
        }

        public boolean isRecheck() {
            return rechecks > 0;
        }

        /** Of the message that continues the work. */
        private Sending goOn() {
            return new Sending(0, null, rechecks);
        }
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
     * @param after the last slice, or the last recipient of a job without slices, to which a repeated plan has sent a changed post again; null: none
     */
    record Plan(
            JobId job,
            UserId author,
            boolean goesOn,
            @Nullable String after,
            Sending sending) implements OfJob {
        public static Plan of(JobId job, UserId author) {
            return new Plan(job, author, false, null, Sending.FIRST);
        }

        /** The message that continues this plan. */
        public Plan goOn() {
            return new Plan(job, author, true, null, Sending.FIRST);
        }

        /** The message that continues this plan, which is repeated and sends the post again up to its end. */
        public Plan goOn(@Nullable String reached) {
            return new Plan(job, author, true, reached, sending.next());
        }

        @Override
        public Plan with(Sending now) {
            return new Plan(job, author, goesOn, after, now);
        }

        /** The handler of this message resends what is pending. */
        @Override
        public Plan recheck() {
            return new Plan(job, author, true, after, sending.recheck());
        }
    }

    /** Delivers a slice. */
    record Deliver(JobId job, UserId author, Slice slice, Rest rest, Sending sending) implements OfJob {

        public Deliver {
            UserId after = rest.after();
            if (after != null && (after.compareTo(slice.first()) < 0 || after.compareTo(slice.last()) > 0)) {
                throw new IllegalArgumentException("after is not between first and last");
            }
        }

        /**
         * A first attempt.
         *
         * @param recipients ascending; empty: the range of the slice is read
         */
        public static Deliver of(Job job, Slice slice, List<UserId> recipients) {
            return new Deliver(job.id(), job.author(), slice, Rest.of(recipients), Sending.FIRST);
        }

        @Override
        public Deliver with(Sending now) {
            return new Deliver(job, author, slice, rest, now);
        }

        /** The next attempt, which delivers the rest. */
        public Deliver next(Rest left) {
            return new Deliver(job, author, slice, left, sending.next());
        }
    }

    /**
     * The part of a slice that is not settled, and the counts of the part that is.
     *
     * @param recipients who are left, ascending; they always fit into a message
     * @param after the followers of the slice's range after this one are left, too; null: all of the range if {@code recipients} is empty, else none
     * @param delivered number of settled recipients who have the post
     * @param skipped all other settled recipients
     */
    record Rest(List<UserId> recipients, @Nullable UserId after, long delivered, Skipped skipped) {

        public Rest {
            requireAscending("recipients", recipients);
        }

        public static Rest of(List<UserId> recipients) {
            return new Rest(recipients, null, 0, Skipped.NONE);
        }
    }

    /**
     * Repairs a post in the home feeds of these users, as a delivery does; no job changes.
     *
     * @param recipients 1 to {@value #MAX} users, ascending, whether they follow the author or not
     */
    record Repair(PostId post, UserId author, List<UserId> recipients, Sending sending) implements OfPost {
        /** This number always fits into a message. */
        public static final int MAX = 500;

        public Repair {
            if (recipients.isEmpty() || recipients.size() > MAX) {
                throw new IllegalArgumentException("recipients of a repair are 1 to " + MAX);
            }
            requireAscending("recipients", recipients);
        }

        public static Repair of(PostId post, UserId author, List<UserId> recipients) {
            return new Repair(post, author, recipients, Sending.FIRST);
        }

        @Override
        public Repair with(Sending now) {
            return new Repair(post, author, recipients, now);
        }

        /** The next attempt, for the users who are left. */
        public Repair next(List<UserId> users) {
            return new Repair(post, author, users, sending.next());
        }
    }

    /**
     * Counts views of a post.
     *
     * @param author only the message group: the post says who its author is
     * @param viewers 1 to {@value PostViews#MAX}, ascending
     */
    record Views(PostId post, UserId author, List<UserId> viewers, Sending sending) implements OfPost {

        public Views {
            requireAscending("viewers", viewers);
            viewers = new PostViews(post, author, viewers).viewers();
        }

        public static Views of(PostId post, UserId author, UserId viewer) {
            return new Views(post, author, List.of(viewer), Sending.FIRST);
        }

        /** The views of the post, which is by this author. */
        public PostViews by(UserId postAuthor) {
            return new PostViews(post, postAuthor, viewers);
        }

        @Override
        public Views with(Sending now) {
            return new Views(post, author, viewers, now);
        }
    }

    /**
     * Reconciles the home feed of a follower with a follow that began or ended.
     *
     * @param look the number of this look, from 1 to {@link PairChange.Kind#looks}
     * @param after this look has reconciled the home feed down to this key; null: nothing yet
     */
    record Reconcile(PairChange pair, int look, @Nullable FeedKey after, Sending sending) implements PairMessage {

        public Reconcile {
            if (pair.kind() == PairChange.Kind.REBUILD
                    || look < 1
                    || look > pair.kind().looks()) {
                throw new IllegalArgumentException("look is not one of the pair's");
            }
        }

        public static Reconcile of(PairChange pair) {
            return new Reconcile(pair, 1, null, Sending.FIRST);
        }

        @Override
        public Reconcile with(Sending now) {
            return new Reconcile(pair, look, after, now);
        }

        /** The message that continues this look. */
        public Reconcile goOn(FeedKey reached) {
            return new Reconcile(pair, look, reached, sending.goOn());
        }

        public Reconcile nextLook() {
            return new Reconcile(pair, look + 1, null, Sending.FIRST);
        }

        public boolean isLastLook() {
            return look == pair.kind().looks();
        }

        /** The last look covers those before it. */
        @Override
        public boolean mayBeRechecked() {
            return isLastLook() && PairMessage.super.mayBeRechecked();
        }
    }
}
