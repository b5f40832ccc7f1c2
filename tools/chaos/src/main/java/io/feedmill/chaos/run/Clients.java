package io.feedmill.chaos.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.checker.Checker;
import io.feedmill.checker.History;
import io.feedmill.checker.Mark;
import io.feedmill.checker.Recorder;
import io.feedmill.checker.Report;
import io.feedmill.checker.Settings;
import io.feedmill.checker.StreamEvent;
import io.feedmill.checker.load.Request;
import io.feedmill.common.storage.Backoff;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.load.RunClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Clients of all APIs, who repeat calls without an answer and follow pages. What they see goes to a history, which a checker judges. Thread-safe. */
public final class Clients implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final int ATTEMPTS = 16;
    private static final int MAX_PAGES = 40;
    private static final int UNAVAILABLE = 503;
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(300), Duration.ofSeconds(5));
    private static final Set<String> USERS = Set.of("feed", "post", "follow", "react", "room", "device");
    private static final List<String> HEADERS = List.of("Content-Type", "ETag", "Retry-After", "Location");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Rig rig;
    private final Path file;
    private final Recorder recorder;
    private final AtomicInteger answered = new AtomicInteger();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Clients(Rig rig) {
        this.rig = rig;
        this.file = rig.logs().resolve("history-%d.jsonl".formatted(System.currentTimeMillis()));
        try {
            this.recorder = Recorder.to(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        recorder.append(Settings.of(
                rig.fleet().apis().stream().map(FeedmillProcess::name).toList(), "chaos"));
    }

    /** The last answer to a call; a status of 0: there is none. */
    record Answer(int status, @Nullable JsonNode json) {
        static final Answer NONE = new Answer(0, null);
    }

    /** Returns the number of answers. */
    public int answered() {
        return answered.get();
    }

    /** Makes a call at any API. */
    Answer call(Request request) {
        return call(request, rig.fleet().apis());
    }

    /** Makes a call at one of these APIs. */
    Answer call(Request request, List<FeedmillProcess> apis) {
        Answer answer = attempts(request, apis);
        Request next = request;
        for (int page = 1; request.walk() && page < MAX_PAGES && answer.json() != null; page++) {
            String cursor = answer.json().path("next").asString("");
            if (cursor.isEmpty()) {
                break;
            }
            next = next.after(cursor);
            answer = attempts(next, apis);
        }
        return answer;
    }

    private Answer attempts(Request request, List<FeedmillProcess> apis) {
        Long first = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long id = recorder.nextId();
            FeedmillProcess api = apis.get(ThreadLocalRandom.current().nextInt(apis.size()));
            Answer answer = attempt(api, request, id, first);
            boolean again = answer.status() == 0 || answer.status() == UNAVAILABLE;
            if (!again || !request.isRepeatable()) {
                return answer;
            }
            first = first == null ? id : first;
            RunClock.pause(PAUSES.ceiling(attempt));
        }
        return Answer.NONE;
    }

    private Answer attempt(FeedmillProcess api, Request request, long id, @Nullable Long repeats) {
        Instant begin = Instant.now();
        HttpResponse<String> response = send(api, request, BodyHandlers.ofString());
        Instant end = Instant.now();
        if (response == null) {
            recorder.append(request.call(id, begin, null, null, null, Map.of(), null, repeats));
            return Answer.NONE;
        }
        answered.incrementAndGet();
        Map<String, String> headers = headers(response);
        JsonNode json =
                headers.getOrDefault("Content-Type", "").contains("json") ? JSON.readTree(response.body()) : null;
        recorder.append(request.call(id, begin, end, api.name(), response.statusCode(), headers, json, repeats));
        return new Answer(response.statusCode(), json);
    }

    private static Map<String, String> headers(HttpResponse<?> response) {
        Map<String, String> headers = new HashMap<>();
        HEADERS.forEach(name -> response.headers().firstValue(name).ifPresent(value -> headers.put(name, value)));
        return headers;
    }

    /** Returns null without an answer. */
    private <T> @Nullable HttpResponse<T> send(FeedmillProcess api, Request request, BodyHandler<T> body) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(api.url().resolve(request.path()))
                .timeout(PATIENCE)
                .header(
                        "Authorization",
                        "Bearer "
                                + rig.token(
                                        request.caller(),
                                        request.scopes().isEmpty() ? USERS : Set.copyOf(request.scopes())));
        request.headers().forEach(builder::header);
        try {
            return http.send(
                    builder.method(request.method(), publisher(request, builder))
                            .build(),
                    body);
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static BodyPublisher publisher(Request request, HttpRequest.Builder builder) {
        JsonNode body = request.body();
        if (body == null) {
            return BodyPublishers.noBody();
        }
        builder.header("Content-Type", body.isString() ? "text/plain" : "application/json");
        return BodyPublishers.ofString(body.isString() ? body.asString() : body.toString(), UTF_8);
    }

    /** Opens a live feed at an API. Returns what it sends, by lines, or null if it was not answered; {@link #event} records them. */
    @Nullable Stream<String> open(FeedmillProcess api, Request request, long id) {
        Instant begin = Instant.now();
        HttpResponse<Stream<String>> response = send(api, request, BodyHandlers.ofLines());
        if (response == null) {
            recorder.append(request.call(id, begin, null, null, null, Map.of(), null, null));
            return null;
        }
        boolean open = response.statusCode() == 200;
        JsonNode problem =
                open ? null : JSON.readTree(String.join("\n", response.body().toList()));
        recorder.append(request.call(
                id, begin, Instant.now(), api.name(), response.statusCode(), headers(response), problem, null));
        return open ? response.body() : null;
    }

    long nextId() {
        return recorder.nextId();
    }

    void event(long stream, String event, @Nullable String data) {
        recorder.append(new StreamEvent(stream, Instant.now(), event, data == null ? null : JSON.readTree(data)));
    }

    /** Notes that something is broken from now on for this time. */
    public void fault(Duration lasts, String text) {
        Instant now = Instant.now();
        recorder.append(Mark.fault(now, now.plus(lasts), text));
    }

    /** Notes that all work is done. */
    void rest() {
        recorder.append(Mark.rest(Instant.now()));
    }

    /** Judges what was seen, and prints how often each promise was. Each that is broken is a finding. */
    public void judge(RigRun run) {
        close();
        Report report;
        try {
            report = Checker.check(History.read(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        run.screen().say("");
        report.lines().forEach(run.screen()::say);
        run.screen().row("history", file.toString());
        run.findings()
                .add(report.violations().stream()
                        .map(Report.Violation::toString)
                        .toList());
    }

    @Override
    public void close() {
        try {
            recorder.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
