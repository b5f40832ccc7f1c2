package io.feedmill.cli.deadletter;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A stub of the API that returns the configured answers, one for each call, and records the calls. */
public final class StubAdmin implements AutoCloseable {

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final Deque<Answer> answers = new ArrayDeque<>();
    private final List<String> calls = new ArrayList<>();

    public StubAdmin() throws IOException {
        server.createContext("/", this::handle);
        server.start();
    }

    private record Answer(int status, String body) {}

    public StubAdmin answers(int status, String body) {
        answers.add(new Answer(status, body));
        return this;
    }

    /** Adds the result of a redrive. */
    StubAdmin redrives(int matched, int moved, boolean complete, int hidden) {
        return answers(200, """
                {"queue": "deliver", "dryRun": false, "before": "2026-03-01T12:00:00.000000001Z",
                 "matched": %d, "moved": %d, "complete": %b, "hidden": %d}""".formatted(matched, moved, complete, hidden));
    }

    /** Method, path and body of each call. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        calls.add("%s %s %s"
                .formatted(exchange.getRequestMethod(), exchange.getRequestURI(), body)
                .strip());
        Answer answer = answers.remove();
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
