package io.feedmill.common.publish;

import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import java.time.Duration;

/** Changes the permissions of posts. Thread-safe. */
public interface PermissionStore {

    /**
     * Changes the audience of the post, in the document and in its author's feed, which all writers of home feeds follow. Home feeds keep their
     * rows until the job that is accepted with it is done: the caller sends its plan.
     *
     * @param job the id of the job
     * @param interval the least time between the ids of two jobs of one post, whichever process makes them; zero: none
     * @throws IllegalArgumentException for {@link Audience.Limited}
     */
    PermitResult permit(Post post, Audience audience, JobId job, Duration interval);

    /** The outcome of a change of permissions. */
    enum PermitResult {
        /** The permissions are changed, and the job is accepted. */
        PERMITTED,
        /** The post was retracted, or never existed. Nothing was written. */
        GONE,
        /** The last change of the post's permissions was less than the interval ago. Nothing was written. */
        TOO_SOON
    }
}
