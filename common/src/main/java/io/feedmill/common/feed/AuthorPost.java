package io.feedmill.common.feed;

import io.feedmill.common.key.PostId;

/** A post that its author's feed names, and what it says of it: one that was retracted is gone. */
public record AuthorPost(PostId post, Truth truth) {}
