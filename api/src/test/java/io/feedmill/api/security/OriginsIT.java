package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.context.TestPropertySource;

/** Pages of allowed origins make calls, those of others none. */
@ApiTest
@TestPropertySource(properties = ApiTest.ANNOUNCES)
record OriginsIT(Http http) {
    private static final String APP = "https://app.example.org";

    private Answer preflight(String path, String origin, String method) {
        return http.send(http.as("")
                .request("OPTIONS", path)
                .header("Origin", origin)
                .header("Access-Control-Request-Method", method)
                .header("Access-Control-Request-Headers", "authorization, if-match, content-type"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "POST", "PUT", "DELETE"})
    void aPreflightIsAnsweredWithoutAToken(String method) {
        Answer answer = preflight("/v1/posts/x", APP, method);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(APP);
        assertThat(answer.header("Access-Control-Allow-Methods")).contains(method);
        assertThat(answer.header("Access-Control-Allow-Headers")).contains("authorization", "if-match");
        assertThat(answer.headers().containsHeader("Access-Control-Allow-Credentials"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                APP,
                "http://localhost:3000",
                "capacitor://localhost",
                "ionic://localhost",
                "tauri://localhost",
                "chrome-extension://abcdefghijklmnopabcdefghijklmnop",
                "app://-"
            })
    void aPageReadsWhatClientsNeed(String origin) {
        Answer answer = http.send(http.request("POST", "/v1/posts", Http.newPost("o.ann", "hello"))
                .headers(headers -> headers.set("Origin", origin)));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(origin);
        assertThat(answer.header("Access-Control-Expose-Headers"))
                .contains("ETag", "Location", "Retry-After", "RateLimit", "WWW-Authenticate");
    }

    @Test
    void aRefusalIsReadableToo() {
        Answer answer = http.send(http.as("").request("GET", "/v1/posts/x").header("Origin", APP));
        assertThat(answer.problem()).isEqualTo("unauthenticated");
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(APP);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example",
                "http://app.example.org",
                "https://app.example.org:8443",
                "capacitor://other",
                "tauri://app.example.org",
                "null",
                ":"
            })
    void otherOriginsAreRefused(String origin) {
        Answer call = http.send(http.request("GET", "/v1/feeds/home/o.ann").header("Origin", origin));
        assertThat(call.status()).isEqualTo(403);
        assertThat(call.problem()).isEqualTo("origin-not-allowed");
        assertThat(call.headers().containsHeader("Access-Control-Allow-Origin")).isFalse();
        assertThat(preflight("/v1/feeds/home/o.ann", origin, "GET").problem()).isEqualTo("origin-not-allowed");
        assertThat(preflight("/v1/openapi.json", origin, "GET").problem()).isEqualTo("origin-not-allowed");
    }

    @Test
    void aPreflightForAnUnknownMethodIsRefused() {
        assertThat(preflight("/v1/posts/x", APP, "PATCH").problem()).isEqualTo("origin-not-allowed");
    }

    @Test
    void everybodyReadsTheDocument() throws IOException {
        Answer answer = http.send(http.as("").request("GET", "/v1/openapi.json").header("Origin", APP));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(APP);
        assertThat(answer.body()).isEqualTo(Files.readString(Path.of("..", "docs", "openapi.json")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/openapi.json/", "/v1/openapi", "/v1/openapi.json/x"})
    void nothingElseIsOpen(String path) {
        assertThat(http.as("").get(path).problem()).isEqualTo("unauthenticated");
        assertThat(http.as("").delete("/v1/openapi.json").problem()).isEqualTo("unauthenticated");
    }
}
