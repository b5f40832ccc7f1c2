package io.feedmill.common.publish;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.place.Place;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import org.jspecify.annotations.Nullable;

/**
 * A post to be published under an id that is already drawn.
 *
 * @param idempotencyKey what the client calls this request, 1 to 255 ASCII characters, or null where it did not say
 * @param place null: nowhere in particular
 */
public record PublishRequest(
        PostId id,
        UserId author,
        String text,
        @Nullable String idempotencyKey,
        @Nullable Place place,
        Audience audience) {

    /** A post for everyone that is nowhere in particular. */
    public PublishRequest(PostId id, UserId author, String text, @Nullable String idempotencyKey) {
        this(id, author, text, idempotencyKey, null, Audience.everyone());
    }

    /** The post that this request makes: version 1. */
    public Post post() {
        return new Post(id, author, text, 1, place, audience);
    }
}
