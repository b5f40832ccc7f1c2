package io.feedmill.api.post;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Retractions over HTTP. */
@ApiTest
record RetractionsIT(Http http, MemoryStores stores, MemoryQueue queue) {
    private static String path(String post) {
        return "/v1/posts/" + post;
    }

    private String retracted(String author) {
        String post = http.publish(author, "hello");
        assertThat(http.delete(path(post)).status()).isEqualTo(204);
        return post;
    }

    private Post delivered(String text, String follower) {
        Post post =
                stores.posts().find(PostId.parse(http.publish("retro", text))).orElseThrow();
        WriteOptions options = WriteOptions.express(Deadline.in(Duration.ofMinutes(1), SuspendSafeClock.system()));
        stores.feeds().putHome(FeedItem.of(post, Via.FOLLOW), List.of(user(follower)), options);
        return post;
    }

    @Test
    void mayBeRepeated() {
        String post = retracted("twice");
        int sent = queue.sent().size();
        assertThat(http.delete(path(post)).status()).isEqualTo(204);
        assertThat(queue.sent()).hasSize(sent);
    }

    @Test
    void aPostThatNeverExistedIsNotFound() {
        assertThat(http.delete(path(new PostId(5, "11111111111").value())).problem())
                .isEqualTo("post-not-found");
        assertThat(http.delete(path("x")).problem()).isEqualTo("post-not-found");
    }

    @Test
    void everyCallOfTheRetractedPostIsGone() {
        String post = path(retracted("gone"));
        for (String call : List.of("", "/metadata", "/versions", "/versions/1", "/permissions", "/counters")) {
            assertGone(http.get(post + call));
            assertGone(http.get(post + call + "?viewer=gone"));
        }
        assertGone(http.put(post + "/metadata?viewer=gone", "{}"));
        assertGone(http.put(post + "/permissions?viewer=gone", "{\"permissions\":[]}"));
        assertGone(http.post(post + "/views", "{\"viewer\":\"bob\"}"));
        assertGone(http.put(post + "/reactions/like/bob"));
        assertGone(http.put(post + "?viewer=gone", "\"1\"", "{\"text\":\"second\"}"));
    }

    private static void assertGone(Answer answer) {
        assertThat(answer.status()).isEqualTo(410);
        assertThat(answer.problem()).isEqualTo("post-gone");
    }

    @Test
    void itsJobTellsHowManyHomeFeedsAreCleared() {
        String post = retracted("job");
        Plan plan = (Plan) queue.sent().getLast().message();
        Job job = stores.jobs().find(plan.job()).orElseThrow();
        stores.jobs().closeInlineDelivery(job, 0, Skipped.by(Reason.NOT_FOLLOWING, 7));
        Answer shown = http.get(path(post) + "/fanout?job=" + plan.job());
        assertThat(shown.text("cause")).isEqualTo("retraction");
        assertThat(shown.json().path("cleared").asInt()).isEqualTo(7);
        assertThat(shown.json().path("expected").asInt()).isEqualTo(7);
        assertThat(http.get(path(post) + "/jobs").items("cause")).containsExactly("publication", "retraction");
    }

    @Test
    void feedsHideWithinTwoSecondsWhatAnotherInstanceRetracts() {
        Post post = delivered("hello", "fan5");
        JobId job = JobId.create(Ticks.ofInstant(Instant.now()), new Random());
        stores.posts().change(post, new Change.Retract(false), job);
        await().atMost(Duration.ofSeconds(2))
                .until(() -> http.get("/v1/feeds/home/fan5").items("post").isEmpty());
    }
}
