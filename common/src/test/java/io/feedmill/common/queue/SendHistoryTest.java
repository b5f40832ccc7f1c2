package io.feedmill.common.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.queue.QueueMessage.SendHistory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendHistoryTest {

    @ParameterizedTest
    @CsvSource({
        "7, 0, 100, 8", // nothing is settled: a longer delay
        "7, 1, 100, 7", // something is: the same
        "7, 49, 100, 7",
        "7, 50, 100, 1", // half of it: the shortest one
        "7, 100, 100, 1",
        "7, 3, 0, 1", // more than were expected
        "0, 0, 100, 1",
        "0, 1, 100, 1" // never a first attempt: the rows may be half written
    })
    void theDelayGrowsOnlyWithoutProgress(int attempt, long settled, long left, int next) {
        assertThat(SendHistory.ofAttempt(attempt).next(settled, left).attempt()).isEqualTo(next);
    }
}
