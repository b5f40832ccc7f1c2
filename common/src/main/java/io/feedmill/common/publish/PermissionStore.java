package io.feedmill.common.publish;

import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;

/** Changes who may read posts. Thread-safe. */
public interface PermissionStore {

    /**
     * Gives the post another audience, in the document and in its author's feed, which all writers of home feeds go by; false where the post is
     * gone. Home feeds keep the rows that they have until the job is done that is accepted with it: its plan is to be sent.
     *
     * @param job what the job will be called, drawn like a post's id
     * @throws IllegalArgumentException for {@link Audience.Limited}, which says nothing
     */
    boolean permit(Post post, Audience audience, JobId job);
}
