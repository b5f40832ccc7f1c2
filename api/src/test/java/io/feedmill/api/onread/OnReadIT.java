package io.feedmill.api.onread;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.testkit.MemoryStores;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Authors whose posts pages read from their feeds. */
@ApiTest
class OnReadIT {
    private final Http http;
    private final MemoryStores stores;
    private final UserId author = user("o" + UUID.randomUUID());
    private final UserId reader = user("r" + UUID.randomUUID());
    private final String path = "/v1/admin/on-read/" + author;

    OnReadIT(Http http, MemoryStores stores) {
        this.http = http;
        this.stores = stores;
        stores.follows().follow(new Follow(reader, author));
    }

    /** A publish by this API would be on read only after half a minute. */
    private String publishOnRead(Audience audience) {
        PostId id = PostId.create(Ticks.ofInstant(Instant.now()), new Random());
        stores.posts().publish(new Post(id, author, Content.of("first"), 1, null, audience, Mode.ON_READ), null);
        return id.value();
    }

    private Answer home(UserId of) {
        return http.get("/v1/feeds/home/" + of);
    }

    private List<String> texts(UserId of) {
        return home(of).items("text");
    }

    @Test
    void anAuthorIsListedAndTakenOff() {
        assertThat(http.get(path).problem()).isEqualTo("on-read-author-not-found");
        assertThat(http.delete(path).status()).isEqualTo(404);
        Answer listed = http.put(path);
        assertThat(listed.status()).isEqualTo(200);
        assertThat(listed.json().path("listed").asBoolean()).isTrue();
        assertThat(listed.json().path("everyone").asBoolean()).isFalse();
        assertThat(http.put(path).json()).isEqualTo(listed.json());
        Answer taken = http.delete(path);
        assertThat(taken.json().path("listed").asBoolean(true)).isFalse();
        assertThat(http.get(path).json()).isEqualTo(taken.json());
    }

    /** The copy of this API is up to 30 s old. */
    @Test
    void anAnnouncerWhomAnotherInstanceHasListedStaysOneOfEverybody() {
        assertThat(http.get(path).status()).isEqualTo(404);
        stores.onRead().list(author, true);
        assertThat(http.put(path).json().path("everyone").asBoolean()).isTrue();
        stores.onRead().list(author, false);
    }

    @Test
    void followersReadPostsOnReadFromTheAuthorsFeedAndTheOthersFromHomeFeeds() {
        http.publish(author.value(), "pushed");
        publishOnRead(Audience.everyone());
        assertThat(texts(reader)).isEmpty();
        http.put(path);
        assertThat(texts(reader)).containsExactly("first");
        assertThat(home(reader).items("via")).containsOnly("follow");
        assertThat(texts(author)).containsExactly("first", "pushed");
        assertThat(home(author).items("via")).containsOnly("self");
        assertThat(texts(user("nobody-of-" + author.value().substring(0, 8)))).isEmpty();
        http.delete(path);
        assertThat(texts(reader)).containsExactly("first");
    }

    @Test
    void theFanoutSaysSo() {
        http.put(path);
        String post = publishOnRead(Audience.everyone());
        assertThat(http.get("/v1/posts/" + post + "/fanout?viewer=" + author).text("mode"))
                .isEqualTo("on-read");
        assertThat(http.get("/v1/posts/" + post + "/fanout/" + reader).text("state"))
                .isEqualTo("on-read");
        assertThat(http.get("/v1/posts/" + http.publish(author.value(), "soon") + "/fanout")
                        .text("mode"))
                .isEqualTo("push");
        assertThat(stores.feeds()
                        .page(FeedName.home(reader), PageRequest.first(10))
                        .items())
                .isEmpty();
    }
}
