package io.feedmill.common.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkippedTest {

    @ParameterizedTest
    @CsvSource({
        "13, 5, 2, 1, 2, 3", // four more stopped following
        "9, 1, 2, 1, 2, 3",
        "8, 0, 2, 1, 2, 3",
        "6, 0, 2, 1, 2, 1",
        "4, 0, 2, 1, 1, 0",
        "2, 0, 1, 1, 0, 0",
        "0, 0, 0, 0, 0, 0"
    })
    void itIsExactlyTheNumber(
            long number, long notFollowing, long notPermitted, long gone, long blocked, long dormant) {
        Skipped fitting = new Skipped(1, 2, 1, 2, 3).limitedTo(number);
        assertThat(fitting).isEqualTo(new Skipped(notFollowing, notPermitted, gone, blocked, dormant));
        assertThat(fitting.total()).isEqualTo(number);
    }
}
