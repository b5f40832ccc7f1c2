package io.feedmill.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.http.Iso;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IsoTest {

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05Z, 2026-01-02T03:04:05.000000000Z",
        "2026-01-02T03:04:05.1Z, 2026-01-02T03:04:05.100000000Z",
        "1970-01-01T00:00:00.000000001Z, 1970-01-01T00:00:00.000000001Z",
        "2024-02-29T23:59:59.999999999Z, 2024-02-29T23:59:59.999999999Z"
    })
    void alwaysHasNineDigitsOfASecond(Instant instant, String text) {
        assertThat(Iso.format(instant)).isEqualTo(text);
    }
}
