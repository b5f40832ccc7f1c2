package io.feedmill.common.publish;

import io.feedmill.common.fanout.Job.Cause;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import java.time.Duration;
import java.util.Optional;

public sealed interface Change {

    /** The least time between the ids of the jobs of two changes of one post, by any process: each writes to all home feeds. Zero: none. */
    Duration interval();

    /** Whether it is stored only if the newest version is still that of the given post. */
    boolean unedited();

    /** Why its job writes. */
    default Cause cause() {
        return switch (this) {
            case Edit edit -> Cause.EDIT;
            case Permissions permit -> Cause.PERMISSIONS;
            case Retract retract -> Cause.RETRACTION;
        };
    }

    /** The recall of the post if the change may take it from readers. */
    default Optional<Recall> recall(Post post) {
        return switch (this) {
            case Edit edit -> Optional.empty();
            case Permissions permit ->
                permit.audience().isEveryone() ? Optional.empty() : Optional.of(new Recall(post.id(), Kind.NARROWED));
            case Retract retract -> Optional.of(new Recall(post.id(), Kind.RETRACTED));
        };
    }

    /** The next version. */
    record Edit(Content content, Duration interval) implements Change {
        @Override
        public boolean unedited() {
            return true;
        }
    }

    /**
     * Other readers. If they include anybody new, only the versions from the newest one on are readable from then on; else, on condition that
     * the post is still for the given readers.
     */
    record Permissions(Audience audience, Duration interval, boolean unedited) implements Change {

        /** Whether it may admit anybody who could not read the post before. */
        public boolean widens(Post post) {
            return !post.audience().includes(audience);
        }
    }

    /** The end of the post: a tombstone takes its place in the author's feed, and no change follows. */
    record Retract(boolean unedited) implements Change {
        @Override
        public Duration interval() {
            return Duration.ZERO;
        }
    }
}
