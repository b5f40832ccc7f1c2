package io.feedmill.common.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkippedTest {

    @ParameterizedTest
    @CsvSource({
        "10, 5, 2, 1, 2", // four more stopped following
        "6, 1, 2, 1, 2",
        "5, 0, 2, 1, 2",
        "4, 0, 2, 1, 1",
        "2, 0, 1, 1, 0",
        "0, 0, 0, 0, 0"
    })
    void itIsExactlyTheNumber(long number, long notFollowing, long notPermitted, long gone, long blocked) {
        Skipped fitting = new Skipped(1, 2, 1, 2).fit(number);
        assertThat(fitting).isEqualTo(new Skipped(notFollowing, notPermitted, gone, blocked));
        assertThat(fitting.total()).isEqualTo(number);
    }
}
