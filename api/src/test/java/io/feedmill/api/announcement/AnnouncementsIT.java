package io.feedmill.api.announcement;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.key.PostId;
import io.feedmill.common.partition.ListingCodec;
import io.feedmill.common.partition.MethodChoice;
import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.PartitionListing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

@ApiTest
class AnnouncementsIT {
    private static final String PATH = "/v1/admin/announcements";
    private static final PartitionListing BEGIN =
            PartitionListing.begin("homes", new MethodChoice(ScanMethod.SKIP, null, "for the test", 2.5), 1);

    private final Http http;
    private final AnnouncementStore announcements;

    @Autowired
    AnnouncementsIT(Http http, AnnouncementStore announcements) {
        this.http = http;
        this.announcements = announcements;
    }

    private Answer announce(String text, String key) {
        return http.postOnce(PATH, key, "{\"text\": \"" + text + "\"}");
    }

    private Announcement announced(Answer answer) {
        return announcements
                .find(PostId.parse(answer.json().path("id").asString()))
                .orElseThrow();
    }

    @Test
    void isAcceptedAsAPostOfTheAnnouncer() {
        Answer answer = http.post(PATH, "{\"text\": \"hear, hear\"}");
        String id = answer.json().path("id").asString();
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.header("Location")).isEqualTo(PATH + "/" + id);
        assertThat(answer.json().path("state").asString()).isEqualTo("ACCEPTED");
        assertThat(answer.json().has("completedAt")).isFalse();
        Answer post = http.get("/v1/posts/" + id);
        assertThat(post.json().path("author").asString()).isEqualTo("feedmill");
        assertThat(post.json().path("text").asString()).isEqualTo("hear, hear");
        assertThat(announcements.running()).contains(announced(answer));
    }

    @Test
    void showsItsProgress() {
        Answer answer = http.post(PATH, "{\"text\": \"once more\"}");
        String path = answer.header("Location");
        Announcement once = announcements.move(announced(answer), BEGIN, 7).orElseThrow();
        Answer delivering = http.get(path);
        assertThat(delivering.json().path("state").asString()).isEqualTo("DELIVERING");
        assertThat(delivering.json().path("delivered").asInt()).isEqualTo(7);
        assertThat(delivering.json().path("readUnits").asDouble()).isEqualTo(2.5);
        PartitionListing end =
                ListingCodec.decode(ListingCodec.encode(BEGIN).replace("\"done\":false", "\"done\":true"));
        announcements.move(once, end, 2);
        Answer complete = http.get(path);
        assertThat(complete.json().path("state").asString()).isEqualTo("COMPLETE");
        assertThat(complete.json().path("delivered").asInt()).isEqualTo(9);
        assertThat(complete.json().path("completedAt").asString()).endsWith("Z");
    }

    @Test
    void theSameRequestTwiceAnnouncesOnce() {
        Answer first = announce("hear", "a key");
        Answer second = announce("hear", "a key");
        assertThat(second.status()).isEqualTo(202);
        assertThat(second.json()).isEqualTo(first.json());
        assertThat(announce("something else", "a key").problem()).isEqualTo("idempotency-key-reused");
    }

    @Test
    void aKeyThatPublishedDoesNotAnnounce() {
        http.postOnce("/v1/posts", "taken", Http.newPost("feedmill", "hello"));
        assertThat(announce("hello", "taken").problem()).isEqualTo("idempotency-key-reused");
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
