package io.feedmill.api.room;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.room.RoomStore.Message;
import io.feedmill.testkit.MemoryStores;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ApiTest
record RoomsIT(Http http, MemoryStores stores) {
    private Answer say(String room, String user, String text) {
        return http.post("/v1/rooms/" + room + "/messages", "{\"user\":\"" + user + "\",\"text\":\"" + text + "\"}");
    }

    private void said(String room, String user, String at) {
        long tick = Ticks.ofInstant(Instant.parse(at));
        stores.rooms()
                .post(
                        new Message(room, new MessageKey(user(user), tick, "1".repeat(11)), at),
                        2,
                        Instant.now().plusSeconds(600));
    }

    private List<String> texts(String roomAndQuery) {
        return http.get("/v1/rooms/" + roomAndQuery).items("text");
    }

    @Test
    void aMessageIsAnsweredAsItIsReadLater() {
        double before = http.counted(Event.MESSAGES_POSTED);
        Answer said = say("hall", "ann", "hello");
        assertThat(said.status()).isEqualTo(201);
        assertThat(said.json().propertyNames()).containsExactly("id", "room", "user", "text", "createdAt");
        assertThat(said.text("createdAt")).matches(".*\\.\\d{9}Z");
        Answer read = http.get("/v1/rooms/hall/messages");
        assertThat(read.json().path("items").path(0)).isEqualTo(said.json());
        assertThat(read.json().has("next")).isFalse();
        assertThat(http.counted(Event.MESSAGES_POSTED)).isEqualTo(before + 1);
    }

    @Test
    void aMessageIsDeletedByItsAuthorOrAnAdministrator() {
        String first =
                "/v1/rooms/desk/messages/" + say("desk", "rm.ann", "first").id();
        String second =
                "/v1/rooms/desk/messages/" + say("desk", "rm.ann", "second").id();
        assertThat(http.delete(first + "?viewer=rm.bob").problem()).isEqualTo("message-not-found");
        assertThat(http.delete("/v1/rooms/other/messages/x?viewer=rm.ann").problem())
                .isEqualTo("message-not-found");
        assertThat(http.delete(first + "?viewer=rm.ann").status()).isEqualTo(204);
        assertThat(texts("desk/messages")).containsExactly("second");
        assertThat(http.delete(second).status()).isEqualTo(204);
        assertThat(http.delete(second).problem()).isEqualTo("message-not-found");
    }

    @Test
    void theLastIdOfAllIsNoMessage() {
        say("last", "rm.ann", "first");
        assertThat(http.delete("/v1/rooms/last/messages/2262-04-11-23-47-16.85477580711111111111?viewer=rm.ann")
                        .problem())
                .isEqualTo("message-not-found");
    }

    /** A page has room for 13 texts of 10,000 code points of four bytes. */
    @Test
    void aPageOfLongMessagesEndsEarly() {
        String text = "😀".repeat(10_000);
        IntStream.range(0, 14).forEach(i -> say("long", "ann", text));
        List<Answer> pages = http.pages("/v1/rooms/long/messages?limit=100").toList();
        assertThat(pages).extracting(page -> page.items("id").size()).containsExactly(13, 1);
        assertThat(pages.getLast().body()).endsWith("\"end\":\"complete\"}");
    }

    /** Example 2 of the article: by user, by user and date, and by time through the reversed template. */
    @Test
    void theQueriesOfTheArticleFindTheSameMessages() {
        List.of("2018-08-29T12:00:00Z", "2018-09-04T01:00:00Z", "2017-07-09T13:00:00Z")
                .forEach(at -> said("seattle", "amsg", at));
        said("seattle", "bmsg", "2018-08-30T08:30:00Z");
        assertThat(texts("seattle/messages?user=amsg"))
                .containsExactly("2018-09-04T01:00:00Z", "2018-08-29T12:00:00Z", "2017-07-09T13:00:00Z");
        assertThat(texts("seattle/messages?user=amsg&prefix=2018"))
                .containsExactly("2018-09-04T01:00:00Z", "2018-08-29T12:00:00Z");
        assertThat(texts("seattle/messages?user=amsg&prefix=2018-08")).containsExactly("2018-08-29T12:00:00Z");
        assertThat(texts("seattle/messages?prefix=2018-08"))
                .containsExactly("2018-08-30T08:30:00Z", "2018-08-29T12:00:00Z");
        assertThat(texts("seattle/messages?from=2018-08-30T08:30:00Z&to=2018-09-04T01:00:00Z"))
                .containsExactly("2018-08-30T08:30:00Z");
        assertThat(texts("seattle/messages?user=amsg&to=2018-01-01T00:00:00Z")).containsExactly("2017-07-09T13:00:00Z");
    }

