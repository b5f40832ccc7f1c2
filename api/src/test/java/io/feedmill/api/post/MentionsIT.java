package io.feedmill.api.post;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.MemoryQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom posts and their versions mention, over HTTP. */
@ApiTest
record MentionsIT(Http http, MemoryQueue queue) {
    private static String post(String mentions) {
        return "{\"author\":\"men\",\"text\":\"hello\",\"mentions\":" + mentions + "}";
    }

    private static String users(int count) {
        return IntStream.range(0, count).mapToObj(i -> "\"user-" + i + "\"").collect(Collectors.joining(",", "[", "]"));
    }

    private Answer edit(String post, int version, String body) {
        return http.put("/v1/posts/" + post + "?viewer=men", "\"" + version + "\"", body);
    }

    @Test
    void aPostAndItsVersionsTellWhomTheyMention() {
        Answer created = http.post("/v1/posts", post("[\"cid\",\"bob\"]"));
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.body()).endsWith("\"version\":1,\"mentions\":[\"bob\",\"cid\"]}");
        String post = created.id();
        assertThat(http.get("/v1/posts/" + post).body()).isEqualTo(created.body());
        assertThat(queue.sent())
                .extracting(MemoryQueue.Sent::message)
                .contains(Plan.of(JobId.of(PostId.parse(post)), new UserId("men")));
        assertThat(edit(post, 1, "{\"text\":\"again\"}").body()).doesNotContain("mentions");
        assertThat(http.get("/v1/posts/" + post).body()).doesNotContain("mentions");
        assertThat(http.get("/v1/posts/" + post + "/versions").body())
                .isEqualTo("{\"items\":[{\"version\":1,\"text\":\"hello\",\"mentions\":[\"bob\",\"cid\"]},"
                        + "{\"version\":2,\"text\":\"again\"}],\"end\":\"complete\"}");
    }

    @Test
    void anEditMentionsWhomItNames() {
        String post = http.publish("men", "hello");
        assertThat(edit(post, 1, "{\"text\":\"again\",\"mentions\":[\"men\"]}").body())
                .endsWith("\"mentions\":[\"men\"]}");
        assertThat(http.get("/v1/posts/" + post + "/versions/2").body()).contains("\"mentions\":[\"men\"]");
    }

    @Test
    void noListOfPostsTellsMentions() {
        http.post("/v1/posts", post("[\"bob\"]"));
        for (String feed : new String[] {"home", "user"}) {
            assertThat(http.get("/v1/feeds/" + feed + "/men").body())
                    .contains("hello")
                    .doesNotContain("mentions");
        }
    }

    @Test
    void takesTwentyMentionsAndNone() {
        assertThat(http.post("/v1/posts", post(users(20))).status()).isEqualTo(201);
        assertThat(http.post("/v1/posts", post("[]")).body()).doesNotContain("mentions");
    }

    @Test
    void refusesMoreThanTwenty() {
        assertRefused(users(21));
    }

    private void assertRefused(String mentions) {
        assertThat(http.post("/v1/posts", post(mentions)).problem()).isEqualTo("invalid-body");
        String post = http.publish("men", "hello");
        assertThat(edit(post, 1, "{\"text\":\"again\",\"mentions\":" + mentions + "}")
                        .problem())
                .isEqualTo("invalid-body");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[\"bob\",\"cid\",\"bob\"]",
                "[\"b b\"]",
                "[\"\"]",
                "[\"..\"]",
                "[null]",
                "[1]",
                "[[\"bob\"]]",
                "\"bob\"",
                "{\"bob\":true}"
            })
    void refusesOtherLists(String mentions) {
        assertRefused(mentions);
    }

    @Test
    void theSameKeyWithOtherMentionsIsAnotherRequest() {
        Answer first = http.postOnce("/v1/posts", "mentions", post("[\"bob\",\"cid\"]"));
        assertThat(http.postOnce("/v1/posts", "mentions", post("[\"cid\",\"bob\"]"))
                        .body())
                .isEqualTo(first.body());
        assertThat(http.postOnce("/v1/posts", "mentions", post("[\"bob\"]")).problem())
                .isEqualTo("idempotency-key-reused");
    }
}
