package io.feedmill.common.post;

import io.feedmill.common.key.PostId;
import java.time.Instant;

/** A post as it stands at one version; versions count from 1. */
public record Post(PostId id, String author, String text, long version) {

    /** When the post was accepted: the tick its id carries. */
    public Instant createdAt() {
        return id.createdAt();
    }
}
