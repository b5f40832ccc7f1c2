package io.feedmill.api.counter;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.common.counter.Reactions;
import io.feedmill.common.counter.Views;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.storage.StorageException;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ApiTest
record ViewsIT(Http http, MemoryQueue queue, MemoryStores stores) {
    private Answer view(String post, String body) {
        return http.post("/v1/posts/" + post + "/views", body);
    }

    private String counters(String post) {
        return http.get("/v1/posts/" + post + "/counters").body();
    }

    private int react(String method, String path) {
        return http.send(method, "/v1/posts/" + path).status();
    }

    @Test
    void aViewIsQueuedForItsAuthorsGroup() {
        String post = http.publish("viewed", "hello");
        assertThat(view(post, "{\"viewer\":\"bob\"}").status()).isEqualTo(202);
        assertThat(queue.sent())
                .extracting(MemoryQueue.Sent::message)
                .contains(Views.of(PostId.parse(post), user("viewed"), user("bob")));
    }

    @Test
    void aViewOfNoPostIsNotQueued() {
        String unknown = "1111111111111111111111";
        assertThat(view(unknown, "{\"viewer\":\"bob\"}").problem()).isEqualTo("post-not-found");
        assertThat(view("x", "{\"viewer\":\"bob\"}").problem()).isEqualTo("post-not-found");
        assertThat(http.get("/v1/posts/" + unknown + "/counters").problem()).isEqualTo("post-not-found");
        assertThat(http.put("/v1/posts/" + unknown + "/reactions/like/bob").problem())
                .isEqualTo("post-not-found");
    }

    @Test
    void aViewOfAnOldPostIsAcceptedAndIgnored() {
        Instant created = Instant.now().minus(Duration.ofDays(90));
        PostId post = PostId.create(Ticks.ofInstant(created), new Random());
        stores.posts().publish(Posts.of(post, user("viewed"), "hello"), null);
        double before = http.counted(Event.VIEWS_EXPIRED);
        assertThat(view(post.value(), "{\"viewer\":\"bob\"}").status()).isEqualTo(202);
        assertThat(queue.sent())
                .extracting(MemoryQueue.Sent::message)
                .doesNotContain(Views.of(post, user("viewed"), user("bob")));
        assertThat(http.counted(Event.VIEWS_EXPIRED)).isEqualTo(before + 1);
    }

    @Test
    void refusesBadBodies() {
        String post = http.publish("viewed", "hello");
        assertThat(view(post, "{\"viewer\":\"a b\"}").problem()).isEqualTo("invalid-user");
        assertThat(view(post, "{}").problem()).isEqualTo("invalid-body");
        assertThat(view(post, "{\"viewer\":\"bob\",\"x\":1}").problem()).isEqualTo("invalid-body");
    }

