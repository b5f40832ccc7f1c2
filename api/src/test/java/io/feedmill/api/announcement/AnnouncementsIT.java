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

    private Answer announce(String text, String key) {
        return http.postOnce(PATH, key, body(text));
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

    private void put(String path, String json) {
        assertThat(http.put(path, "*", json).status()).isBetween(200, 204);
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

    @Test
    void aReaderWhoNeverExistedSeesThem() {
        String first = announce("first");
        String second = announce("second");
        assertThat(home().items("post")).startsWith(second, first);
        assertThat(home().items("via")).containsOnly("announcement");
        assertThat(onPage(second).path("text").asString()).isEqualTo("second");
        assertThat(http.get("/v1/posts/" + second + "/fanout/an.nobody").text("state"))
                .isEqualTo("on-read");
    }

    @Test
    void eachPostOfTheAuthorIsOne() {
        announce("first");
        String post = http.publish(AUTHOR, "by the way");
        assertThat(http.get(PATH + "/" + post).text("state")).isEqualTo("COMPLETE");
        assertThat(onPage(post).path("via").asString()).isEqualTo("announcement");
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
    @CsvSource({
        "/v1/users/{reader}/muted/feedmill",
        "/v1/users/{reader}/blocked/feedmill",
        "/v1/users/feedmill/blocked/{reader}"
    })
    void muteAndBlocksHideItUntilTheyEnd(String path) {
        String post = announce("hidden");
        String hiding = path.replace("{reader}", reader);
        change("PUT", hiding);
        assertThat(home().items("post")).isEmpty();
        change("DELETE", hiding);
        assertThat(home().items("post")).contains(post);
    }

    @Test
    void anEditShowsAtOnce() {
        String post = announce("at noon");
        assertThat(onPage(post).path("text").asString()).isEqualTo("at noon");
        put("/v1/posts/" + post + "?viewer=" + AUTHOR, body("at one"));
        assertThat(onPage(post).path("text").asString()).isEqualTo("at one");
        assertThat(onPage(post).path("version").asInt()).isEqualTo(2);
    }

    @Test
    void onlyWhomItsPermissionsAdmitSeeIt() {
        String post = announce("for some");
        assertThat(home().items("post")).contains(post);
        String permissions = "/v1/posts/" + post + "/permissions?viewer=" + AUTHOR;
        put(permissions, "{\"permissions\": [\"another\"]}");
        assertThat(home().items("post")).doesNotContain(post);
    }

    @Test
    void aRetractionRemovesIt() {
        String post = announce("never mind");
        assertThat(home().items("post")).contains(post);
        change("DELETE", "/v1/posts/" + post + "?viewer=" + AUTHOR);
        assertThat(home().items("post")).doesNotContain(post);
        assertThat(http.get(PATH + "/" + post).problem()).isEqualTo("announcement-not-found");
    }

    @Test
    void theSameRequestTwiceAnnouncesOnce() {
        Answer first = announce("hear", "a key");
        Answer second = announce("hear", "a key");
        assertThat(second.status()).isEqualTo(202);
        assertThat(second.json()).isEqualTo(first.json());
        assertThat(announce("something else", "a key").problem()).isEqualTo("idempotency-key-reused");
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
