package io.feedmill.worker.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.feedmill.testkit.server.AwsProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The HTTP requests to a bucket: a server that accepts or refuses objects as S3 does. */
class BucketTargetIT {
    private final HttpServer server;
    private final List<Put> puts = new CopyOnWriteArrayList<>();

    /** The status of the next answers; 200 if none is left. */
    private final Queue<Integer> refusals = new ConcurrentLinkedQueue<>();

    private final Path file;

    BucketTargetIT(@TempDir Path directory) throws IOException {
        file = Files.writeString(directory.resolve("source"), "author,posts\nann,3\n");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    /** A request; the length is the object's. */
    private record Put(String method, String path, String length, String body) {}

    private void handle(HttpExchange exchange) throws IOException {
        puts.add(new Put(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                String.valueOf(exchange.getRequestHeaders().getFirst("x-amz-decoded-content-length")),
                new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
        Integer refusal = refusals.poll();
        exchange.getResponseHeaders().set("ETag", "\"0\"");
        exchange.sendResponseHeaders(refusal == null ? 200 : refusal, -1);
        exchange.close();
    }

    /** Makes a target in a bucket that is not in AWS. */
    static FileTarget target(URI endpoint, String url) {
        return AwsProperties.at("aws.endpointUrlS3", endpoint, () -> FileTarget.of(url));
    }

    private void put(String url) throws IOException {
        URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        target(endpoint, url).put("report.csv", file);
    }

    @Test
    void putsTheWholeFileUnderItsName() throws IOException {
        put("s3://reports");
        Put put = puts.getFirst();
        assertThat(put.method()).isEqualTo("PUT");
        assertThat(put.path()).isEqualTo("/reports/report.csv");
        assertThat(put.length()).isEqualTo("19");
        assertThat(put.body()).contains("author,posts\nann,3\n");
    }

    @Test
    void namesBeginWithThePrefix() throws IOException {
        put("s3://reports/feedmill/daily/");
        assertThat(puts).extracting(Put::path).containsExactly("/reports/feedmill/daily/report.csv");
    }

    @Test
    void aDeniedPutFailsAtOnce() {
        refusals.add(403);
        assertThatThrownBy(() -> put("s3://reports"))
                .isInstanceOf(IOException.class)
                .hasMessage("Cannot write to S3: report.csv");
        assertThat(puts).hasSize(1);
    }

    @Test
    void aFailedPutIsRetried() throws IOException {
        refusals.add(503);
        put("s3://reports");
        assertThat(puts).hasSize(2).allSatisfy(put -> assertThat(put.body()).contains("ann,3"));
    }
}
