package io.feedmill.common.post;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.place.Place;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A version of a post; versions count from 1.
 *
 * @param place null: none
 */
public record Post(
        PostId id,
        UserId author,
        String text,
        long version,
        @Nullable Place place,
        Audience audience) {

    /** A post for everyone without a place. */
    public Post(PostId id, UserId author, String text, long version) {
        this(id, author, text, version, null, Audience.everyone());
    }

    public Post with(Audience other) {
        return new Post(id, author, text, version, place, other);
    }

    public PostHead head() {
        return new PostHead(id, author, audience);
    }

    /** When the post was accepted: the tick its id carries. */
    public Instant createdAt() {
        return id.createdAt();
    }

    /** The author and the permissions of a post. */
    public record PostHead(PostId id, UserId author, Audience audience) {}
}
