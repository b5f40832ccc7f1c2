package io.feedmill.client;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A post; null: it has none. The version grows by one with each edit. Reactions are the viewer's; they and counts are null if not asked for. */
public record Post(
        String id,
        String author,
        String text,
        @Nullable Map<String, Object> data,
        Instant createdAt,
        long version,
        @Nullable Place place,
        @Nullable List<String> mentions,
        @Nullable List<String> reacted,
        @Nullable Counters counts) {
    /** Posts in the order of the request, and the ids of those that the answer had no room for. */
    public record Listed(List<Post> items, List<String> left) {}

    /** A post to publish. Without permissions everyone may read it. */
    public record NewPost(
            String author,
            String text,
            @Nullable Map<String, Object> data,
            @Nullable Place place,
            @Nullable Permissions permissions,
            @Nullable List<String> mentions) {
        public NewPost(String author, String text) {
            this(author, text, null, null, null, null);
        }
    }

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
            long version,
            String text,
            @Nullable Map<String, Object> data,
            @Nullable List<String> mentions) {}

    /** The viewers, each once; the reactions by kind; the deliveries, null for readers. */
    public record Counters(
            long views,
            Map<String, Long> reactions,
            @Nullable Long deliveries) {}

    /** The sums over an author's completed posts, and how many follow the author and are followed. */
    public record AuthorCounters(long posts, long deliveries, Follows followers, Follows following) {}

    /** A number of follows: {@code exact}, or that of a time, or, without one, at least so many. */
    public record Follows(
            long count, boolean exact, @Nullable Instant at) {}
}
