package io.feedmill.common.publish;

import io.feedmill.common.fanout.Job.Cause;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.QueueMessage;
import java.time.Duration;
import java.util.List;

/** Changes posts. Thread-safe. */
public interface ChangeStore {

    /**
     * Changes the post, in the document and in its author's feed, which all writers of home feeds follow. Home feeds keep their rows until the job
     * that is accepted with the change is done: the caller sends the {@link #firstMessages}. No home feed shows a post that is older than the retention, so that
     * only a retraction of it has a job. A change that takes the post from readers puts a recall in the same transaction.
     *
     * @param post as it was read just now
     * @param job the id of the job
     */
    ChangeResult apply(Post post, Change change, JobId job);

    /** Returns the first messages of the work that an accepted change begins. */
    default List<QueueMessage> firstMessages(Post post, Change change, JobId job) {
        return List.of(Plan.of(job, post.author()));
    }

    /** A change of a post. */
    sealed interface Change {

        Cause cause();

        /**
         * The least time between the ids of the jobs of two changes of one post, whichever process makes them: each writes to all home feeds.
         * Zero: none.
         */
        Duration interval();

        /** Whether it is stored only if the newest version is still that of the given post. */
        boolean unedited();

        /** The next version. */
        record Edit(Content content, Duration interval) implements Change {
            @Override
            public boolean unedited() {
                return true;
            }

            @Override
            public Cause cause() {
                return Cause.EDIT;
            }
        }

        /**
         * Other readers. If they include anybody new, only the versions from the newest one on are readable from then on; else, on condition that
         * the post is still for the given readers.
         */
        record Permissions(Audience audience, Duration interval, boolean unedited) implements Change {
            public Permissions(Audience audience, Duration interval) {
                this(audience, interval, false);
            }

            /** Whether it may admit anybody who could not read the post before. */
            public boolean widens(Post post) {
                return !post.audience().includes(audience);
            }

            @Override
            public Cause cause() {
                return Cause.PERMISSIONS;
            }
        }

        /** The end of the post: a tombstone takes its place in the author's feed, and no change follows. */
        record Retract(boolean unedited) implements Change {
            public Retract() {
                this(false);
            }

            @Override
            public Cause cause() {
                return Cause.RETRACTION;
            }

            @Override
            public Duration interval() {
                return Duration.ZERO;
            }
        }
    }

    /** The outcome of a change. */
    enum ChangeResult {
        /** The post is changed, and the job is accepted. */
        ACCEPTED,
        /** The post is changed. No home feed shows it, so there is no job. */
        STORED,
        /** The post was retracted, or never existed. Nothing was written. */
        GONE,
        /** The post has another version by now. Nothing was written. */
        STALE,
        /** The last change of the post was less than the interval ago, or changed its readers since it was read. Nothing was written. */
        TOO_SOON
    }
}
