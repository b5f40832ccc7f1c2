package io.feedmill.simulation;

import io.feedmill.checker.Recorder;
import io.feedmill.checker.load.Request;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Makes calls as clients do, and records them: to any API that takes them, once more without an answer, page after page. */
final class Client {
    private static final long PATIENCE = Duration.ofSeconds(15).toNanos();
    private static final long LOOK = Duration.ofMillis(250).toNanos();
    private static final int ATTEMPTS = 3;
    private static final int MAX_PAGES = 40;
    private static final List<String> HEADERS = List.of("Content-Type", "ETag", "Retry-After", "Location");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final World world;
    private final Recorder history;

    Client(World world, Recorder history) {
        this.world = world;
        this.history = history;
    }

    /** An answer, or none. */
    record Answer(int status, @Nullable JsonNode json) {
        static final Answer NONE = new Answer(0, null);
    }

    /** Makes a call, again if it gets no answer, and follows its pages. Returns the last answer. */
    Answer call(Request request) {
        Answer answer = attempts(request);
        Request next = request;
        for (int page = 1; request.walk() && page < MAX_PAGES && answer.json() != null; page++) {
            String cursor = answer.json().path("next").asString("");
            if (cursor.isEmpty()) {
                break;
            }
            next = next.after(cursor);
            answer = attempts(next);
        }
        return answer;
    }

    private Answer attempts(Request request) {
        Long first = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            ApiProcess api = world.anyApi();
            if (api == null) {
                return Answer.NONE;
            }
            long id = history.nextId();
            Answer answer = attempt(api, request, id, first);
            boolean again = answer.status() == 0 || answer.status() == 503;
            if (!again || !request.isRepeatable()) {
                return answer;
            }
            first = first == null ? id : first;
            world.time().pass(Duration.ofMillis(200L << attempt).toNanos());
        }
        return Answer.NONE;
    }

    /** Makes a call once at this API. */
    Answer attempt(ApiProcess api, Request request, long id, @Nullable Long repeats) {
        Instant begin = world.time().instant();
        MockHttpServletRequest http = request(api, request);
        MockHttpServletResponse response = new MockHttpServletResponse();
        Thread client = Thread.currentThread();
        boolean[] answered = {false};
        boolean[] over = {false};
        Runnable wake = () -> {
            over[0] = true;
            LockSupport.unpark(client);
        };
        VirtualTime.Wait patience = world.time().after(PATIENCE, wake);
        api.onEnd(wake);
        world.time().pass(world.faults().travel());
        api.thread("call", () -> {
            api.answer(http, response);
            answered[0] = true;
            world.time().after(world.faults().travel(), wake);
        });
        while (!over[0]) {
            LockSupport.park();
        }
        patience.cancel();
        api.offEnd(wake);
        boolean arrived = answered[0] && !world.faults().draws(FaultSchedule.Kind.CLIENT_ANSWER_LOST);
        world.reached().count("status", request.method() + " " + (arrived ? response.getStatus() : "none"));
        if (!arrived) {
            history.append(request.call(id, begin, null, null, null, Map.of(), null, repeats));
            return Answer.NONE;
        }
        JsonNode json = json(response);
        history.append(request.call(
                id, begin, world.time().instant(), api.name(), response.getStatus(), headers(response), json, repeats));
        return new Answer(response.getStatus(), json);
    }

    /** Listens to a live feed for a time, at this pace, unless the API or the connection ends it before. Returns the answer's status; 0: none. */
    int listen(String user, long nanos, long pace) {
        ApiProcess api = world.anyApi();
        if (api == null) {
            return 0;
        }
        Request request =
                new Request(user, List.of(), "GET", "/v1/feeds/home/" + user + "/live", Map.of(), null, false);
        long id = history.nextId();
        Instant begin = world.time().instant();
        MockHttpServletRequest http = request(api, request);
        LiveFeed feed = new LiveFeed(api, history, id, pace);
        Runnable lost = feed::ended;
        api.onEnd(lost);
        world.time().pass(world.faults().travel());
        api.thread("live", () -> {
            api.answer(http, feed);
            feed.ended();
        });
        await(PATIENCE, () -> feed.openedAt() != null || feed.isClosed());
        int status = opened(request, feed, api, id, begin);
        await(nanos, feed::isClosed);
        feed.close();
        api.offEnd(lost);
        return status;
    }

    private int opened(Request request, LiveFeed feed, ApiProcess api, long id, Instant begin) {
        Instant opened = feed.openedAt();
        if (opened == null && !feed.isRefusal()) {
            feed.close();
            history.append(request.call(id, begin, null, null, null, Map.of(), null, null));
            return 0;
        }
        JsonNode json = opened == null ? json(feed) : null;
        Instant end = opened == null ? world.time().instant() : opened;
        history.append(request.call(id, begin, end, api.name(), feed.getStatus(), headers(feed), json, null));
        return feed.getStatus();
    }

    private void await(long nanos, BooleanSupplier end) {
        long until = world.time().now() + nanos;
        while (!end.getAsBoolean() && world.time().now() < until) {
            world.time().pass(LOOK);
        }
    }

    private static Map<String, String> headers(MockHttpServletResponse response) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String name : HEADERS) {
            String value = response.getHeader(name);
            if (value != null) {
                headers.put(name, value);
            }
        }
        return headers;
    }

    private static @Nullable JsonNode json(MockHttpServletResponse response) {
        String text = new String(response.getContentAsByteArray(), StandardCharsets.UTF_8);
        return text.isBlank() || String.valueOf(response.getContentType()).startsWith("text/")
                ? null
                : JSON.readTree(text);
    }

    private MockHttpServletRequest request(ApiProcess api, Request request) {
        URI uri = URI.create(request.path());
        MockHttpServletRequest http = api.request(request.method(), uri.getRawPath());
        http.setQueryString(uri.getRawQuery());
        UriComponentsBuilder.fromUri(uri)
                .build()
                .getQueryParams()
                .forEach((name, values) -> http.addParameter(name, values.toArray(String[]::new)));
        Instant now = world.time().instant();
        http.addHeader(
                "Authorization",
                "Bearer "
                        + (request.scopes().isEmpty()
                                ? Tokens.of(request.caller(), now)
                                : Tokens.ofService(now, String.join(" ", request.scopes()))));
        request.headers().forEach(http::addHeader);
        JsonNode body = request.body();
        if (body != null) {
            http.setContentType(body.isString() ? "text/plain" : "application/json");
            http.setContent((body.isString() ? body.asString() : body.toString()).getBytes(StandardCharsets.UTF_8));
        }
        return http;
    }
}
