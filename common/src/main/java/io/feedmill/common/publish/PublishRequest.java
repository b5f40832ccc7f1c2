package io.feedmill.common.publish;

import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Post;
import org.jspecify.annotations.Nullable;

/**
 * A post to be published under an id that is already drawn.
 *
 * @param idempotencyKey what the client calls this request, 1 to 255 ASCII characters, or null where it did not say
 */
public record PublishRequest(
        PostId id, String author, String text, @Nullable String idempotencyKey) {

    /** The post that this request makes: version 1. */
    public Post post() {
        return new Post(id, author, text, 1);
    }
}
