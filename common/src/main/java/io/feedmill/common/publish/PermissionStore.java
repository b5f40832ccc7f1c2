package io.feedmill.common.publish;

import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;

/** Changes the permissions of posts. Thread-safe. */
public interface PermissionStore {

    /**
     * Changes the audience of the post, in the document and in its author's feed, which all writers of home feeds follow; false if the post is
     * gone. Home feeds keep their rows until the job that is accepted with it is done: the caller sends its plan.
     *
     * @param job the id of the job
     * @throws IllegalArgumentException for {@link Audience.Limited}
     */
    boolean permit(Post post, Audience audience, JobId job);
}
