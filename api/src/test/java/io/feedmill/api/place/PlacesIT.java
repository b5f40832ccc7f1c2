package io.feedmill.api.place;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Places over HTTP. */
@ApiTest
record PlacesIT(Http http) {
    @Test
    void aPostIsReadAtEachLevelOfItsPlace() {
        Answer houston = publish("ann", "{\"country\":\"USA\",\"state\":\"TX\",\"city\":\"Houston\"}", "\"public\"");
        publish("ann", "{\"country\":\"USA\",\"state\":\"TXX\",\"city\":\"Houston\"}", "\"public\"");
        assertThat(houston.json().path("place").path("city").asString()).isEqualTo("Houston");
        assertThat(http.get("/v1/places/USA/posts").items("id")).hasSize(2);
        for (String place : List.of("USA/TX", "USA/TX/Houston")) {
            Answer page = http.get("/v1/places/" + place + "/posts");
            assertThat(page.json().path("items").get(0)).isEqualTo(houston.json());
            assertThat(page.items("id")).hasSize(1);
            assertThat(page.next()).isEmpty();
        }
    }

    @Test
    void aCursorIsBoundToItsPlace() {
        for (int i = 0; i < 5; i++) {
            publish("ann", "{\"country\":\"Walk land\"}", "\"public\"");
        }
        String path = "/v1/places/Walk%20land/posts?limit=2";
        assertThat(http.walk(path, "id")).hasSize(5).doesNotHaveDuplicates();
        String first = http.get(path).next().orElseThrow();
        assertThat(http.get("/v1/places/Walk/posts?cursor=" + first).problem()).isEqualTo("invalid-cursor");
    }

    /** A page has room for 13 texts of 10,000 code points of four bytes. */
    @Test
    void aPageOfLongPostsEndsEarly() {
        String place = "{\"country\":\"Longland\",\"state\":\"L\"}";
        for (int i = 0; i < 14; i++) {
            http.post(
                    "/v1/posts",
                    "{\"author\":\"ann\",\"text\":\"%s\",\"place\":%s}".formatted("😀".repeat(10_000), place));
        }
        List<List<String>> pages = http.pages("/v1/places/Longland/posts?limit=100")
                .map(page -> page.items("id"))
                .toList();
        assertThat(pages).extracting(List::size).containsExactly(13, 1);
        assertThat(pages.getFirst()).doesNotContainAnyElementsOf(pages.getLast());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"country\":\"\"}",
                "{\"country\":\"USA\",\"city\":\"Houston\"}",
                "{\"country\":\"USA\",\"state\":\"a/b\"}"
            })
    void refusesInvalidPlaces(String place) {
        assertThat(publish("ann", place, "\"public\"").problem()).isEqualTo("invalid-place");
    }

    private Answer publish(String author, String place, String permissions) {
        return http.post(
                "/v1/posts",
                "{\"author\":\"" + author + "\",\"text\":\"hello\",\"place\":" + place + ",\"permissions\":"
                        + permissions + "}");
    }
}
