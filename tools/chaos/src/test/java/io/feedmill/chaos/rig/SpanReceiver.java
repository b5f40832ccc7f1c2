package io.feedmill.chaos.rig;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/** Receives spans by OTLP over HTTP. Thread-safe. */
final class SpanReceiver implements AutoCloseable {
    private final Queue<Received> spans = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    /**
     * A span.
     *
     * @param parent empty: of a root
     */
    record Received(
            String trace, String id, String parent, String name, long start, long end, Map<String, String> attributes) {

        private static Received of(Span span) {
            Map<String, String> attributes = span.getAttributesList().stream()
                    .collect(Collectors.toMap(
                            KeyValue::getKey, each -> text(each.getValue()), (a, b) -> b, TreeMap::new));
            return new Received(
                    hex(span.getTraceId().toByteArray()),
                    hex(span.getSpanId().toByteArray()),
                    hex(span.getParentSpanId().toByteArray()),
                    span.getName(),
                    span.getStartTimeUnixNano(),
                    span.getEndTimeUnixNano(),
                    attributes);
        }

        private static String hex(byte[] id) {
            return HexFormat.of().formatHex(id);
        }

        private static String text(AnyValue value) {
            return value.hasStringValue() ? value.getStringValue() : Long.toString(value.getIntValue());
        }

        String attribute(String key) {
            return attributes.getOrDefault(key, "");
        }
    }

    SpanReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", this::receive);
        server.start();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            ExportTraceServiceRequest.parseFrom(exchange.getRequestBody()).getResourceSpansList().stream()
                    .flatMap(resource -> resource.getScopeSpansList().stream())
                    .map(ScopeSpans::getSpansList)
                    .flatMap(List::stream)
                    .map(Received::of)
                    .forEach(spans::add);
            exchange.sendResponseHeaders(200, -1);
        }
    }

    String endpoint() {
        return "http://127.0.0.1:%d/v1/traces".formatted(server.getAddress().getPort());
    }

    List<Received> spans() {
        return List.copyOf(spans);
    }

    /** Returns the tree as text: a line for each span, indented below its parent, with milliseconds from the begin of the root. */
    static String tree(List<Received> trace) {
        StringBuilder text = new StringBuilder();
        trace.stream()
                .filter(span -> span.parent().isEmpty())
                .forEach(root -> append(text, trace, root, root.start(), ""));
        return text.toString();
    }

    private static void append(StringBuilder text, List<Received> trace, Received span, long zero, String indent) {
        text.append("%s%s +%.1f ms, %.1f ms %s%n"
                .formatted(
                        indent,
                        span.name(),
                        (span.start() - zero) / 1e6,
                        (span.end() - span.start()) / 1e6,
                        span.attributes()));
        trace.stream()
                .filter(child -> child.parent().equals(span.id()))
                .sorted(Comparator.comparingLong(Received::start))
                .forEach(child -> append(text, trace, child, zero, indent + "  "));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