    @Test
    void aCursorIsBoundToRoomUserAndRange() {
        IntStream.range(0, 3).forEach(i -> say("bound", "ann", "text " + i));
        String cursor =
                http.get("/v1/rooms/bound/messages?user=ann&limit=1").next().orElseThrow();
        assertThat(texts("bound/messages?user=ann&cursor=" + cursor)).hasSize(2);
        for (String other : List.of(
                "bound/messages?",
                "bound/messages?user=ben&",
                "other/messages?user=ann&",
                "bound/messages?user=ann&prefix=2018&")) {
            assertThat(http.get("/v1/rooms/" + other + "cursor=" + cursor).problem())
                    .isEqualTo("invalid-cursor");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "prefix=2018-8",
                "prefix=",
                "prefix=2018&from=2018-01-01T00:00:00Z",
                "prefix=2018&to=2018-01-01T00:00:00Z",
                "from=yesterday",
                "from=2027-01-01T00:00:00Z&to=2026-01-01T00:00:00Z",
                "limit=101"
            })
    void refusesParameters(String query) {
        assertThat(http.get("/v1/rooms/hall/messages?" + query).problem()).isEqualTo("invalid-parameter");
    }

    @Test
    void refusesInvalidIds() {
        assertThat(http.get("/v1/rooms/a%20b/messages").problem()).isEqualTo("invalid-user");
        assertThat(http.get("/v1/rooms/hall/messages?user=a%23b").problem()).isEqualTo("invalid-user");
        assertThat(say("a%20b", "ann", "hello").problem()).isEqualTo("invalid-user");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "{} ! invalid-body",
                "{\"user\":\"ann\"} ! invalid-body",
                "{\"user\":\"ann\",\"text\":\"t\",\"at\":\"now\"} ! invalid-body",
                "{\"user\":\"a b\",\"text\":\"t\"} ! invalid-user",
                "{\"user\":\"ann\",\"text\":\"\"} ! invalid-text",
                "{\"user\":\"ann\",\"text\":\"x\\ud83d\"} ! invalid-text"
            })
    void refusesBodies(String body, String problem) {
        assertThat(http.post("/v1/rooms/hall/messages", body).problem()).isEqualTo(problem);
    }

    private Answer spread(String room, String body) {
        return http.put("/v1/admin/rooms/" + room, body);
    }

    @Test
    void aRoomIsSpreadOverMoreAndFewerPartitions() {
        assertThat(http.get("/v1/admin/rooms/wide").problem()).isEqualTo("not-found");
        say("wide", "ann", "hello");
        assertThat(http.get("/v1/admin/rooms/wide").body())
                .isEqualTo("{\"room\":\"wide\",\"shards\":4,\"partitions\":4}");
        assertThat(spread("wide", "{\"shards\":64}").body())
                .isEqualTo("{\"room\":\"wide\",\"shards\":64,\"partitions\":64}");
        assertThat(spread("wide", "{\"shards\":2}").body())
                .isEqualTo("{\"room\":\"wide\",\"shards\":2,\"partitions\":64}");
        assertThat(texts("wide/messages")).containsExactly("hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"shards\":0}", "{\"shards\":65}", "{\"shards\":1.5}", "{\"shards\":\"4\"}"})
    void refusesNumbersOfShards(String body) {
        assertThat(spread("wide", body).problem()).isEqualTo("invalid-body");
    }
}
