package io.feedmill.api.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.metrics.ApiMetrics.Event;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ApiTest
record DevicesIT(Http http) {
    private static String event(String id, String at) {
        return "{\"id\":\"" + id + "\",\"at\":\"" + at + "\",\"data\":\"data of " + id + "\"}";
    }

    private static String events(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> event(
                        "e" + i,
                        Instant.parse("2018-08-29T12:00:00Z").plusMillis(i).toString()))
                .collect(Collectors.joining(",", "{\"events\":[", "]}"));
    }

    private Answer append(String device, String body) {
        return http.post("/v1/devices/" + device + "/events", body);
    }

    private List<String> ids(String deviceAndQuery) {
        return http.get("/v1/devices/" + deviceAndQuery).items("id");
    }

    private double counted(String outcome) {
        return http.counted(Event.DEVICE_EVENTS, "outcome", outcome);
    }

    @Test
    void anEventIsReadAsItWasSent() {
        Answer answer = append("one", event("e1", "2018-08-29T12:00:00.125Z"));
        assertThat(answer.body()).isEqualTo("{\"stored\":1,\"duplicates\":0}");
        assertThat(http.get("/v1/devices/one/events").body())
                .isEqualTo(
                        "{\"items\":[{\"id\":\"e1\",\"at\":\"2018-08-29T12:00:00.125000000Z\",\"data\":\"data of e1\"}],"
                                + "\"end\":\"complete\"}");
    }

    @Test
    void duplicatesAreIgnoredAndCounted() {
        double stored = counted("stored");
        double duplicates = counted("duplicate");
        append("twice", event("e1", "2018-08-29T12:00:00Z"));
        assertThat(append("twice", event("e1", "2018-08-29T12:00:00Z")).body())
                .isEqualTo("{\"stored\":0,\"duplicates\":1}");
        assertThat(append("twice", events(3)).body()).isEqualTo("{\"stored\":3,\"duplicates\":0}");
        assertThat(append("twice", events(5)).body()).isEqualTo("{\"stored\":2,\"duplicates\":3}");
        assertThat(ids("twice/events")).hasSize(6);
        assertThat(counted("stored")).isEqualTo(stored + 6);
        assertThat(counted("duplicate")).isEqualTo(duplicates + 4);
    }

    /** 40 of 16 KB: more than a page has room for. */
    @Test
    void aPageOfLongEventsEndsEarly() {
        String data = "\uD83D\uDE00".repeat(4_096);
        for (int i = 0; i < 40; i++) {
            Instant at = Instant.parse("2018-08-29T12:00:00Z").plusMillis(i);
            append("long", "{\"id\":\"e%d\",\"at\":\"%s\",\"data\":\"%s\"}".formatted(i, at, data));
        }
        String path = "/v1/devices/long/events?limit=100&order=oldest";
        assertThat(http.get(path).items("id")).hasSize(32);
        assertThat(http.walk(path, "id"))
                .isEqualTo(IntStream.range(0, 40).mapToObj(i -> "e" + i).toList());
    }

    /** Example 1 of the article: three records of device 123, and those before September 4, 2018. */
    @Test
    void theQueryOfTheArticleFindsTheSameEvents() {
        append(
                "123",
                "{\"events\":[" + event("1", "2018-08-29T12:00:00Z") + "," + event("2", "2018-09-04T01:00:00Z") + ","
                        + event("3", "2011-07-09T13:00:00Z") + "]}");
        assertThat(ids("123/events?order=oldest&to=2018-09-04T00:00:00Z")).containsExactly("3", "1");
        assertThat(ids("123/events?from=2018-09-04T00:00:00Z")).containsExactly("2");
        assertThat(ids("123/events?from=2018-08-01T00:00:00Z&to=2018-10-01T00:00:00Z"))
                .containsExactly("2", "1");
    }

    @Test
    void aListOf500IsReadPageByPageEitherWay() {
        append("many", events(500));
        List<String> newestFirst = http.walk("/v1/devices/many/events?limit=100", "id");
        assertThat(newestFirst).hasSize(500).startsWith("e499", "e498").endsWith("e0");
        assertThat(http.walk("/v1/devices/many/events?limit=100&order=oldest", "id"))
                .isEqualTo(newestFirst.reversed());
    }

    @Test
    void aRangeBelowAMillisecondIsEmpty() {
        append("fine", event("e1", "2018-08-29T12:00:00Z"));
        assertThat(ids("fine/events?from=2018-08-29T12:00:00.000000001Z&to=2018-08-29T12:00:00.000000002Z"))
                .isEmpty();
        assertThat(ids("fine/events?from=2018-08-29T12:00:00Z&to=2018-08-29T12:00:00.000000001Z"))
                .containsExactly("e1");
    }

    @Test
    void aCursorIsBoundToDeviceRangeAndOrder() {
        append("bound", events(3));
        String cursor = http.get("/v1/devices/bound/events?limit=1").next().orElseThrow();
        assertThat(ids("bound/events?cursor=" + cursor)).hasSize(2);
        for (String other :
                List.of("bound/events?order=oldest&", "other/events?", "bound/events?to=2020-01-01T00:00:00Z&")) {
            assertThat(http.get("/v1/devices/" + other + "cursor=" + cursor).problem())
                    .isEqualTo("invalid-cursor");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"order=up", "order=", "from=1536019200", "limit=0"})
    void refusesParameters(String query) {
        assertThat(http.get("/v1/devices/one/events?" + query).problem()).isEqualTo("invalid-parameter");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "{} ! invalid-body",
                "[] ! invalid-body",
                "{\"events\":[]} ! invalid-body",
                "{\"events\":[null]} ! invalid-body",
                "{\"events\":null} ! invalid-body",
                "{\"events\":[{\"id\":\"e\"}]} ! invalid-body",
                "{\"id\":\"e\",\"at\":\"2018-08-29T12:00:00Z\"} ! invalid-body",
                "{\"id\":\"e\",\"events\":[]} ! invalid-body",
                "{\"id\":\"e\",\"at\":\"1536019200\",\"data\":\"\"} ! invalid-body",
                "{\"id\":\"e\",\"at\":\"2018-08-29T12:00:00.0001Z\",\"data\":\"\"} ! invalid-body",
                "{\"id\":\"e\",\"at\":\"2018-08-29T12:00:00Z\",\"data\":\"\\ud83d\"} ! invalid-body",
                "{\"id\":\"e\",\"at\":\"2018-08-29T12:00:00Z\",\"data\":\"\\u0000\"} ! invalid-body",
                "{\"id\":\"a b\",\"at\":\"2018-08-29T12:00:00Z\",\"data\":\"\"} ! invalid-user"
            })
    void refusesBodies(String body, String problem) {
        assertThat(append("one", body).problem()).isEqualTo(problem);
    }

    @Test
    void refusesMoreThan500EventsAndTooMuchData() {
        assertThat(append("one", events(501)).problem()).isEqualTo("invalid-body");
        String data = "x".repeat(4_097);
        assertThat(append("one", "{\"id\":\"e\",\"at\":\"2018-08-29T12:00:00Z\",\"data\":\"" + data + "\"}")
                        .problem())
                .isEqualTo("invalid-body");
        assertThat(http.get("/v1/devices/a%20b/events").problem()).isEqualTo("invalid-user");
    }
}
