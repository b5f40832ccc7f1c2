package io.feedmill.cli.client;

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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sends requests to an API and reads the JSON of the answers. Any other answer is a {@link FeedmillException}. Thread-safe. */
public final class HttpCalls implements AutoCloseable {
    private static final Duration CALL = Duration.ofSeconds(30);
    private static final int PAGE = 100;

    private final URI api;
    private final Supplier<String> token;
    private final JsonMapper json = JsonMapper.shared();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    /** @param token is asked for the token of each call */
    public HttpCalls(URI api, Supplier<String> token) {
        this.api = api;
        this.token = token;
    }

    /** A page of a list; without {@code next} it is the last. */
    public record Page<T>(List<T> items, @Nullable String next) {}

    /** Returns the URI of a path of the API. */
    public URI at(String path) {
        return URI.create(api.toString().replaceAll("/+$", "") + path);
    }

    /** Returns a request for a path of the API, with its token. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(at(path))
                .timeout(CALL)
                .header("Authorization", authorization())
                .header("Accept", "application/json");
    }

    /** Returns the value of the header {@code Authorization}. */
    public String authorization() {
        return "Bearer " + token.get();
    }

    public HttpRequest.Builder post(String path, Object body) {
        return request(path).header("Content-Type", "application/json").POST(body(body));
    }

    public HttpRequest.Builder put(String path, Object body) {
        return request(path).header("Content-Type", "application/json").PUT(body(body));
    }

    private HttpRequest.BodyPublisher body(Object body) {
        return BodyPublishers.ofString(json.writeValueAsString(body));
    }

    public void put(String path) {
        send(request(path).PUT(BodyPublishers.noBody()));
    }

    public void delete(String path) {
        send(request(path).DELETE());
    }

    /** Reads a list page by page. The path may have a query. */
    public <T> List<T> all(String path, TypeReference<Page<T>> type) {
        List<T> items = new ArrayList<>();
        Set<String> cursors = new HashSet<>();
        String first = path + (path.contains("?") ? "&" : "?") + "limit=" + PAGE;
        String next = null;
        do {
            String cursor = next == null ? "" : "&cursor=" + URLEncoder.encode(next, StandardCharsets.UTF_8);
            Page<T> page = read(request(first + cursor), body -> json.readValue(body, type));
            items.addAll(page.items());
            next = page.next();
            if (next != null && !cursors.add(next)) {
                throw new FeedmillException("The cursors of %s go in a circle.".formatted(path));
            }
        } while (next != null);
        return items;
    }

    public <T> T read(HttpRequest.Builder request, Class<T> type) {
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

    /** Sends a request and returns the body of its answer. */
    public String send(HttpRequest.Builder builder) {
        HttpRequest request = builder.build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            if (response.statusCode() / 100 == 2) {
                return response.body();
            }
            throw FeedmillException.answered(response.statusCode(), refusal(request, response));
        } catch (IOException e) {
            throw FeedmillException.unanswered("%s failed: %s".formatted(call(request), e), e);
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

    @Override
    public void close() {
        http.close();
    }
}
