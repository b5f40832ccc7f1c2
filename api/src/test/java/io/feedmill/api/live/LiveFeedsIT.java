package io.feedmill.api.live;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.Http;
import io.feedmill.api.ServerTest;
import io.feedmill.api.TestTokens;
import io.feedmill.api.live.Listener.Event;
import io.feedmill.api.security.Scope;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Live feeds on real tables. No worker runs: tests write the rows of followers. */
@ServerTest
record LiveFeedsIT(Http http, FeedStore feeds, PostStore posts, MeterRegistry meters) {
    private static final Duration POST = Duration.ofSeconds(2);
    private static final Duration HIDDEN = Duration.ofSeconds(3);

    /** Publishes a post, and delivers it to one follower. */
    private String publish(String author, String text, String reader) {
        String id = http.publish(author, text);
        FeedItem item = FeedItem.of(posts.find(PostId.parse(id)).orElseThrow(), Via.FOLLOW);
        WriteOptions options = WriteOptions.express(Deadline.in(Duration.ofSeconds(10), SuspendSafeClock.system()));
        assertThat(feeds.putHome(item, List.of(user(reader)), options).complete())
                .isTrue();
        return id;
    }

    private List<String> home(String user) {
        return http.get("/v1/feeds/home/" + user).items("post");
    }

    private static List<String> shown(Listener listener) {
        return listener.shown().stream()
                .map(item -> item.path("post").asString())
                .toList();
    }

    private Listener listen(String user) {
        Listener listener = Listener.open(http.port(), user);
        await().atMost(POST).until(() -> !listener.events().isEmpty());
        return listener;
    }

    @Test
    void beginsWithWhatGetShows() {
        IntStream.range(0, 51).forEach(i -> http.publish("lf.ann", "post " + i));
        try (Listener listener = listen("lf.ann")) {
            assertThat(listener.status()).isEqualTo(200);
            assertThat(listener.header("Content-Type")).isEqualTo("text/event-stream");
            assertThat(listener.header("Cache-Control")).isEqualTo("no-store, no-transform");
            assertThat(listener.header("X-Accel-Buffering")).isEqualTo("no");
            Event page = listener.events().getFirst();
            assertThat(page.name()).isEqualTo("page");
            Http ann = http.user("lf.ann", Scope.FEED);
            assertThat(page.data().path("items"))
                    .isEqualTo(ann.get("/v1/feeds/home/lf.ann").json().path("items"));
            String next = page.data().path("next").asString();
            assertThat(ann.get("/v1/feeds/home/lf.ann?cursor=" + next).items("text"))
                    .containsExactly("post 0");
        }
    }

    @Test
    void showsANewPostAndWhatItPushesOut() {
        List<String> first = IntStream.range(0, 50)
                .mapToObj(i -> http.publish("lf.bob", "post " + i))
                .toList();
        try (Listener listener = listen("lf.bob")) {
            long before = delays();
            String post = publish("lf.bea", "hello", "lf.bob");
            await().atMost(POST).until(() -> shown(listener).contains(post));
            await().atMost(POST).until(() -> listener.names().contains("remove"));
            Event removed = listener.events().get(2);
            assertThat(removed.data().toString())
                    .isEqualTo("{\"post\":\"" + first.getFirst() + "\",\"reason\":\"older\"}");
            JsonNode put = listener.events().get(3).data();
            assertThat(put)
                    .isEqualTo(http.get("/v1/feeds/home/lf.bob")
                            .json()
                            .path("items")
                            .path(0));
            assertThat(shown(listener)).isEqualTo(home("lf.bob"));
            await().atMost(POST).until(() -> delays() == before + 1);
        }
    }

    @Test
    void tellsTheNumberOfUnseenNotifications() {
        String notifications = "/v1/users/lf.jim/notifications";
        http.post(notifications, "{\"kind\":\"invoice\",\"object\":\"1\"}");
        try (Listener listener = listen("lf.jim")) {
            await().atMost(POST).until(() -> unseen(listener).equals(List.of("1")));
            http.post(notifications, "{\"kind\":\"invoice\",\"object\":\"2\"}");
            await().atMost(POST).until(() -> unseen(listener).equals(List.of("1", "2")));
            String at = http.get(notifications).items("at").getFirst();
            http.put(notifications + ":seen", "{\"until\":\"" + at + "\"}");
            await().atMost(POST).until(() -> unseen(listener).equals(List.of("1", "2", "0")));
            assertThat(listener.names()).startsWith("page", "unseen");
        }
    }

    private static List<String> unseen(Listener listener) {
        return listener.events().stream()
                .filter(event -> event.name().equals("unseen"))
                .map(event -> event.data().path("unseen").asString())
                .toList();
    }

    private long delays() {
        return meters.get("feedmill.live.delay").timer().count();
    }

    @Test
    void hidesARetractedPost() {
        String post = publish("lf.cid", "hello", "lf.cleo");
        hides(
                "lf.cleo",
                post,
                () -> assertThat(http.delete("/v1/posts/" + post).status()).isEqualTo(204));
    }

    private void hides(String user, String post, Runnable action) {
        try (Listener listener = listen(user)) {
            assertThat(shown(listener)).contains(post);
            action.run();
            await().atMost(HIDDEN).until(() -> !shown(listener).contains(post));
            assertThat(listener.reasons("remove")).contains("hidden");
            assertThat(shown(listener)).isEqualTo(home(user));
        }
    }

    @Tag("full")
    @Test
    void endsWithItsToken() {
        Instant end = Instant.now().plusSeconds(3);
        String token = TestTokens.sign(TestTokens.claims("lf.gus", Scope.FEED)
                .expirationTime(Date.from(end))
                .build());
        try (Listener listener = Listener.open(http.port(), "lf.gus", token)) {
            await().atMost(Duration.ofSeconds(6)).until(listener::ended);
            assertThat(listener.names()).containsExactly("page", "unseen", "end");
            assertThat(listener.reasons("end")).containsExactly("expired");
        }
    }

    @Test
    void endsWhenItsUserIsSuspended() {
        isRefusedAfter("lf.hal", "{\"suspended\":true}");
    }

    @Test
    void endsWhenItsTokenIsTakenBack() {
        isRefusedAfter("lf.ida", "{\"tokensNotBefore\":\"" + Instant.now().plusSeconds(2) + "\"}");
    }

    private void isRefusedAfter(String user, String change) {
        try (Listener listener = listen(user)) {
            assertThat(http.put("/v1/admin/users/" + user, change).status()).isEqualTo(204);
            await().atMost(Duration.ofSeconds(2)).until(listener::ended);
            assertThat(listener.reasons("end")).containsExactly("refused");
        }
    }
}
