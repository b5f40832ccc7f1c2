package io.feedmill.stack.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feedmill.stack.client.FeedmillClient.FeedItem;
import io.feedmill.stack.client.FeedmillClient.Page;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls a running Feedmill. Each call blocks, and throws a {@link FeedmillException} if it is not answered as it should be. Thread-safe. */
public final class FeedmillClient implements AutoCloseable {

    private static final Duration CALL = Duration.ofSeconds(30);
    private static final Duration IMPORT = Duration.ofMinutes(5);
    /** Longer than any admin call may be made to last. */
    private static final Duration ADMIN = Duration.ofMinutes(2);

    private static final int PAGE = 100;

    private final URI api;
    private final JsonMapper json = JsonMapper.shared();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    public FeedmillClient(URI api) {
        this.api = api;
    }

    /** Where a path of the API is. */
    public URI at(String path) {
        return URI.create(api.toString().replaceAll("/+$", "") + path);
    }

    /** Imports lines {@code follower author}. */
    public ImportResult importFollows(String lines) {
        HttpRequest.Builder request = post("/v1/follows:import", "text/plain", BodyPublishers.ofString(lines));
        return send(request.timeout(IMPORT), ImportResult.class);
    }

    /** Publishes; the same key again is answered with the same post. */
    public PublishedPost publish(String author, String text, String idempotencyKey) {
        String body = json.writeValueAsString(Map.of("author", author, "text", text));
        HttpRequest.Builder request = post("/v1/posts", "application/json", BodyPublishers.ofString(body));
        return send(request.header("Idempotency-Key", idempotencyKey), PublishedPost.class);
    }

    public void follow(String follower, String author) {
        send(follows(follower, author).PUT(BodyPublishers.noBody()).build());
    }

    public void unfollow(String follower, String author) {
        send(follows(follower, author).DELETE().build());
    }

    /** All who follow the author, page by page, ascending. */
    public List<String> followers(String author) {
        return all("/v1/users/" + author + "/followers", UserPage.class);
    }

    public FanoutStatus fanout(String post) {
        return get("/v1/posts/" + post + "/fanout", FanoutStatus.class);
    }

    public Counters counters(String user) {
        return get("/v1/users/" + user + "/counters", Counters.class);
    }

    /** Says that somebody has viewed the post; it is counted later. */
    public void view(String post, String viewer) {
        String body = json.writeValueAsString(Map.of("viewer", viewer));
        send(post("/v1/posts/%s/views".formatted(post), "application/json", BodyPublishers.ofString(body))
                .build());
    }

    public PostCounters postCounters(String post) {
        return get("/v1/posts/" + post + "/counters", PostCounters.class);
    }

    /** A page of the home feed: the first one, or the one that the cursor stands for. */
    public FeedPage homePage(String user, int limit, @Nullable String cursor) {
        return get(pagePath("/v1/feeds/home/" + user, limit, cursor), FeedPage.class);
    }

    /** The whole home feed, page by page. */
    public List<FeedItem> homeFeed(String user) {
        return all("/v1/feeds/home/" + user, FeedPage.class);
    }

    /** The whole feed of what an author wrote, page by page. */
    public List<FeedItem> authorFeed(String author) {
        return all("/v1/feeds/user/" + author, FeedPage.class);
    }

    /** All dead letters, as many as one call looks at. */
    public DeadLetters deadLetters() {
        return send(HttpRequest.newBuilder(at("/v1/admin/dead-letters")).timeout(ADMIN), DeadLetters.class);
    }

    /** Gives dead letters back to the queue, as many as one call does. */
    public RedriveResult redrive(String queue, RedriveRequest request) {
        String path = "/v1/admin/dead-letters/" + URLEncoder.encode(queue, StandardCharsets.UTF_8) + ":redrive";
        BodyPublisher body = BodyPublishers.ofString(json.writeValueAsString(request));
        return send(post(path, "application/json", body).timeout(ADMIN), RedriveResult.class);
    }

    @Override
    public void close() {
        http.close();
    }

    private <T> List<T> all(String path, Class<? extends Page<T>> type) {
        List<T> items = new ArrayList<>();
        Set<String> cursors = new HashSet<>();
        String next = null;
        do {
            Page<T> page = get(pagePath(path, PAGE, next), type);
            items.addAll(page.items());
            next = page.next();
            if (next != null && !cursors.add(next)) {
                throw new FeedmillException("The cursors of %s go in a circle.".formatted(path));
            }
        } while (next != null);
        return items;
    }

