package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feedmill.api.time.Iso;
import io.feedmill.common.post.Post;
import org.jspecify.annotations.Nullable;

/** A post as clients see it; {@code createdAt} as {@link Iso} writes it, {@code place} absent where there is none. */
public record PostResponse(
        String id,
        String author,
        String text,
        String createdAt,
        long version,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable PlaceResponse place) {

    public static PostResponse of(Post post) {
        return new PostResponse(
                post.id().value(),
                post.author().value(),
                post.text(),
                Iso.format(post.createdAt()),
                post.version(),
                PlaceResponse.of(post.place()));
    }
}
