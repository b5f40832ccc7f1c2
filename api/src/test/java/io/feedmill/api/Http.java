package io.feedmill.api;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Speaks HTTP to the API under test. */
public final class Http {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final WebServerApplicationContext context;

    Http(WebServerApplicationContext context) {
        this.context = context;
    }

    /** An answer and its body as JSON; a missing node where there is none. */
    public record Answer(HttpResponse<String> response, JsonNode json) {
        public int status() {
            return response.statusCode();
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** The last part of a problem's type. */
        public String problem() {
            return json.path("type").asString("none").replace("https://feedmill.io/problems/", "");
        }

        public List<String> items(String field) {
            return StreamSupport.stream(json.path("items").spliterator(), false)
                    .map(item -> item.path(field).asString())
                    .toList();
        }

        public Optional<String> next() {
            return json.has("next") ? Optional.of(json.path("next").asString()) : Optional.empty();
        }
    }

    public int port() {
        return Objects.requireNonNull(context.getWebServer()).getPort();
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path))
                .timeout(Duration.ofSeconds(60));
    }

    public Answer get(String path) {
        return send(request(path));
    }

    public Answer send(String method, String path) {
        return send(request(path).method(method, BodyPublishers.noBody()));
    }

    public Answer post(String path, String json) {
        return post(path, "application/json", BodyPublishers.ofString(json));
    }

    public Answer post(String path, String type, BodyPublisher body) {
        return send(request(path).header("Content-Type", type).POST(body));
    }

    /** A new post's id. */
    public String publish(String author, String text) {
        Answer answer = post("/v1/posts", newPost(author, text));
        if (answer.status() != 201) {
            throw new AssertionError(answer);
        }
        return answer.json().path("id").asString();
    }

    public static String newPost(String author, String text) {
        return JSON.createObjectNode().put("author", author).put("text", text).toString();
    }

    /** A body whose length is not announced. */
    public static BodyPublisher chunked(byte[] body) {
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
    }

    public Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
            boolean json =
                    response.headers().firstValue("Content-Type").orElse("").matches(".*[/+]json.*");
            return new Answer(response, json ? JSON.readTree(response.body()) : JSON.missingNode());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** What comes back for these bytes, whatever they are; each character is one byte. */
    public String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
