package io.feedmill.api.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.key.PostId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ApiTest
record FeedsIT(Http http) {
    @Test
    void showsAnAuthorTheirPostAtOnceInBothFeeds() {
        String id = http.publish("fresh", "hello");
        Answer home = http.get("/v1/feeds/home/fresh");
        assertThat(home.json()).isEqualTo(http.get("/v1/feeds/user/fresh").json());
        assertThat(home.json().path("items").path(0).propertyNames())
                .containsExactly("post", "author", "text", "createdAt", "version", "via");
        assertThat(home.items("post")).containsExactly(id);
        assertThat(home.items("via")).containsExactly("self");
        assertThat(home.items("createdAt").getFirst()).matches(".*\\.\\d{9}Z");
        assertThat(home.json().has("next")).isFalse();
    }

    @Test
    void anEmptyFeedHasNoItemsAndNoNextPage() {
        assertThat(http.get("/v1/feeds/home/nobody").body()).isEqualTo("{\"items\":[],\"end\":\"complete\"}");
    }

    @Test
    void showsAnAuthorsPostsOfARangeOfTime() {
        List<String> posts = publish("spans", 3);
        String second = at(posts.get(1));
        String third = at(posts.get(2));
        assertThat(span("from=" + second)).containsExactly(posts.get(2), posts.get(1));
        assertThat(span("to=" + second)).containsExactly(posts.get(0));
        assertThat(span("from=" + second + "&to=" + third)).containsExactly(posts.get(1));
        assertThat(span("from=1970-01-01T00:00:00Z&to=2262-01-01T00:00:00Z")).hasSize(3);
    }

    @Test
    void aCursorIsBoundToItsFeedAndRange() {
        publish("bound", 3);
        String cursor = http.get("/v1/feeds/user/bound?limit=1&to=2262-01-01T00:00:00Z")
                .next()
                .orElseThrow();
        assertThat(http.get("/v1/feeds/user/bound?to=2262-01-01T00:00:00Z&cursor=" + cursor)
                        .items("post"))
                .hasSize(2);
        for (String other : List.of(
                "user/bound?",
                "user/bound?to=2262-01-02T00:00:00Z&",
                "user/bound?viewer=bound&to=2262-01-01T00:00:00Z&",
                "user/other?",
                "home/bound?")) {
            assertThat(http.get("/v1/feeds/" + other + "cursor=" + cursor).problem())
                    .isEqualTo("invalid-cursor");
        }
    }

    @Test
    void everyBadCursorHasTheSameAnswer() {
        publish("constant", 2);
        publish("other", 2);
        String cursor = http.get("/v1/feeds/user/constant?limit=1").next().orElseThrow();
        String other = http.get("/v1/feeds/user/other?limit=1").next().orElseThrow();
        List<String> bad =
                List.of("", "x", "A".repeat(87), "A".repeat(5_000), cursor.substring(4), cursor + "A", other);
        assertThat(bad)
                .extracting(text ->
                        http.get("/v1/feeds/user/constant?cursor=" + text).body())
                .containsOnly("{\"type\":\"https://feedmill.io/problems/invalid-cursor\",\"title\":\"Invalid cursor\","
                        + "\"status\":400,\"detail\":\"The cursor was not issued for this list; start again without a"
                        + " cursor.\",\"instance\":\"/v1/feeds/user/constant\"}");
    }

    /** A page that ends within more hidden posts than it reads past: the row before the next page is one of them. */
    @Test
    void aCursorDoesNotTellOfAHiddenPost() {
        http.publish("discreet", "for everyone");
        List<PostId> hidden = IntStream.range(0, 410)
                .mapToObj(i -> http.post("/v1/posts", "{\"author\":\"discreet\",\"text\":\"t\",\"permissions\":[]}"))
                .map(answer -> PostId.parse(answer.id()))
                .toList();
        Answer page = http.get("/v1/feeds/user/discreet?limit=1");
        assertThat(page.items("post")).isEmpty();
        String cursor = page.next().orElseThrow();
        assertThat(new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.ISO_8859_1))
                .doesNotContain(hidden.stream().map(PostId::suffix).toList())
                .doesNotContain(
                        hidden.stream().map(post -> post.feedKey().value()).toList());
        assertThat(http.get("/v1/feeds/user/discreet?limit=1&cursor=" + cursor).items("text"))
                .containsExactly("for everyone");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=101",
                "limit=-1",
                "limit=",
                "limit=ten",
                "limit=5&limit=6",
                "limit=1e1",
                "from=yesterday",
                "from=2026-01-01",
                "from=",
                "to=1969-12-31T23:59:59Z",
                "to=2262-04-12T00:00:00Z",
                "from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z",
                "from=2027-01-01T00:00:00Z&to=2026-01-01T00:00:00Z"
            })
    void refusesParameters(String query) {
        assertThat(http.get("/v1/feeds/user/alice?" + query).problem()).isEqualTo("invalid-parameter");
    }

    @Test
    void refusesParametersOfOtherLists() {
        assertThat(http.get("/v1/feeds/home/alice?limit=100&from=2026-01-01T00:00:00Z")
                        .text("detail"))
                .isEqualTo("The parameter 'from' is unknown; the call takes only seen, with, limit, cursor, viewer.");
    }

    private List<String> span(String query) {
        return http.get("/v1/feeds/user/spans?" + query).items("post");
    }

    private static String at(String post) {
        Instant instant = PostId.parse(post).createdAt();
        return instant.toString();
    }

    private List<String> publish(String author, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> http.publish(author, "post " + i))
                .toList();
    }

    /** Chunks would be several writes, and as many wake-ups of the client. */
    @Test
    void aPageOfFiftyIsNotChunked() {
        IntStream.range(0, 50).forEach(i -> http.publish("fifty", "x".repeat(140)));
        Answer page = http.send(http.request("GET", "/v1/feeds/user/fifty").header("Accept-Encoding", "identity"));
        assertThat(page.header("Content-Length"))
                .isEqualTo(Integer.toString(page.body().length()));
        assertThat(page.body().length()).isGreaterThan(8 * 1024);
    }
}
