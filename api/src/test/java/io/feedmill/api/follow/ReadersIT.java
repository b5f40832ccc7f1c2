package io.feedmill.api.follow;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.key.PostId;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Follows, mutes and blocks, as clients see them. */
@ApiTest
record ReadersIT(Http http, MemoryStores stores) {
    private int put(String path) {
        return http.put("/v1/users/" + path).status();
    }

    /** Publishes a post that the reader has in the home feed, as a worker delivers it. */
    private String deliver(String author, String reader) {
        String post = http.publish(author, "hello");
        PostId id = PostId.parse(post);
        FeedItem item = FeedItem.of(Posts.of(id, user(author), "hello"), FeedItem.Via.FOLLOW);
        stores.plant(new StoredItem(FeedName.home(user(reader)), id.feedKey(), item));
        return post;
    }

    private List<String> home(String reader) {
        return http.get("/v1/feeds/home/" + reader).items("post");
    }

    @Test
    void aBlockEndsFollowsAndHidesPostsInBothDirections() {
        put("b.bob/following/b.ann");
        put("b.ann/following/b.bob");
        String post = deliver("b.ann", "b.bob");
        String place = "{\"author\":\"b.ann\",\"text\":\"here\",\"place\":{\"country\":\"BB\"}}";
        String placed = http.post("/v1/posts", place).id();
        assertThat(put("b.ann/blocked/b.bob")).isEqualTo(204);
        assertThat(put("b.ann/blocked/b.bob")).isEqualTo(204);
        assertThat(home("b.bob")).isEmpty();
        assertThat(http.get("/v1/users/b.bob/following/b.ann").status()).isEqualTo(404);
        assertThat(http.get("/v1/users/b.ann/following/b.bob").status()).isEqualTo(404);
        assertThat(put("b.bob/following/b.ann")).isEqualTo(403);
        assertThat(put("b.ann/following/b.bob")).isEqualTo(403);
        for (String path : List.of("", "/fanout", "/counters", "/versions", "/metadata")) {
            assertThat(http.get("/v1/posts/" + post + path + "?viewer=b.bob").problem())
                    .as(path)
                    .isEqualTo("post-not-found");
        }
        assertThat(http.get("/v1/feeds/user/b.ann?viewer=b.bob").status()).isEqualTo(404);
        assertThat(http.get("/v1/feeds/user/b.bob?viewer=b.ann").status()).isEqualTo(404);
        assertThat(http.get("/v1/places/BB/posts?viewer=b.bob").items("id")).isEmpty();
        assertThat(http.get("/v1/places/BB/posts?viewer=other").items("id")).containsExactly(placed);
        assertThat(http.get("/v1/posts/" + post).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, a/muted/a, self-mute",
        "DELETE, a/muted/a, self-mute",
        "PUT, a/blocked/a, self-block",
        "PUT, a%20b/muted/c, invalid-user",
        "PUT, a/blocked/c%23, invalid-user",
        "GET, a%40/muted, invalid-user",
        "GET, a/following/a, self-follow",
        "DELETE, a/followers/a, self-follow"
    })
    void refusesBadIds(String method, String path, String problem) {
        assertThat(http.send(method, "/v1/users/" + path).problem()).isEqualTo(problem);
    }

    @Test
    void listsByPagesWithCursorsOfTheirOwn() {
        List.of("x", "y", "z").forEach(other -> put("p.bob/muted/" + other));
        Answer first = http.get("/v1/users/p.bob/muted?limit=2");
        String cursor = first.next().orElseThrow();
        assertThat(first.ids()).containsExactly("x", "y");
        assertThat(first.json().has("end")).isFalse();
        Answer last = http.get("/v1/users/p.bob/muted?limit=2&cursor=" + cursor);
        assertThat(last.body()).isEqualTo("{\"items\":[\"z\"],\"end\":\"complete\"}");
        assertThat(http.get("/v1/users/p.bob/blocked?cursor=" + cursor).problem())
                .isEqualTo("invalid-cursor");
    }

    @Test
    void aHomeFeedSaysThatRetentionTrimsIt() {
        PostId old = new PostId(1, "11111111111");
        FeedItem item = FeedItem.of(Posts.of(old, user("o.ann"), "old"), FeedItem.Via.FOLLOW);
        stores.plant(new StoredItem(FeedName.home(user("o.bob")), old.feedKey(), item));
        String young = deliver("o.ann", "o.bob");
        Answer page = http.get("/v1/feeds/home/o.bob");
        assertThat(page.items("post")).containsExactly(young);
        assertThat(page.next()).isEmpty();
        assertThat(page.text("end")).isEqualTo("trimmed");
        assertThat(page.text("since")).matches("20[0-9-]+T[0-9:]+\\.[0-9]{9}Z");
        Answer more = http.get("/v1/feeds/home/o.bob?limit=1");
        assertThat(more.next()).isPresent();
        assertThat(more.json().has("end")).isFalse();
        assertThat(http.get("/v1/feeds/user/o.ann").text("end")).isEqualTo("complete");
    }
}
