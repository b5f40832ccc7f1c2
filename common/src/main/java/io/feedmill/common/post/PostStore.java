package io.feedmill.common.post;

import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Post.PostHead;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Posts. Thread-safe. Every read is strongly consistent. */
public interface PostStore {

    /** The newest version of the post; empty where there is none or it was retracted. */
    Optional<Post> find(PostId id);

    /** Who wrote the post and who may read it, without its text; empty where there is none or it was retracted. */
    Optional<PostHead> head(PostId id);

    /** The full texts of the newest versions; a post that is not there is absent. At most 100 ids. */
    Map<PostId, String> texts(Collection<PostId> ids);
}
