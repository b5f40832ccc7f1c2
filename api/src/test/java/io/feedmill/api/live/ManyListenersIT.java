package io.feedmill.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.Users;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The listeners of many users on one instance. */
@Tag("full")
@ApiTest
record ManyListenersIT(Http http, FeedStore feeds) {
    private static final int LISTENERS = 500;

    @Test
    void eachOfFiveHundredGetsThePost() {
        List<UserId> users = IntStream.range(0, LISTENERS)
                .mapToObj(i -> Users.user("ml." + i))
                .toList();
        List<Listener> listeners = users.stream()
                .map(user -> Listener.open(http.port(), user.value()))
                .toList();
        assertThat(listeners).extracting(Listener::status).containsOnly(200);
        PostId post = PostId.create(Instant.now().getEpochSecond() * 1_000_000_000L, new Random(5));
        FeedItem item = FeedItem.of(Posts.of(post, Users.user("ml.ann"), "hello"), Via.FOLLOW);
        WriteOptions options = WriteOptions.bulk(Deadline.in(Duration.ofSeconds(10), SuspendSafeClock.system()));
        feeds.putHome(item, users, options);
        await().atMost(Duration.ofSeconds(5))
                .until(() ->
                        listeners.stream().allMatch(listener -> listener.names().contains("put")));
        assertThat(listeners)
                .allSatisfy(listener -> assertThat(listener.shown())
                        .extracting(shown -> shown.path("post").asString())
                        .containsExactly(post.value()));
        listeners.forEach(Listener::close);
    }
}
