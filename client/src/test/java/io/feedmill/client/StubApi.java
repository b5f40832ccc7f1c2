package io.feedmill.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.feedmill.client.FeedmillClient.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers calls with what a test has queued, and records them. The client's pauses move a clock. */
final class StubApi implements AutoCloseable, Transport.Pauses {
    private final HttpServer server;
    private final Deque<Answer> answers = new ArrayDeque<>();
    private long nanos;

    final List<Received> received = new ArrayList<>();
    final List<Duration> slept = new ArrayList<>();

    /** A received call: {@code call} is method, target and body. */
    record Received(String call, Map<String, List<String>> headers) {

        @Nullable String header(String name) {
            List<String> values = headers.get(name);
            return values == null ? null : values.getFirst();
        }
    }

    private record Answer(int status, Map<String, String> headers, String body, boolean isCut) {}

    StubApi() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.start();
    }

    StubApi answers(int status, Map<String, String> headers, String body) {
        answers.add(new Answer(status, headers, body, false));
        return this;
    }

    /** A body whose connection is closed before its end. */
    StubApi isCutAfter(String body) {
        answers.add(new Answer(200, Map.of(), body, true));
        return this;
    }

    StubApi answers(String json) {
        return answers(200, Map.of(), json);
    }

    /** A problem of this type with {@code Retry-After}. */
    StubApi busy(int status, int seconds) {
        return answers(status, Map.of("Retry-After", Integer.toString(seconds)), problem(status, "too-busy"));
    }

    StubApi fails(int status, String type) {
        return answers(status, Map.of(), problem(status, type));
    }

    private static String problem(int status, String type) {
        return """
                {"type": "https://feedmill.io/problems/%s", "title": "T", "status": %d, "detail": "A sentence."}""".formatted(type, status);
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    FeedmillClient client() {
        return client(Limits.DEFAULT, this);
    }

    FeedmillClient client(Limits limits, Transport.Pauses pauses) {
        return new Calls(transport(limits, pauses), null).of(FeedmillClient.class);
    }

    Transport transport(Limits limits, Transport.Pauses pauses) {
        return Transport.of(url(), () -> "token-" + received.size(), limits, pauses);
    }

    List<String> calls() {
        return received.stream().map(Received::call).toList();
    }

    @Override
    public void sleep(Duration time) {
        slept.add(time);
        nanos += time.toNanos();
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String call = "%s %s %s".formatted(exchange.getRequestMethod(), exchange.getRequestURI(), body);
        received.add(new Received(call.strip(), Map.copyOf(exchange.getRequestHeaders())));
        Answer answer = answers.isEmpty() ? new Answer(204, Map.of(), "", false) : answers.remove();
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length + (answer.isCut() ? 1 : 0));
        exchange.getResponseBody().write(bytes);
        exchange.getResponseBody().flush();
        exchange.close();
    }
}
