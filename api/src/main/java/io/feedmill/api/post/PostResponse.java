package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.feedmill.api.feed.ExtrasQuery.Extras;
import io.feedmill.api.http.ClientData;
import io.feedmill.api.http.Iso;
import io.feedmill.common.feed.FeedItem;
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
        @Nullable Place place,
        @JsonUnwrapped Extras extras) {

    /** Returns the post of an author's feed, which has all of its text. */
    public static PostResponse of(FeedItem item, @Nullable Place place, Extras extras) {
        Post post = new Post(
                item.post(), item.author(), item.content(), item.version(), place, item.audience(), item.mode());
        return of(post, extras);
    }

    static PostResponse of(Post post, Extras extras) {
        return new PostResponse(
                post.id().value(),
                post.author().value(),
                post.text(),
                ClientData.readable(post.data()),
                Iso.format(post.createdAt()),
                post.version(),
                post.place(),
                extras);
    }
}
