package io.feedmill.api.onread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long readers may be away. */
@ApiTest
record DormantIT(Http http) {
    private static final String PATH = "/v1/admin/dormant";

    @AfterEach
    void end() {
        http.delete(PATH);
    }

    @Test
    void theTimeIsSetAndEnded() {
        Answer set = http.put(PATH, "{\"days\":14}");
        assertThat(set.status()).isEqualTo(200);
        assertThat(set.json().path("days").asInt()).isEqualTo(14);
        assertThat(Instant.parse(set.text("since")))
                .isCloseTo(Instant.now().plus(Duration.ofMinutes(20)), within(10, ChronoUnit.MINUTES));
        assertThat(http.put(PATH, "{\"days\":3}").json().path("days").asInt()).isEqualTo(3);
        Answer ended = http.delete(PATH);
        assertThat(ended.json().has("days")).isFalse();
        assertThat(http.get(PATH).json()).isEqualTo(ended.json());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"days\":2}", "{\"days\":0}", "{\"days\":-7}", "{\"days\":3651}", "{\"days\":\"long\"}", "{}"})
    void aTimeThatIsTooShortIsRefused(String body) {
        Answer before = http.get(PATH);
        assertThat(http.put(PATH, body).problem()).isEqualTo("invalid-body");
        assertThat(http.get(PATH).json()).isEqualTo(before.json());
    }

    @Test
    void aPageIsSeenOrNot() {
        assertThat(http.get("/v1/feeds/home/bob?seen=false").status()).isEqualTo(200);
        assertThat(http.get("/v1/feeds/home/bob?seen=maybe").problem()).isEqualTo("invalid-parameter");
    }
}
