package io.feedmill.common.post;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A version of a post; versions count from 1. The place is null if it has none. */
public record Post(
        PostId id,
        UserId author,
        Content content,
        long version,
        @Nullable Place place,
        Audience audience,
        Mode mode) {

    public String text() {
        return content.text();
    }

    public @Nullable String data() {
        return content.data();
    }

    public Post with(Audience other) {
        return new Post(id, author, content, version, place, other, mode);
    }

    public Post edited(Content other) {
        return new Post(id, author, other, version + 1, place, audience, mode);
    }

    public Post as(PostId other) {
        return new Post(other, author, content, version, place, audience, mode);
    }

    /** The post as its job has it if no home feed shows it. */
    public Post onRead() {
        return new Post(id, author, content, version, place, audience, Mode.ON_READ);
    }

    public PostHead head() {
        return new PostHead(id, author, audience);
    }

    /** When the post was accepted: the tick its id carries. */
    public Instant createdAt() {
        return id.createdAt();
    }

    public record PostHead(PostId id, UserId author, Audience audience) {}
}
