package io.feedmill.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A post in a feed, as {@link Post}; {@code via} {@code self}, {@code follow} or {@code announcement}. */
public record FeedItem(
        String post,
        String author,
        String text,
        @Nullable Map<String, Object> data,
        Instant createdAt,
        long version,
        String via,
        @Nullable List<String> reacted,
        Post.@Nullable Counters counts) {
    /** The progress of a rebuild of a home feed, {@code RUNNING} or {@code COMPLETE}: it has the posts of so many authors. */
    public record Rebuild(
            String state, long authors, @Nullable Instant completedAt, Instant startedAt) {}
}