    /** The copy of the counters is up to a second old. */
    private void awaitReactions(String post, String reactions) {
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(counters(post)).endsWith("\"reactions\":" + reactions + "}"));
    }

    @Test
    void countersOfANewPostAreZero() {
        assertThat(counters(http.publish("viewed", "hello")))
                .isEqualTo("{\"views\":0,\"deliveries\":0,\"reactions\":{}}");
    }

    @Test
    void aReactionCountsOnceAndIsRemovedOnce() {
        String post = http.publish("viewed", "hello");
        for (int i = 0; i < 2; i++) {
            assertThat(react("PUT", post + "/reactions/like/bob")).isEqualTo(204);
            assertThat(react("PUT", post + "/reactions/angry/bob")).isEqualTo(204);
        }
        assertThat(react("PUT", post + "/reactions/like/cid")).isEqualTo(204);
        assertThat(counters(post)).endsWith("\"reactions\":{\"angry\":1,\"like\":2}}");
        for (int i = 0; i < 2; i++) {
            assertThat(react("DELETE", post + "/reactions/like/bob")).isEqualTo(204);
        }
        awaitReactions(post, "{\"angry\":1,\"like\":1}");
    }

    private List<Reactions> reactions(String post) {
        return queue.sent().stream()
                .flatMap(sent -> sent.message() instanceof Reactions told ? Stream.of(told) : Stream.empty())
                .filter(told -> told.post().value().equals(post))
                .toList();
    }

    /** A repetition: the send after the first one's transaction may have failed. */
    @Test
    void eachReactionIsToldAlsoIfItChangesNothing() {
        String post = http.publish("viewed", "hello");
        ReactionKey like = new ReactionKey(PostId.parse(post), "like", user("bob"));
        for (String method : List.of("PUT", "PUT", "DELETE", "DELETE")) {
            assertThat(react(method, post + "/reactions/like/bob")).isEqualTo(204);
        }
        assertThat(reactions(post)).hasSize(4).containsOnly(Reactions.of(like, user("viewed")));
        http.delete("/v1/posts/" + post);
        assertThat(react("DELETE", post + "/reactions/like/bob")).isEqualTo(204);
        assertThat(reactions(post)).hasSize(5);
    }

    @Test
    void noReactionToAPostThatNeverExistedIsTold() {
        String unknown = "1111111111111111111111";
        assertThat(react("DELETE", unknown + "/reactions/like/bob")).isEqualTo(204);
        assertThat(react("PUT", unknown + "/reactions/like/bob")).isEqualTo(404);
        assertThat(reactions(unknown)).isEmpty();
    }

    /** The client repeats it. */
    @Test
    void aReactionThatCannotBeToldIs503() {
        String post = http.publish("viewed", "hello");
        queue.failWith(new StorageException(StorageException.Kind.TRANSIENT, "no queue"));
        try {
            assertThat(react("PUT", post + "/reactions/like/bob")).isEqualTo(503);
            assertThat(react("DELETE", post + "/reactions/love/bob")).isEqualTo(503);
        } finally {
            queue.recover();
        }
        assertThat(reactions(post)).isEmpty();
        assertThat(counters(post)).endsWith("\"reactions\":{\"like\":1}}");
        assertThat(react("PUT", post + "/reactions/like/bob")).isEqualTo(204);
        assertThat(reactions(post)).hasSize(1);
    }

    @Test
    void takesOnlyTheKindsOfTheSetting() {
        String post = http.publish("viewed", "hello");
        for (String kind : List.of("like", "love", "laugh", "sad", "angry")) {
            assertThat(react("PUT", post + "/reactions/" + kind + "/bob")).isEqualTo(204);
        }
        Answer answer = http.put("/v1/posts/" + post + "/reactions/clap/bob");
        assertThat(answer.problem()).isEqualTo("invalid-reaction");
        assertThat(answer.text("detail")).isEqualTo("Invalid reaction kind: use one of like, love, laugh, sad, angry.");
        assertThat(counters(post)).doesNotContain("clap");
    }

    @Test
    void aStoredKindThatLeftTheSettingIsShownAndCanBeRemoved() {
        String post = http.publish("viewed", "hello");
        stores.counters().add(new ReactionKey(PostId.parse(post), "clap", user("bob")));
        stores.counters().add(new ReactionKey(PostId.parse(post), "clap", user("cid")));
        assertThat(counters(post)).endsWith("\"reactions\":{\"clap\":2}}");
        assertThat(react("PUT", post + "/reactions/clap/dan")).isEqualTo(400);
        assertThat(react("DELETE", post + "/reactions/clap/bob")).isEqualTo(204);
        awaitReactions(post, "{\"clap\":1}");
    }

    @ParameterizedTest
    @CsvSource({"Like/bob, invalid-reaction", "a_b/bob, invalid-reaction", "like/a%20b, invalid-user"})
    void refusesBadReactions(String reaction, String problem) {
        String post = http.publish("viewed", "hello");
        assertThat(http.put("/v1/posts/" + post + "/reactions/" + reaction).problem())
                .isEqualTo(problem);
        assertThat(http.delete("/v1/posts/" + post + "/reactions/" + reaction).problem())
                .isEqualTo(problem);
    }

    @Test
    void countersHaveViewsAndDeliveries() {
        PostId post = PostId.parse(http.publish("viewed", "hello"));
        stores.views().count(post, user("viewed"), users("bob", "cid"));
        stores.jobs()
                .closeInlineDelivery(
                        stores.jobs().find(JobId.of(post)).orElseThrow(), 7, Skipped.by(Reason.NOT_FOLLOWING, 1));
        assertThat(counters(post.value())).startsWith("{\"views\":2,\"deliveries\":7,");
    }
}
