package io.feedmill.common.post;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;

/** Who wrote a post, and who may read it. */
public record PostHead(PostId id, UserId author, Audience audience) {}
