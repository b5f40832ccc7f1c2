package io.feedmill.worker;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fan-out of posts to home feeds by one worker. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FanoutContract {
    @AutoClose
    private Feedmill feedmill;

    abstract Endpoints endpoints();

    @BeforeAll
    void start() {
        feedmill = Feedmill.on(endpoints()).worker("feedmill.fanout.slice-size=50");
    }

    /** In slices of 50, inline, and to nobody. */
    @ParameterizedTest
    @CsvSource({"many, 230, 5", "few, 50, 0", "nobody, 0, 0"})
    void deliversToEveryFollowerOnce(String author, int count, int slices) {
        List<String> followers = feedmill.followers(author, count);
        PostId post = feedmill.publishAndSend(author, "hello");
        assertThat(Books.assertDelivered(feedmill, author, followers, post).planned())
                .isEqualTo(slices);
    }

    @Test
    void showsFollowersTheAuthorsText() {
        feedmill.followers("one", List.of("reader"));
        PostId post = feedmill.publishAndSend("one", "hello");
        feedmill.awaitComplete(post);
        assertThat(feedmill.stores()
                        .feeds()
                        .page(FeedName.home(user("reader")), PageRequest.first(10))
                        .items())
                .containsExactly(new FeedItem(
                        post, user("one"), Content.of("hello"), false, 1, Via.FOLLOW, Audience.everyone(), Mode.PUSH));
    }

    /** From attributes of the received message. */
    @Tag("full")
    @Test
    void measuresHowLongAMessageWaitsWithoutItsOwnDelay() {
        Duration delay = Duration.ofSeconds(2);
        PostId post = feedmill.publish("patient", "hello");
        Plan plan = Plan.of(JobId.of(post), user("patient"));
        feedmill.send(plan, delay);
        feedmill.awaitComplete(post);
        assertThat(publishWait()).isBetween(0.0, 1.9);
        feedmill.queues().send(Queue.PUBLISH, MessageCodec.encode(plan), r -> r.delaySeconds(2));
        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(1))
                .until(() -> publishWait() >= 2);
    }

    private double publishWait() {
        return feedmill.bean(MeterRegistry.class)
                .get("feedmill.queue.wait")
                .tag("queue", "publish")
                .timeGauge()
                .value(TimeUnit.SECONDS);
    }
}
