package io.feedmill.client;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
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

    /** Who may read a post besides its author: {@code public}, {@code followers} or {@code list}, of up to 100 users, whom readers do not see. */
    public record Permissions(String kind, List<String> users) {
        public static final Permissions PUBLIC = new Permissions("public", List.of());
        public static final Permissions FOLLOWERS = new Permissions("followers", List.of());

        public static Permissions of(Collection<?> users) {
            return new Permissions("list", users.stream().map(String::valueOf).toList());
        }

        @JsonCreator
        static Permissions parse(Object json) {
            return json instanceof List<?> users ? of(users) : new Permissions(String.valueOf(json), List.of());
        }

        @JsonValue
        Object json() {
            return kind.equals("list") ? users : kind;
        }
    }

    /** The answer to a question who may read a post. */
    public record Readers(Permissions permissions) {}

    public record Version(
            long version, String text, @Nullable Map<String, Object> data) {}

    /** Viewers, each once; deliveries, null for readers; reactions by kind. */
    public record Counters(long views, @Nullable Long deliveries, Map<String, Long> reactions) {}

    /** The sums over an author's completed posts. */
    public record AuthorCounters(long posts, long deliveries) {}
}
