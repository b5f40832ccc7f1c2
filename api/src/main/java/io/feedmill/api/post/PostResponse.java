package io.feedmill.api.post;

import io.feedmill.api.time.Iso;
import io.feedmill.common.post.Post;

/** A post as clients see it; {@code createdAt} as {@link Iso} writes it. */
record PostResponse(String id, String author, String text, String createdAt, long version) {

    static PostResponse of(Post post) {
        return new PostResponse(
                post.id().value(), post.author(), post.text(), Iso.format(post.createdAt()), post.version());
    }
}
