package io.feedmill.stack.client;

import io.feedmill.cli.client.FeedmillException;
import io.feedmill.cli.client.HttpCalls;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/** Calls a running Feedmill. Each call blocks, and throws a {@link FeedmillException} if it is not answered as it should be. Thread-safe. */
public final class FeedmillClient implements AutoCloseable {

    private static final Duration IMPORT = Duration.ofMinutes(5);

    private final HttpCalls http;

    /** @param token is asked for the token of each call */
    public FeedmillClient(URI api, Supplier<String> token) {
        this.http = new HttpCalls(api, token);
    }

    /** The answer to an import; at most the first 1,000 rejected lines are listed. */
    public record ImportResult(long imported, long rejectedCount, List<Rejected> rejected) {
        public record Rejected(long line, String reason) {}
    }

    /** The answer to a publish call. */
    public record PublishedPost(String id, String author, String text, Instant createdAt, int version) {}

    /** A post as a feed shows it; {@code post} is its id. */
    public record FeedItem(String post, String author, String text, Instant createdAt, int version, String via) {}

    /** An author's totals. */
    public record Counters(long posts, long deliveries) {
        public Counters minus(Counters earlier) {
            return new Counters(posts - earlier.posts, deliveries - earlier.deliveries);
        }
    }

    /** A post's totals; {@code views} are viewers, each once. */
    public record PostCounters(long views) {}

    /** The progress of the fan-out of a post. */
    public record FanoutStatus(
            String state,
            long expected,
            long delivered,
            long skipped,
            int slices,
            int pendingSlices,
            Instant acceptedAt,
            @Nullable Instant completedAt) {

        public boolean isComplete() {
            return state.equals("COMPLETE");
        }

        /** From accepted to the last delivery. */
        public Optional<Duration> took() {
            return Optional.ofNullable(completedAt).map(end -> Duration.between(acceptedAt, end));
        }
    }

    /**
     * The state of a job of a post: its own, or that of a change.
     *
     * @param cause {@code publication}, {@code edit}, {@code permissions} or {@code retraction}
     * @param cleared recipients from whose home feeds a retraction deleted the post; null for other causes
     * @param supersededBy the job of a later change, which goes to everybody instead
     */
    public record JobStatus(
            String job,
            String cause,
            String state,
            long expected,
            long delivered,
            long skipped,
            int pendingSlices,
            @Nullable Long cleared,
            @Nullable String supersededBy) {

        public boolean isComplete() {
            return state.equals("COMPLETE");
        }
    }

    /** A page of a home feed. Exactly one of {@code next} and {@code end} is there, {@code completeUntil} on a first page only. */
    public record HomePage(
            List<FeedItem> items,
            @Nullable String next,
            @Nullable String end,
            @Nullable Instant completeUntil) {}

    /** Returns the URI of a path of the API. */
    public URI at(String path) {
        return http.at(path);
    }

    /** Returns a request for a path of the API, with its token. */
    public HttpRequest.Builder request(String path) {
        return http.request(path);
    }

    /** Sends a request and returns the body of its answer. */
    public String send(HttpRequest.Builder request) {
        return http.send(request);
    }

    /** Returns the value of the header {@code Authorization}. */
    public String authorization() {
        return http.authorization();
    }

    /** Imports lines {@code follower author}. */
    public ImportResult importFollows(String lines) {
        return http.read(
                http.request("/v1/follows:import")
                        .timeout(IMPORT)
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString(lines)),
                ImportResult.class);
    }

    /** Publishes; the same key again is answered with the same post. */
    public PublishedPost publish(String author, String text, String idempotencyKey) {
        HttpRequest.Builder request = http.post("/v1/posts", Map.of("author", author, "text", text));
        return http.read(request.header("Idempotency-Key", idempotencyKey), PublishedPost.class);
    }

    public void follow(String follower, String author) {
        http.put("/v1/users/%s/following/%s".formatted(follower, author));
    }

    public void unfollow(String follower, String author) {
        http.delete("/v1/users/%s/following/%s".formatted(follower, author));
    }

    public void mute(String user, String author) {
        http.put("/v1/users/%s/muted/%s".formatted(user, author));
    }

    public void unmute(String user, String author) {
        http.delete("/v1/users/%s/muted/%s".formatted(user, author));
    }

    public void block(String user, String other) {
        http.put("/v1/users/%s/blocked/%s".formatted(user, other));
    }

    public void unblock(String user, String other) {
        http.delete("/v1/users/%s/blocked/%s".formatted(user, other));
    }

    /** Makes the next version of a post, if its version is this one's. */
    public PublishedPost edit(PublishedPost post, String text) {
        return http.read(
                http.put("/v1/posts/%s?viewer=%s".formatted(post.id(), post.author()), Map.of("text", text))
                        .header("If-Match", "\"%d\"".formatted(post.version())),
                PublishedPost.class);
    }

    public void retract(String post) {
        http.delete("/v1/posts/" + post);
    }

    /**
     * Says who may read a post besides its author.
     *
     * @param readers at most 100; empty: everyone
     */
    public void permit(PublishedPost post, Set<String> readers) {
        Object permissions = readers.isEmpty() ? "public" : readers;
        http.send(http.put(
                "/v1/posts/%s/permissions?viewer=%s".formatted(post.id(), post.author()),
                Map.of("permissions", permissions)));
    }

    /** All who follow the author, page by page, ascending. */
    public List<String> followers(String author) {
        return http.all("/v1/users/" + author + "/followers", new TypeReference<>() {});
    }

    /** The fan-out of a post, as its author sees it. */
    public FanoutStatus fanout(String post, String author) {
        return http.read(http.request("/v1/posts/" + post + "/fanout?viewer=" + author), FanoutStatus.class);
    }

    /** All jobs of a post, as its author sees them, page by page: its own and those of its changes. */
    public List<JobStatus> jobs(String post, String author) {
        return http.all("/v1/posts/%s/jobs?viewer=%s".formatted(post, author), new TypeReference<>() {});
    }

    public Counters counters(String user) {
        return http.read(http.request("/v1/users/" + user + "/counters"), Counters.class);
    }

    /** Sends a view of the post, which is counted later. */
    public void view(String post, String viewer) {
        http.send(http.post("/v1/posts/%s/views".formatted(post), Map.of("viewer", viewer)));
    }

    public PostCounters postCounters(String post) {
        return http.read(http.request("/v1/posts/" + post + "/counters"), PostCounters.class);
    }

    /**
     * A page of a home feed.
     *
     * @param cursor null: the first
     */
    public HomePage homePage(String user, int limit, @Nullable String cursor) {
        String next = cursor == null ? "" : "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
        return http.read(http.request("/v1/feeds/home/%s?limit=%d%s".formatted(user, limit, next)), HomePage.class);
    }

    /** The whole home feed, page by page. */
    public List<FeedItem> homeFeed(String user) {
        return http.all("/v1/feeds/home/" + user, new TypeReference<>() {});
    }

    /** The whole feed of what an author wrote, as the author sees it, page by page. */
    public List<FeedItem> authorFeed(String author) {
        return http.all("/v1/feeds/user/%s?viewer=%s".formatted(author, author), new TypeReference<>() {});
    }

    @Override
    public void close() {
        http.close();
    }
}
