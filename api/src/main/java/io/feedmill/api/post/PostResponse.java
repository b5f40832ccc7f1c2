package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.feedmill.api.http.ClientData;
import io.feedmill.api.http.Iso;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import org.jspecify.annotations.Nullable;

/** A post as clients see it; {@code createdAt} in the format of {@link Iso}, {@code data} and {@code place} absent if the post has none. */
public record PostResponse(
        String id,
        String author,
        String text,

        @JsonRawValue @Nullable String data,

        String createdAt,
        long version,
        @Nullable Place place) {

    public static PostResponse of(Post post) {
        return new PostResponse(
                post.id().value(),
                post.author().value(),
                post.text(),
                ClientData.readable(post.data()),
                Iso.format(post.createdAt()),
                post.version(),
                post.place());
    }
}
