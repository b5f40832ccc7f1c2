package io.feedmill.client;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A post: {@code data}, a JSON object of its author, and {@code place} are null if it has none. The version grows by one with each edit. */
public record Post(
        String id,
        String author,
        String text,
        @Nullable Map<String, Object> data,
        Instant createdAt,
        long version,
        @Nullable Place place) {
    /** A post to publish. Without permissions everyone may read it. */
    public record NewPost(
            String author,
            String text,
            @Nullable Map<String, Object> data,
            @Nullable Place place,
            @Nullable Permissions permissions) {
        /** A post that everyone may read. */
        public NewPost(String author, String text) {
            this(author, text, null, null, null);
        }
    }

    /** A place; a city has a state. */
    public record Place(
            String country,
            @Nullable String state,
            @Nullable String city) {}

    /** Who may read a post besides its author: {@code public}, {@code followers}, or a List of up to 100 users, for readers {@code list}. */
    public record Permissions(@JsonValue Object value) {
        public static final Permissions PUBLIC = new Permissions("public");
        public static final Permissions FOLLOWERS = new Permissions("followers");
    }

    public record Version(
            long version, String text, @Nullable Map<String, Object> data) {}

    /** The viewers, each once; the reactions by kind; the deliveries, null for readers. */
    public record Counters(
            long views,
            Map<String, Long> reactions,
            @Nullable Long deliveries) {}

    /** The sums over an author's completed posts. */
    public record AuthorCounters(long posts, long deliveries) {}
}
