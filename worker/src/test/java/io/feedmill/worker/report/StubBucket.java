package io.feedmill.worker.report;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** An HTTP server that accepts or refuses objects as S3 does. */
final class StubBucket implements AutoCloseable {
    private final HttpServer server;
    private final List<Put> puts = new ArrayList<>();
    private final Queue<Integer> refusals = new ArrayDeque<>();

    StubBucket() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    /** A request; the length is the object's. */
    record Put(String method, String path, String length, String body) {}

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Answers the next request with this status. */
    synchronized void refuse(int status) {
        refusals.add(status);
    }

    synchronized List<Put> puts() {
        return List.copyOf(puts);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private synchronized void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String length = exchange.getRequestHeaders().getFirst("x-amz-decoded-content-length");
        puts.add(
                new Put(exchange.getRequestMethod(), exchange.getRequestURI().getPath(), String.valueOf(length), body));
        Integer refusal = refusals.poll();
        exchange.getResponseHeaders().set("ETag", "\"0\"");
        exchange.sendResponseHeaders(refusal == null ? 200 : refusal, -1);
        exchange.close();
    }
}
