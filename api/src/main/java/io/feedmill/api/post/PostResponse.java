package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.feedmill.api.feed.ExtrasQuery.Extras;
import io.feedmill.api.http.ClientData;
import io.feedmill.api.http.Iso;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A post as clients see it; {@code createdAt} in the format of {@link Iso}; {@code data}, {@code place} and {@code mentions} absent if the post has none.
 * Lists of posts have no mentions.
 */
public record PostResponse(
        String id,
        String author,
        String text,

        @JsonRawValue @Nullable String data,

        String createdAt,
        long version,
        @Nullable Place place,
        @Nullable List<String> mentions,
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
                mentions(post.content()),
                extras);
    }

    /** Returns the ids in ascending order; null: none. */
    static @Nullable List<String> mentions(Content content) {
        return content.mentions().isEmpty()
                ? null
                : content.mentions().stream().map(UserId::value).toList();
    }
}
