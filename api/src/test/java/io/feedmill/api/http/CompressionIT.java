package io.feedmill.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.TestTokens;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ApiTest
record CompressionIT(Http http) {
    /** Spring's client would unzip the answer. */
    private HttpResponse<byte[]> get(String path, String encoding) throws IOException, InterruptedException {
        return get(path, encoding, "none");
    }

    private HttpResponse<byte[]> get(String path, String encoding, String etag)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://localhost:" + http.port() + path))
                            .header("Accept-Encoding", encoding)
                            .header("If-None-Match", etag)
                            .header("Authorization", "Bearer " + TestTokens.service())
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
        }
    }

    private static String header(HttpResponse<byte[]> answer, String name) {
        return answer.headers().firstValue(name).orElse("none");
    }

    private static String unzip(byte[] body) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aPageIsCompressedForClientsThatAskForIt() throws Exception {
        http.publish("gzip.ann", "x".repeat(3_000));
        String path = "/v1/feeds/user/gzip.ann";
        HttpResponse<byte[]> zipped = get(path, "gzip");
        HttpResponse<byte[]> plain = get(path, "identity");
        assertThat(header(zipped, "Content-Encoding")).isEqualTo("gzip");
        assertThat(header(zipped, "Vary")).containsIgnoringCase("accept-encoding");
        assertThat(header(plain, "Content-Encoding")).isEqualTo("none");
        String body = new String(plain.body(), StandardCharsets.UTF_8);
        assertThat(unzip(zipped.body())).isEqualTo(body).contains("x".repeat(3_000));
        assertThat(zipped.body()).hasSizeLessThan(body.length() / 5);
    }

    @Test
    void aShortAnswerIsNot() throws Exception {
        assertThat(header(get("/v1/feeds/user/gzip.nobody", "gzip"), "Content-Encoding"))
                .isEqualTo("none");
        assertThat(header(get("/v1/nothing", "gzip"), "Content-Encoding")).isEqualTo("none");
    }

    /** Anybody may ask for it: it is compressed once, and clients keep it. */
    @ParameterizedTest
    @CsvSource({
        "gzip, gzip",
        "'br, GZIP;q=0.5', gzip",
        "identity, none",
        "gzip;q=0, none",
        "'gzip;q=0.0, br', none",
        "x-gzip, none"
    })
    void theDescriptionIsKept(String accepted, String encoding) throws Exception {
        HttpResponse<byte[]> first = get("/v1/openapi.json", accepted);
        boolean zipped = encoding.equals("gzip");
        assertThat(header(first, "Content-Encoding")).isEqualTo(encoding);
        assertThat(header(first, "Cache-Control")).isEqualTo("max-age=300");
        assertThat(first.headers().allValues("Vary")).contains("Accept-Encoding");
        assertThat(header(first, "ETag")).matches(zipped ? "\"[0-9a-f]{32}-gzip\"" : "\"[0-9a-f]{32}\"");
        assertThat(zipped ? unzip(first.body()) : new String(first.body(), StandardCharsets.UTF_8))
                .isEqualTo(Files.readString(Path.of("..", "docs", "openapi.json")));
        HttpResponse<byte[]> again = get("/v1/openapi.json", accepted, header(first, "ETag"));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }
}
