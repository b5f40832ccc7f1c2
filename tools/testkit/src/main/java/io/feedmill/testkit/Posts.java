package io.feedmill.testkit;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;

/** Posts as most tests need them. */
public final class Posts {
    private Posts() {}

    /** The first version of a post for everyone, without data or a place, that is pushed. */
    public static Post of(PostId id, UserId author, String text) {
        return new Post(id, author, Content.of(text), 1, null, Audience.everyone(), Mode.PUSH);
    }
}
