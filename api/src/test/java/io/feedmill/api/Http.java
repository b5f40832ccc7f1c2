package io.feedmill.api;

import io.feedmill.api.guard.WorkSender;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.api.security.Scope;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.InterceptingClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.test.web.servlet.client.EntityExchangeResult;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.RequestBodySpec;
import org.springframework.test.web.servlet.client.RestTestClient.RequestHeadersSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends requests to the API under test, by Spring's {@link RestTestClient}, with the token of a service that has all scopes unless {@link #as} gives
 * another. Paths are encoded already. Of a stream of events it reads the first one.
 */
public final class Http {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final WebServerApplicationContext context;
    private final RestTestClient client;
    private final String token;

    @Autowired
    Http(WebServerApplicationContext context) {
        this.context = context;
        this.token = TestTokens.service();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
        requests.setReadTimeout(Duration.ofSeconds(60));
        this.client = RestTestClient.bindToServer(
                        new InterceptingClientHttpRequestFactory(requests, List.of(new FirstEvent())))
                .build();
    }

    private Http(Http other, String token) {
        this.context = other.context;
        this.client = other.client;
        this.token = token;
    }

    /** Returns a client that sends this token; empty: none. */
    public Http as(String other) {
        return new Http(this, other);
    }

    /** Returns a client that sends a token of this user. */
    public Http user(String user, Scope... scopes) {
        return as(TestTokens.user(user, scopes));
    }

    /** Returns a client that sends a token of a service with {@code act-as} and these scopes. */
    public Http service(Scope... scopes) {
        return as(TestTokens.service(scopes));
    }

    /** An answer and its body as JSON; a missing node if it is not JSON. */
    public record Answer(int status, HttpHeaders headers, String body, JsonNode json) {

        static Answer of(EntityExchangeResult<byte[]> result) {
            byte[] bytes = result.getResponseBody();
            String body = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
            String type = Objects.requireNonNullElse(result.getResponseHeaders().getFirst("Content-Type"), "");
            boolean json = type.matches(".*[/+]json.*");
            return new Answer(
                    result.getStatus().value(),
                    result.getResponseHeaders(),
                    body,
                    json ? JSON.readTree(body) : JSON.missingNode());
        }

        public String header(String name) {
            return Objects.requireNonNullElse(headers.getFirst(name), "");
        }

        /** Returns the last part of a problem's type. */
        public String problem() {
            return json.path("type").asString("none").replace("https://feedmill.io/problems/", "");
        }

        /** Returns this field. */
        public String text(String field) {
            return json.path(field).asString();
        }

        public String id() {
            return text("id");
        }

        public List<String> items(String field) {
            return json.path("items")
                    .valueStream()
                    .map(item -> item.path(field).asString())
                    .toList();
        }

        /** The items of a list of ids. */
        public List<String> ids() {
            return json.path("items").valueStream().map(JsonNode::asString).toList();
        }

        public Optional<String> next() {
            return json.has("next") ? Optional.of(json.path("next").asString()) : Optional.empty();
        }
    }

    public int port() {
        return Objects.requireNonNull(context.getWebServer()).getPort();
    }

    public RequestBodySpec request(String method, String path) {
        return request(method, port(), path);
    }

    private RequestBodySpec request(String method, int port, String path) {
        RequestBodySpec request =
                client.method(HttpMethod.valueOf(method)).uri(URI.create("http://localhost:" + port + path));
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    /** Gets from the server of health and metrics. */
    public Answer management(String path) {
        int port = context.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
        return send(request("GET", port, path));
    }

    /** Returns what this counter has counted. */
    public double counted(Event event, String... tags) {
        return context.getBean(MeterRegistry.class)
                .get(event.metric())
                .tags(tags)
                .counter()
                .count();
    }

    /** Returns how many calls were refused for this reason. */
    public double refused(String reason) {
        return counted(Event.CALLS_REFUSED, "reason", reason);
    }

    /** Returns a request with a JSON body. */
    public RequestHeadersSpec<?> request(String method, String path, String json) {
        return request(method, path)
                .header("Content-Type", "application/json")
                .body(json.getBytes(StandardCharsets.UTF_8));
    }

    public Answer get(String path) {
        return send("GET", path);
    }

    /** Returns the pages of a list, each read when it is asked for. The path has a query. */
    public Stream<Answer> pages(String path) {
        return Stream.iterate(
                get(path),
                Objects::nonNull,
                page -> page.next()
                        .map(cursor -> get(path + "&cursor=" + cursor))
                        .orElse(null));
    }

    /** Returns this field of the items of all pages. */
    public List<String> walk(String path, String field) {
        return pages(path).flatMap(page -> page.items(field).stream()).toList();
    }

    public Answer send(String method, String path) {
        return send(request(method, path));
    }

    public Answer send(String method, String path, String json) {
        return send(request(method, path, json));
    }

    /** Returns the answer when the messages of the call are sent, too. */
    public Answer send(RequestHeadersSpec<?> request) {
        Answer answer = Answer.of(request.exchange().returnResult(byte[].class));
        context.getBean(WorkSender.class).join();
        return answer;
    }

    public Answer post(String path, String json) {
        return send("POST", path, json);
    }

    public Answer put(String path) {
        return send("PUT", path);
    }

    public Answer put(String path, String json) {
        return send("PUT", path, json);
    }

    /** Puts JSON on the condition that the version is one of these tags. */
    public Answer put(String path, String tags, String json) {
        return send(request("PUT", path, json).headers(headers -> headers.set("If-Match", tags)));
    }

    public Answer delete(String path) {
        return send("DELETE", path);
    }

    /** Posts text, bytes, or a {@link #chunked} body. */
    public Answer post(String path, String type, Object body) {
        Object bytes = body instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : body;
        return send(request("POST", path).header("Content-Type", type).body(bytes));
    }

    /** Posts JSON with an idempotency key. */
    public Answer postOnce(String path, String key, String json) {
        return send(request("POST", path, json).header("Idempotency-Key", key));
    }

    /** Publishes a post; returns its id. */
    public String publish(String author, String text) {
        Answer answer = post("/v1/posts", newPost(author, text));
        if (answer.status() != 201) {
            throw new AssertionError(answer);
        }
        return answer.id();
    }

    public static String newPost(String author, String text) {
        return JSON.createObjectNode().put("author", author).put("text", text).toString();
    }

    /** Returns a body whose length is not announced. */
    public static Resource chunked(byte[] body) {
        return new InputStreamResource(new ByteArrayInputStream(body));
    }

    /** Sends these characters, each as one byte, with the token after the first line, and returns the answer as text. */
    public String raw(String request) throws IOException {
        try (Socket socket = open(request)) {
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Sends them in the same way, and no end. The socket takes little before its answer is read. Close it. */
    public Socket open(String request) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.setSoTimeout(10_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()));
        String authorization = token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
        socket.getOutputStream()
                .write(request.replaceFirst("\r\n", "\r\n" + authorization).getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }
}
