package io.feedmill.stack.client;

import io.feedmill.stack.client.DeadLetters.RedriveRequest;
import io.feedmill.stack.client.DeadLetters.RedriveResult;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
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
    public record PostCounters(long views, long deliveries) {}

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

    /** A page of a list; without {@code next} it is the last. */
    record Page<T>(List<T> items, @Nullable String next) {}

    /** Returns the URI of a path of the API. */
    public URI at(String path) {
        return URI.create(api.toString().replaceAll("/+$", "") + path);
    }

    /** Imports lines {@code follower author}. */
    public ImportResult importFollows(String lines) {
        return read(
                request("/v1/follows:import")
                        .timeout(IMPORT)
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString(lines)),
                ImportResult.class);
    }

    /** Publishes; the same key again is answered with the same post. */
    public PublishedPost publish(String author, String text, String idempotencyKey) {
        HttpRequest.Builder request = post("/v1/posts", Map.of("author", author, "text", text));
        return read(request.header("Idempotency-Key", idempotencyKey), PublishedPost.class);
    }

    public void follow(String follower, String author) {
        send(request("/v1/users/%s/following/%s".formatted(follower, author)).PUT(BodyPublishers.noBody()));
    }

    public void unfollow(String follower, String author) {
        send(request("/v1/users/%s/following/%s".formatted(follower, author)).DELETE());
    }

    /** All who follow the author, page by page, ascending. */
    public List<String> followers(String author) {
        return all("/v1/users/" + author + "/followers", new TypeReference<>() {});
    }

    public FanoutStatus fanout(String post) {
        return read(request("/v1/posts/" + post + "/fanout"), FanoutStatus.class);
    }

    /** The fan-out of a post that not everyone may read. */
    public FanoutStatus fanout(String post, String viewer) {
        return read(request("/v1/posts/" + post + "/fanout?viewer=" + viewer), FanoutStatus.class);
    }

    public Counters counters(String user) {
        return read(request("/v1/users/" + user + "/counters"), Counters.class);
    }

    /** Sends a view of the post, which is counted later. */
    public void view(String post, String viewer) {
        send(post("/v1/posts/%s/views".formatted(post), Map.of("viewer", viewer)));
    }

    public PostCounters postCounters(String post) {
        return read(request("/v1/posts/" + post + "/counters"), PostCounters.class);
    }

    /** The whole home feed, page by page. */
    public List<FeedItem> homeFeed(String user) {
        return all("/v1/feeds/home/" + user, new TypeReference<>() {});
    }

    /** The whole feed of what an author wrote, page by page. */
    public List<FeedItem> authorFeed(String author) {
        return all("/v1/feeds/user/" + author, new TypeReference<>() {});
    }

    /** Returns the dead-letter messages, up to the number that one call reads. */
    public DeadLetters deadLetters() {
        return read(request("/v1/admin/dead-letters").timeout(ADMIN), DeadLetters.class);
    }

    /** Redrives dead-letter messages to the queue, up to the number that one call moves. */
    public RedriveResult redrive(String queue, RedriveRequest request) {
        String path = "/v1/admin/dead-letters/" + URLEncoder.encode(queue, StandardCharsets.UTF_8) + ":redrive";
        return read(post(path, request).timeout(ADMIN), RedriveResult.class);
    }

    @Override
    public void close() {
        http.close();
    }

    private <T> List<T> all(String path, TypeReference<Page<T>> type) {
        List<T> items = new ArrayList<>();
        Set<String> cursors = new HashSet<>();
        String next = null;
        do {
            String cursor = next == null ? "" : "&cursor=" + URLEncoder.encode(next, StandardCharsets.UTF_8);
            Page<T> page = read(request(path + "?limit=" + PAGE + cursor), body -> json.readValue(body, type));
            items.addAll(page.items());
            next = page.next();
            if (next != null && !cursors.add(next)) {
                throw new FeedmillException("The cursors of %s go in a circle.".formatted(path));
            }
        } while (next != null);
        return items;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(at(path)).timeout(CALL).header("Accept", "application/json");
    }

    private HttpRequest.Builder post(String path, Object body) {
        return request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json.writeValueAsString(body)));
    }

    private <T> T read(HttpRequest.Builder request, Class<T> type) {
        return read(request, body -> json.readValue(body, type));
    }

    private <T> T read(HttpRequest.Builder request, Function<String, T> reader) {
        String body = send(request);
        try {
            return reader.apply(body);
        } catch (JacksonException e) {
            throw new FeedmillException(
                    "%s answered something unreadable: %s".formatted(call(request.build()), e.getMessage()), e);
        }
    }

    private String send(HttpRequest.Builder builder) {
        HttpRequest request = builder.build();
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

    private static String call(HttpRequest request) {
        return request.method() + " " + request.uri();
    }

    /** Returns a sentence with the problem's detail, or the first line of another body. */
    private String refusal(HttpRequest request, HttpResponse<String> response) {
        String reason = response.body().lines().findFirst().orElse("");
        try {
            JsonNode problem = json.readTree(response.body());
            reason = problem.path("detail").asString(reason);
            boolean isUnknown = problem.path("type").asString("").endsWith("/not-found");
            if (isUnknown && request.uri().getPath().contains("/v1/admin/")) {
                reason += " Admin calls need feedmill.admin.enabled=true there.";
            }
        } catch (JacksonException e) {
            // The body is no problem document.
        }
        return "%s answered %d: %s".formatted(call(request), response.statusCode(), reason);
    }
}