    private static String pagePath(String path, int limit, @Nullable String cursor) {
        String first = path + "?limit=" + limit;
        return cursor == null ? first : first + "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
    }

    private HttpRequest.Builder follows(String follower, String author) {
        return HttpRequest.newBuilder(at("/v1/users/%s/following/%s".formatted(follower, author)))
                .timeout(CALL);
    }

    private <T> T get(String path, Class<T> type) {
        return send(HttpRequest.newBuilder(at(path)).timeout(CALL), type);
    }

    private HttpRequest.Builder post(String path, String mediaType, BodyPublisher body) {
        return HttpRequest.newBuilder(at(path))
                .timeout(CALL)
                .header("Content-Type", mediaType)
                .POST(body);
    }

    private <T> T send(HttpRequest.Builder builder, Class<T> type) {
        HttpRequest request = builder.header("Accept", "application/json").build();
        String body = send(request);
        try {
            return json.readValue(body, type);
        } catch (JacksonException e) {
            throw new FeedmillException(
                    "%s answered something unreadable: %s".formatted(call(request), e.getMessage()), e);
        }
    }

    private String send(HttpRequest request) {
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            return switch (response.statusCode() / 100) {
                case 2 -> response.body();
                case 5 -> throw FeedmillException.temporary(refusal(request, response), null);
                default -> throw new FeedmillException(refusal(request, response));
            };
        } catch (IOException e) {
            throw FeedmillException.temporary("%s failed: %s".formatted(call(request), e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FeedmillException(call(request) + " was interrupted.", e);
        }
    }

    private String refusal(HttpRequest request, HttpResponse<String> response) {
        return "%s answered %d: %s".formatted(call(request), response.statusCode(), reason(request, response.body()));
    }

    private static String call(HttpRequest request) {
        return request.method() + " " + request.uri();
    }

    /** A problem's detail, or else the first line of what came instead. */
    private String reason(HttpRequest request, String body) {
        String line = body.lines().findFirst().orElse("");
        try {
            JsonNode problem = json.readTree(body);
            String hint = isUnknown(problem) && request.uri().getPath().contains("/v1/admin/")
                    ? " Admin calls need feedmill.admin.enabled=true there."
                    : "";
            return problem.path("detail").asString(line) + hint;
        } catch (JacksonException e) {
            return line;
        }
    }

    private static boolean isUnknown(JsonNode problem) {
        return problem.path("type").asString("").endsWith("/not-found");
    }

    /** The answer to an import; at most the first 1,000 rejected lines are listed. */
    public record ImportResult(long imported, long rejectedCount, List<Rejected> rejected) {

        public record Rejected(long line, String reason) {}
    }

    /** A post as a feed shows it; {@code post} is its id. */
    public record FeedItem(String post, String author, String text, Instant createdAt, int version, String via) {}

    /** An author's totals. */
    public record Counters(long posts, long deliveries) {

        public Counters minus(Counters earlier) {
            return new Counters(posts - earlier.posts, deliveries - earlier.deliveries);
        }
    }

    /** What a call to redrive came to; {@code before} makes the next one mean the same letters. */
    public record RedriveResult(String before, long matched, long moved, boolean complete, long hidden) {}

    /** A post's totals; {@code views} are viewers, each once. */
    public record PostCounters(long views, long deliveries) {}

    /** How far the fan-out of a post is. */
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

    /** A page of a feed. */
    public record FeedPage(List<FeedItem> items, @Nullable String next) implements Page<FeedItem> {}

    /** A page of a list; without {@code next} it is the last. */
    public interface Page<T> {

        List<T> items();

        @Nullable String next();
    }

    /**
     * Which dead letters of a queue are to go back.
     *
     * @param reason null: all
     * @param rate letters a second, at most
     * @param before only those that died before; null: before the call
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record RedriveRequest(
            boolean dryRun,
            @Nullable String reason,
            int rate,
            @Nullable String before) {

        /** The same letters for another call. */
        public RedriveRequest before(String instant) {
            return new RedriveRequest(dryRun, reason, rate, instant);
        }
    }

    /** A page of user ids. */
    record UserPage(List<String> items, @Nullable String next) implements Page<String> {}

    /** The answer to a publish call. */
    public record PublishedPost(String id, String author, String text, Instant createdAt, int version) {}

    /**
     * The dead letters, by queue and reason.
     *
     * @param complete false if there are more than a call looks at
     * @param hidden about how many others another call has in hand
     */
    public record DeadLetters(List<Group> items, boolean complete, long hidden) {

        public record Group(String queue, String reason, long count, Instant oldestAt, Duration oldestAge) {}
    }
}
