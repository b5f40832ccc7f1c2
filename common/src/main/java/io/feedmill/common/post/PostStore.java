package io.feedmill.common.post;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post.PostHead;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Posts. Thread-safe. Every read is strongly consistent. */
public interface PostStore {

    /** The newest version of the post; empty if it is absent or retracted. */
    Optional<Post> find(PostId id);

    /** The author and the permissions of the post, without its text; empty if it is absent or retracted. */
    Optional<PostHead> head(PostId id);

    /** The author of the post, also if it was retracted; empty if it was never published. */
    Optional<UserId> author(PostId id);

    /** What these versions say; without the absent ones. Up to 100. */
    Map<VersionId, Content> contents(Collection<VersionId> versions);

    /** A version of a post. */
    record VersionId(PostId post, long version) {}
}
