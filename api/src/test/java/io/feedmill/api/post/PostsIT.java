package io.feedmill.api.post;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.common.key.PostId;
import io.feedmill.testkit.MemoryQueue;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.web.servlet.client.RestTestClient.RequestHeadersSpec;

@ApiTest
record PostsIT(Http http, MemoryQueue queue) {
    private static final int LIMIT = 128 * 1024;

    @AfterEach
    void recover() {
        queue.recover();
    }

    @Test
    void answersWithThePostItsLocationAndItsVersion() {
        Answer answer = http.post("/v1/posts", Http.newPost("alice", "hello"));
        String id = answer.id();
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Location")).isEqualTo("/app/v1/posts/" + id);
        assertThat(answer.header("ETag")).isEqualTo("\"1\"");
        assertThat(answer.json().propertyNames()).containsExactly("id", "author", "text", "createdAt", "version");
        assertThat(answer.text("createdAt"))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z")
                .startsWith(PostId.parse(id).createdAt().toString().substring(0, 19));
        Answer read = http.get("/v1/posts/" + id);
        assertThat(read.json()).isEqualTo(answer.json());
        assertThat(read.header("ETag")).isEqualTo("\"1\"");
    }

    @Test
    void acceptsThePostIfThePlanCannotBeSent() {
        queue.failWith(new IllegalStateException("no queue"));
        double before = http.counted(Event.PLANS_UNSENT);
        String id = http.publish("alice", "hello");
        assertThat(http.get("/v1/posts/" + id).status()).isEqualTo(200);
        assertThat(http.get("/v1/posts/" + id + "/fanout").text("state")).isEqualTo("ACCEPTED");
        assertThat(http.counted(Event.PLANS_UNSENT)).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\tb", "\u00e9"})
    void refusesKeysThatAreNotPrintableAscii(String key) throws Exception {
        String body = Http.newPost("alice", "hello");
        String answer =
                http.raw("POST /v1/posts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nIdempotency-Key: "
                        + key + "\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        assertThat(answer).startsWith("HTTP/1.1 400").contains("invalid-idempotency-key");
    }

    @Test
    void refusesTwoKeys() {
        RequestHeadersSpec<?> request = http.request("POST", "/v1/posts", Http.newPost("alice", "hello"));
        assertThat(http.send(request.header("Idempotency-Key", "a", "b")).problem())
                .isEqualTo("invalid-idempotency-key");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "! malformed-json",
                "{ ! malformed-json",
                "{\"author\":\"a\",\"text\":\"t\"} {} ! invalid-body",
                "{\"author\":\"a\",\"text\":\"t\"}x ! malformed-json",
                "{\"author\":\"a\",\"author\":\"a\",\"text\":\"t\"} ! malformed-json",
                "{'author':'a','text':'t'} ! malformed-json",
                "{\"author\":\"a\",\"text\":\"t\",} ! malformed-json",
                "{\"author\":\"a\",\"text\":\"t\",\"place\":\"x\"} ! invalid-body",
                "{\"author\":\"a\",\"text\":\"t\",\"permissions\":{}} ! invalid-body",
                "{\"author\":\"a\",\"text\":\"t\",\"Text\":\"t\"} ! invalid-body",
                "{\"author\":\"a\",\"text\":5} ! invalid-body",
                "{\"author\":\"a\",\"text\":5.5} ! invalid-body",
                "{\"author\":true,\"text\":\"t\"} ! invalid-body",
                "{\"author\":\"a\",\"text\":[\"t\"]} ! invalid-body",
                "{\"author\":\"a\",\"text\":{}} ! invalid-body",
                "{\"author\":\"a\",\"text\":null} ! invalid-body",
                "{\"author\":null,\"text\":\"t\"} ! invalid-body",
                "{\"author\":\"a\"} ! invalid-body",
                "{} ! invalid-body",
                "[] ! invalid-body",
                "[{\"author\":\"a\",\"text\":\"t\"}] ! invalid-body",
                "\"text\" ! invalid-body",
                "null ! malformed-json",
                "{\"author\":\"a b\",\"text\":\"t\"} ! invalid-user",
                "{\"author\":\"..\",\"text\":\"t\"} ! invalid-user",
                "{\"author\":\"a\",\"text\":\"\"} ! invalid-text",
                "{\"author\":\"a\",\"text\":\"x\\ud83d\"} ! invalid-text",
                "{\"author\":\"a\",\"text\":\"\\ude00\\ud83d\"} ! invalid-text",
                "{\"author\":\"a\",\"text\":\"x\\u0000\"} ! invalid-text",
                "{\"author\":\"a\",\"text\":\"\\u001b[2J\"} ! invalid-text",
                "{\"author\":\"a\",\"text\":\"t\",\"place\":{\"country\":\"x\\ud83dy\"}} ! invalid-place"
            })
    void refusesTheBody(String body, String type) {
        Answer answer = http.post("/v1/posts", body == null ? "" : body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo(type);
    }

    @Test
    void refusesBytesThatAreNotUtf8() {
        byte[] body = "{\"author\":\"a\",\"text\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(http.post("/v1/posts", "application/json", body).problem()).isEqualTo("malformed-json");
    }

    @Test
    void countsTheTextInCodePoints() {
        String longest = "\ud83d\ude00".repeat(10_000);
        String id = http.publish("alice", longest);
        assertThat(http.get("/v1/posts/" + id).text("text")).isEqualTo(longest);
        assertThat(http.post("/v1/posts", Http.newPost("alice", longest + "x")).problem())
                .isEqualTo("invalid-text");
    }

    @Test
    void limitsTheBodyWhetherItsLengthIsAnnouncedOrNot() {
        String post = Http.newPost("alice", "hello");
        byte[] largest = (post + " ".repeat(LIMIT - post.length())).getBytes(StandardCharsets.UTF_8);
        byte[] tooLarge = (post + " ".repeat(LIMIT - post.length() + 1)).getBytes(StandardCharsets.UTF_8);
        String json = "application/json";
        assertThat(http.post("/v1/posts", json, largest).status()).isEqualTo(201);
        assertThat(http.post("/v1/posts", json, Http.chunked(largest)).status()).isEqualTo(201);
        assertThat(http.post("/v1/posts", json, tooLarge).status()).isEqualTo(413);
        assertThat(http.post("/v1/posts", json, Http.chunked(tooLarge)).status())
                .isEqualTo(413);
    }

    @Test
    void saysThatAPostHasNotChanged() {
        String id = http.publish("alice", "hello");
        assertThat(http.send(http.request("GET", "/v1/posts/" + id).header("If-None-Match", "\"1\""))
                        .status())
                .isEqualTo(304);
        assertThat(http.send(http.request("GET", "/v1/posts/" + id).header("If-None-Match", "\"2\""))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "0OIl00000000000000000O", "zzzzzzzzzzzzzzzzzzzzzz"})
    void aMalformedIdIsNoPost(String id) {
        assertThat(http.get("/v1/posts/" + id).problem()).isEqualTo("post-not-found");
        assertThat(http.get("/v1/posts/" + id + "/fanout").problem()).isEqualTo("post-not-found");
    }
}
