package io.feedmill.api.fanout;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.security.Scope;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What became of a post for one reader: the rows of the table in docs/fan-out.md. */
@ApiTest
class ReaderFanoutIT {
    private final Http http;
    private final MemoryStores stores;
    private final JobStore jobs;
    private final UserId author = user("f" + UUID.randomUUID());

    ReaderFanoutIT(Http http, MemoryStores stores, JobStore jobs) {
        this.http = http;
        this.stores = stores;
        this.jobs = jobs;
    }

    private void follow(String name) {
        stores.follows().follow(new Follow(user(name), author));
    }

    private PostId publish() {
        return PostId.parse(http.publish(author.value(), "hello"));
    }

    private void complete(PostId post) {
        jobs.closeInlineDelivery(jobs.find(JobId.of(post)).orElseThrow(), 1, Skipped.NONE);
    }

    private void deliver(PostId post, String name, Via via) {
        FeedItem item = FeedItem.of(Posts.of(post, author, "hello"), via);
        stores.plant(new StoredItem(FeedName.home(user(name)), post.feedKey(), item));
    }

    private Answer get(PostId post, String name) {
        return http.get("/v1/posts/" + post + "/fanout/" + name);
    }

    /** Returns the state, and the reason after a space. */
    private String fate(PostId post, String name) {
        JsonNode json = get(post, name).json();
        assertThat(json.path("user").asString()).isEqualTo(name);
        assertThat(json.has("reason")).isEqualTo(json.path("state").asString().equals("skipped"));
        return (json.path("state").asString() + " " + json.path("reason").asString("")).strip();
    }

    @Test
    void aFollowerGetsIt() {
        follow("bob");
        PostId post = publish();
        assertThat(fate(post, "bob")).isEqualTo("pending");
        deliver(post, "bob", Via.FOLLOW);
        assertThat(fate(post, "bob")).isEqualTo("delivered");
        complete(post);
        assertThat(fate(post, "bob")).isEqualTo("delivered");
        assertThat(get(post, "bob").body()).isEqualTo("{\"user\":\"bob\",\"state\":\"delivered\"}");
    }

    /** An audit calls it missing. */
    @Test
    void aFollowerWhoseItemIsLostWaitsForIt() {
        follow("bob");
        PostId post = publish();
        complete(post);
        assertThat(fate(post, "bob")).isEqualTo("pending");
    }

    @Test
    void anOldPostHasExpired() {
        follow("bob");
        Instant old = Instant.now().minus(Duration.ofDays(30));
        PostId post = PostId.create(Ticks.ofInstant(old), new Random());
        stores.posts().publish(Posts.of(post, author, "old"), null);
        assertThat(fate(post, "bob")).isEqualTo("expired");
    }

    @Test
    void itHasTheAccessRulesOfThePost() {
        PostId post = publish();
        assertThat(get(post, "a%20b").problem()).isEqualTo("invalid-user");
        assertThat(get(new PostId(5, "11111111111"), "bob").problem()).isEqualTo("post-not-found");
        stores.readers().block(author, user("bob"));
        assertThat(http.get("/v1/posts/" + post + "/fanout/bob?viewer=bob").problem())
                .isEqualTo("post-not-found");
        http.put("/v1/posts/" + post + "/permissions?viewer=" + author, "{\"permissions\":[\"cleo\"]}");
        assertThat(http.service(Scope.FEED)
                        .get("/v1/posts/" + post + "/fanout/cleo")
                        .problem())
                .isEqualTo("post-not-found");
    }
}
