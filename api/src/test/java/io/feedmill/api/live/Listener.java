package io.feedmill.api.live;

import io.feedmill.api.TestTokens;
import io.feedmill.api.security.Scope;
import io.feedmill.common.key.PostId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Listens to a live feed as a client, and applies its events. Thread-safe. */
final class Listener implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final HttpResponse<InputStream> answer;
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final Map<String, JsonNode> picture = new HashMap<>();
    private volatile boolean ended;

    record Event(String name, JsonNode data) {}

    private Listener(HttpResponse<InputStream> answer) {
        this.answer = answer;
    }

    static Listener open(int port, String user) {
        return open(port, user, TestTokens.user(user, Scope.FEED));
    }

    static Listener open(int port, String user, String token) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + port + "/v1/feeds/home/" + user + "/live"))
                .header("Authorization", "Bearer " + token)
                .build();
        try {
            Listener listener = new Listener(CLIENT.send(request, BodyHandlers.ofInputStream()));
            Thread.startVirtualThread(listener::read);
            return listener;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            String name = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("event: ")) {
                    name = line.substring("event: ".length());
                } else if (line.startsWith("data: ")) {
                    add(new Event(name, JSON.readTree(line.substring("data: ".length()))));
                } else if (line.startsWith(":")) {
                    add(new Event(":", JSON.nullNode()));
                }
            }
        } catch (IOException e) {
            // closed by one side
        } finally {
            ended = true;
        }
    }

    private void add(Event event) {
        synchronized (picture) {
            switch (event.name()) {
                case "page" -> event.data().path("items").forEach(this::put);
                case "put" -> put(event.data());
                case "remove" -> picture.remove(event.data().path("post").asString());
                default -> {}
            }
        }
        events.add(event);
    }

    private void put(JsonNode item) {
        picture.put(item.path("post").asString(), item);
    }

    int status() {
        return answer.statusCode();
    }

    String header(String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    /** Whether the server has ended the answer. */
    boolean ended() {
        return ended;
    }

    List<Event> events() {
        return events;
    }

    List<String> names() {
        return events.stream().map(Event::name).toList();
    }

    /** Returns the reasons of the events of this name. */
    List<String> reasons(String name) {
        return events.stream()
                .filter(event -> event.name().equals(name))
                .map(event -> event.data().path("reason").asString())
                .toList();
    }

    /** Returns the items that a client shows, newest first. */
    List<JsonNode> shown() {
        synchronized (picture) {
            return picture.values().stream()
                    .sorted(Comparator.comparing(
                            item -> PostId.parse(item.path("post").asString()).feedKey()))
                    .toList();
        }
    }

    @Override
    public void close() {
        try {
            answer.body().close();
        } catch (IOException e) {
            // closed meanwhile
        }
    }
}
