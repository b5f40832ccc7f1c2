package io.feedmill.api.announcement;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Post;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

@ApiTest
@TestPropertySource(properties = ApiTest.ANNOUNCES)
class AnnouncementsIT {
    private static final String PATH = "/v1/admin/announcements";
    private static final String AUTHOR = "feedmill";

    private final Http http;
    private final MemoryStores stores;
    private final String reader = "r" + UUID.randomUUID();

    AnnouncementsIT(Http http, MemoryStores stores) {
        this.http = http;
        this.stores = stores;
    }

    private static String body(String text) {
        return "{\"text\": \"" + text + "\"}";
    }

    private String announce(String text) {
        Answer answer = http.post(PATH, body(text));
        assertThat(answer.status()).isEqualTo(202);
        return answer.id();
    }

    private Answer home() {
        return http.get("/v1/feeds/home/" + reader + "?limit=100");
    }

    private JsonNode onPage(String post) {
        return StreamSupport.stream(home().json().path("items").spliterator(), false)
                .filter(item -> item.path("post").asString().equals(post))
                .findFirst()
                .orElseThrow();
    }

    private void change(String method, String path) {
        assertThat(http.send(method, path).status()).isEqualTo(204);
    }

    @Test
    void isAPostThatIsCompleteAtOnce() {
        Answer answer = http.post(PATH, body("hear, hear"));
        String id = answer.id();
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.header("Location")).isEqualTo("/app" + PATH + "/" + id);
        assertThat(answer.json().propertyNames()).containsExactly("id", "author", "state", "acceptedAt", "completedAt");
        assertThat(answer.text("state")).isEqualTo("COMPLETE");
        assertThat(answer.json().path("completedAt")).isEqualTo(answer.json().path("acceptedAt"));
        assertThat(http.get(PATH + "/" + id).json()).isEqualTo(answer.json());
        Answer post = http.get("/v1/posts/" + id);
        assertThat(post.text("author")).isEqualTo(AUTHOR);
        assertThat(post.text("text")).isEqualTo("hear, hear");
    }

    /** The job of the first one may write home feeds. */
    @Test
    void isOnThePageOnceBesideARowOfIt() {
        change("PUT", "/v1/users/" + reader + "/following/" + AUTHOR);
        PostId post = PostId.parse(announce("once"));
        FeedItem row = FeedItem.of(stores.posts().find(post).orElseThrow(), Via.FOLLOW);
        stores.plant(new StoredItem(FeedName.home(user(reader)), post.feedKey(), row));
        assertThat(home().items("post")).containsOnlyOnce(post.value());
        assertThat(onPage(post.value()).path("via").asString()).isEqualTo("announcement");
    }

    /** The row of a reader who was away: it is past the retention, and TTL has not deleted it. */
    @Test
    void aWalkGoesOnAfterAFeedThatEndsByTheRetention() {
        List<String> announced = List.of(announce("third"), announce("second"), announce("first"));
        PostId old = PostId.create(Ticks.ofInstant(Instant.now().minus(Duration.ofDays(31))), new Random());
        Post post = Posts.of(old, user("ann"), "old");
        stores.plant(new StoredItem(FeedName.home(user(reader)), old.feedKey(), FeedItem.of(post, Via.FOLLOW)));
        List<String> seen = new ArrayList<>();
        JsonNode page = http.get("/v1/feeds/home/" + reader + "?limit=1").json();
        while (page.has("next")) {
            assertThat(page.has("end") || page.has("since")).isFalse();
            page.path("items").forEach(item -> seen.add(item.path("post").asString()));
            page = http.get("/v1/feeds/home/" + reader + "?limit=1&cursor="
                            + page.path("next").asString())
                    .json();
        }
        page.path("items").forEach(item -> seen.add(item.path("post").asString()));
        assertThat(page.path("end").asString()).isEqualTo("trimmed");
        assertThat(seen).containsSubsequence(announced.reversed()).doesNotContain(old.value());
    }

    @Test
    void itsAuthorHasItAsAnOwnPost() {
        String post = announce("mine");
        Answer own = http.get("/v1/feeds/home/" + AUTHOR + "?limit=1");
        assertThat(own.items("post")).containsExactly(post);
        assertThat(own.items("via")).containsExactly("self");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"text\": \"\"}|invalid-text",
                "{}|invalid-body",
                "{\"text\": \"a\", \"author\": \"b\"}|invalid-body"
            })
    void refusesInvalidAnnouncements(String body, String problem) {
        assertThat(http.post(PATH, body).problem()).isEqualTo(problem);
    }

    @Test
    void findsNoAnnouncementOfOtherPosts() {
        String post = http.publish("ann", "hello");
        assertThat(http.get(PATH + "/" + post).problem()).isEqualTo("announcement-not-found");
        assertThat(http.get(PATH + "/nonsense").problem()).isEqualTo("announcement-not-found");
    }
}
