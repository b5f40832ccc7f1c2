package io.feedmill.api.feed;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.security.Scope;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.testkit.MemoryStores;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What calls show beside posts, by {@code with}. */
@ApiTest
record ExtrasIT(Http http, MemoryStores stores) {
    private static final String NONE = "{\"views\":0,\"reactions\":{}}";

    private String publish(String author) {
        return http.post(
                        "/v1/posts",
                        "{\"author\":\"%1$s\",\"text\":\"hi\",\"place\":{\"country\":\"%1$s\"}}".formatted(author))
                .id();
    }

    private void react(String post, String user, String... kinds) {
        for (String kind : kinds) {
            stores.counters().add(new ReactionKey(PostId.parse(post), kind, user(user)));
        }
    }

    /** The paths with pages of this author's posts, or with one of them, as this viewer reads them. */
    private static List<String> paths(String author, String viewer, String post) {
        return List.of(
                "/v1/feeds/user/" + author + "?viewer=" + viewer,
                "/v1/places/" + author + "/posts?viewer=" + viewer,
                "/v1/posts?ids=" + post + "&viewer=" + viewer,
                "/v1/posts/" + post + "?viewer=" + viewer);
    }

    /** The first item of a page, or the post. */
    private static JsonNode first(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().has("items") ? answer.json().path("items").get(0) : answer.json();
    }

    @Test
    void everyCallShowsTheViewersOwnReactions() {
        String post = publish("x.ann");
        react(post, "x.bob", "love", "like");
        react(post, "x.cid", "sad");
        for (String path : paths("x.ann", "x.bob", post)) {
            assertThat(first(http.get(path + "&with=reactions")).path("reacted").toString())
                    .as(path)
                    .isEqualTo("[\"like\",\"love\"]");
            assertThat(first(http.get(path + "&with=reactions")).has("counts")).isFalse();
        }
        for (String path : paths("x.ann", "x.dan", post)) {
            assertThat(first(http.get(path + "&with=reactions")).path("reacted").toString())
                    .as(path)
                    .isEqualTo("[]");
        }
        assertThat(first(http.get("/v1/posts/" + post + "?with=reactions"))
                        .path("reacted")
                        .toString())
                .isEqualTo("[]");
    }

    @Test
    void aHomeFeedShowsTheReactionsOfItsReader() {
        List<String> posts = List.of(publish("x.home"), publish("x.home"), publish("x.home"));
        react(posts.getFirst(), "x.home", "like");
        react(posts.getLast(), "x.home", "sad");
        Answer page = http.get("/v1/feeds/home/x.home?with=reactions");
        assertThat(page.items("post")).isEqualTo(posts.reversed());
        assertThat(page.json()
                        .path("items")
                        .valueStream()
                        .map(item -> item.path("reacted").toString()))
                .containsExactly("[\"sad\"]", "[]", "[\"like\"]");
        Answer own = http.user("x.home", Scope.FEED).get("/v1/feeds/home/x.home?with=reactions&limit=1");
        assertThat(first(own).path("reacted").toString()).isEqualTo("[\"sad\"]");
    }

    /** Of the newest reactions, forty are read beside a page: those to the posts after them are read after it. */
    @Test
    void aReaderOfManyReactionsSeesThemAll() {
        List<String> posts = Stream.generate(() -> publish("x.keen")).limit(25).toList();
        posts.forEach(post -> react(post, "x.keen", "like", "sad"));
        for (String path : List.of("/v1/feeds/home/x.keen?", "/v1/feeds/user/x.keen?viewer=x.keen&")) {
            String next = "";
            int items = 0;
            do {
                Answer page = http.get(path + "with=reactions&limit=11" + next);
                page.json()
                        .path("items")
                        .forEach(item ->
                                assertThat(item.path("reacted").toString()).isEqualTo("[\"like\",\"sad\"]"));
                items += page.json().path("items").size();
                next = "&cursor=" + page.json().path("next").asString();
            } while (!next.equals("&cursor="));
            assertThat(items).isEqualTo(25);
        }
    }

    /** Neither waits for a copy: whoever has just reacted, or taken it back, sees it. */
    @Test
    void reactionsShowAtOnce() {
        String post = publish("x.now");
        String path = "/v1/posts/" + post + "?viewer=x.bob&with=reactions";
        for (int i = 0; i < 3; i++) {
            http.put("/v1/posts/" + post + "/reactions/like/x.bob");
            assertThat(first(http.get(path)).path("reacted").toString()).isEqualTo("[\"like\"]");
            http.delete("/v1/posts/" + post + "/reactions/like/x.bob");
            assertThat(first(http.get(path)).path("reacted").toString()).isEqualTo("[]");
        }
    }

    @Test
    void everyCallShowsTheCountsOfTheLastRecount() {
        String post = publish("x.eve");
        react(post, "x.bob", "like", "sad");
        react(post, "x.cid", "like");
        PostId id = PostId.parse(post);
        stores.views().count(id, user("x.eve"), users("x.bob", "x.cid", "x.dan"));
        stores.counters().recount(id);
        for (String path : paths("x.eve", "x.dan", post)) {
            JsonNode item = first(http.get(path + "&with=counts,reactions"));
            assertThat(item.path("counts").toString())
                    .as(path)
                    .isEqualTo("{\"views\":3,\"reactions\":{\"like\":2,\"sad\":1}}");
            assertThat(item.path("reacted").toString()).isEqualTo("[]");
            assertThat(first(http.get(path + "&with=counts")).has("reacted")).isFalse();
        }
        react(post, "x.dan", "like");
        stores.counters().recount(id);
        await().atMost(Duration.ofSeconds(15))
                .until(() -> first(http.get("/v1/posts/" + post + "?with=counts"))
                                .at("/counts/reactions/like")
                                .asInt()
                        == 3);
    }

    @Test
    void aPostWithoutCountsHasZeros() {
        String post = publish("x.zero");
        for (String path : paths("x.zero", "x.bob", post)) {
            assertThat(first(http.get(path + "&with=counts")).path("counts").toString())
                    .as(path)
                    .isEqualTo(NONE);
        }
    }

    @Test
    void nothingIsShownThatIsNotAskedFor() {
        String post = publish("x.plain");
        react(post, "x.bob", "like");
        for (String path : paths("x.plain", "x.bob", post)) {
            assertThat(first(http.get(path)).propertyNames()).as(path).doesNotContain("reacted", "counts", "extras");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "likes", "reactions,", "reactions,likes", "reactions%20", "Reactions"})
    void refusesAnythingElse(String with) {
        String post = publish("x.bad");
        for (String path : paths("x.bad", "x.bob", post)) {
            assertThat(http.get(path + "&with=" + with).problem()).as(path).isEqualTo("invalid-parameter");
        }
        assertThat(http.get("/v1/feeds/home/x.bad?with=" + with).problem()).isEqualTo("invalid-parameter");
        assertThat(http.get("/v1/posts/" + post + "/metadata?with=reactions").problem())
                .isEqualTo("invalid-parameter");
    }
}
