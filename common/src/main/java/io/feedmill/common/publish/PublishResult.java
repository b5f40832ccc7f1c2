package io.feedmill.common.publish;

import io.feedmill.common.post.Post;

/** What came of a request to publish. */
public sealed interface PublishResult {

    /** The post is stored, its author sees it, and its fan-out job is accepted. */
    record Published(Post post) implements PublishResult {}

    /** The same request was answered before; this is the post as that answer had it. Nothing was written. */
    record Replayed(Post post) implements PublishResult {}

    /** The idempotency key belongs to a request with another body. Nothing was written. */
    record KeyReused() implements PublishResult {}
}
