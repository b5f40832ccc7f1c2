package io.feedmill.api.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.security.Scope;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pages of authors and places tell a stranger of the posts that they leave out. */
@ApiTest
record HiddenPostsIT(Http http) {
    private Http stranger() {
        return http.user("stranger", Scope.FEED);
    }

    private PostId publish(String author, String permissions) {
        Answer answer = http.post("/v1/posts", """
                {"author": "%s", "text": "hello", "permissions": %s, "place": {"country": "%s"}}""".formatted(author, permissions, author));
        assertThat(answer.status()).isEqualTo(201);
        return PostId.parse(answer.id());
    }

    /** Whether a post lies in the range, as its page of one item tells: the newest post of it is public. */
    private boolean tellsOfMore(String author, long from, PostId newest) {
        Answer page = stranger()
                .get("/v1/feeds/user/" + author + "?limit=1&from=" + time(from) + "&to=" + time(newest.tick() + 1));
        assertThat(page.items("post")).containsExactly(newest.value());
        return page.next().isPresent();
    }

    private static Instant time(long tick) {
        return Ticks.toInstant(tick);
    }

    /** Halves the time between two public posts until one nanosecond is left; returns the last begin of a range that has more. */
    private long bisect(String author, PostId oldest, PostId newest) {
        long more = oldest.tick();
        long none = newest.tick();
        while (none - more > 1) {
            long middle = more + (none - more) / 2;
            if (tellsOfMore(author, middle, newest)) {
                more = middle;
            } else {
                none = middle;
            }
        }
        return more;
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"followers\"", "retracted"})
    void noBisectionFindsWhenAHiddenPostWasPublished(String kind) {
        String author = "bisected-" + kind.replaceAll("[^a-z]", "");
        PostId oldest = publish(author, "\"public\"");
        PostId hidden = publish(author, kind.equals("retracted") ? "\"public\"" : kind);
        PostId newest = publish(author, "\"public\"");
        if (kind.equals("retracted")) {
            http.delete("/v1/posts/" + hidden);
        }
        assertThat(bisect(author, oldest, newest)).isEqualTo(oldest.tick()).isNotEqualTo(hidden.tick());
    }

    /** The answers to a walk, but for the cursors, the ids and the times. */
    private List<String> walk(Http reader, String path, int limit) {
        return reader.pages(path + "?limit=" + limit)
                .map(page -> page.items("text").size() + (page.next().isPresent() ? "+" : "."))
                .toList();
    }

    @Test
    void pagesOfAnAuthorAndAPlaceAreThoseOfOneWhoHidesNothing() {
        for (int i = 0; i < 7; i++) {
            publish("open", "\"public\"");
            publish("closed", "[]");
            publish("closed", "\"public\"");
            publish("closed", "\"followers\"");
        }
        for (int limit : List.of(1, 2, 3, 6, 7, 8, 100)) {
            for (String path : List.of("/v1/feeds/user/%s", "/v1/places/%s/posts")) {
                assertThat(walk(stranger(), path.formatted("closed"), limit))
                        .as(path + " " + limit)
                        .isEqualTo(walk(stranger(), path.formatted("open"), limit));
            }
        }
    }

    @Test
    void anAuthorWhoHidesAllLooksLikeOneWhoPublishedNothing() {
        IntStream.range(0, 120).forEach(i -> publish("recluse", "[]"));
        for (String path : List.of("/v1/feeds/user/recluse", "/v1/places/recluse/posts")) {
            assertThat(walk(stranger(), path, 1)).containsExactly("0.");
        }
        assertThat(walk(http.user("recluse", Scope.FEED), "/v1/feeds/user/recluse", 100))
                .containsExactly("100+", "20.");
    }
}
