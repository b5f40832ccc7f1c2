package io.feedmill.api.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.http.TimeRange;
import io.feedmill.api.problem.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatePrefixTest {

    @ParameterizedTest
    @CsvSource({
        "2018, 2018-01-01T00:00:00Z, 2019-01-01T00:00:00Z",
        "2018-08, 2018-08-01T00:00:00Z, 2018-09-01T00:00:00Z",
        "2018-12, 2018-12-01T00:00:00Z, 2019-01-01T00:00:00Z",
        "2024-02-29, 2024-02-29T00:00:00Z, 2024-03-01T00:00:00Z",
        "2018-08-29:12, 2018-08-29T12:00:00Z, 2018-08-29T13:00:00Z",
        "2018-08-29:12:59, 2018-08-29T12:59:00Z, 2018-08-29T13:00:00Z",
        "2018-08-29:12:59:59, 2018-08-29T12:59:59Z, 2018-08-29T13:00:00Z"
    })
    void isTheRangeOfTimesWithThisPrefix(String prefix, String from, String to) {
        assertThat(DatePrefix.parse(prefix)).isEqualTo(TimeRange.parse(from, to));
    }

    @Test
    void acceptsTheYearsOfTicks() {
        assertThat(DatePrefix.parse("1970").from()).isZero();
        assertThat(DatePrefix.parse("2261")).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "201",
                "2018-",
                "2018-8",
                "2018-08-",
                "2018-13",
                "2018-02-29",
                "2018-08-29:24",
                "2018-08-29T12",
                "2018-08-29:12:00:00.",
                "1969",
                "2262",
                "-018",
                "٢٠١٨"
            })
    void refusesOthers(String prefix) {
        assertThatThrownBy(() -> DatePrefix.parse(prefix)).isInstanceOf(ProblemException.class);
    }
}
