package io.feedmill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Statistics.OperationStatistics;
import io.feedmill.faults.script.FaultKind;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    private static final Statistics STATISTICS = new Statistics(
            new TreeMap<>(Map.of(
                    "GetItem",
                    new OperationStatistics(100, 90, Map.of(FaultKind.THROTTLE, 8L, FaultKind.LATENCY, 40L), 0, 0),
                    "Query",
                    new OperationStatistics(10, 8, Map.of(FaultKind.THROTTLE, 2L, FaultKind.RESET, 0L), 0, 0))),
            5,
            3,
            2);

    @Test
    void failedAndUnansweredRequestsAreWasted() {
        assertThat(STATISTICS.wasted()).isEqualTo(10);
    }

    @Test
    void addsUpRequests() {
        assertThat(STATISTICS.requests()).isEqualTo(110);
        assertThat(STATISTICS.operation("Scan").requests()).isZero();
    }

    @Test
    void listsTheFaultsThatTookEffect() {
        assertThat(STATISTICS.byFault())
                .containsOnlyKeys(FaultKind.THROTTLE, FaultKind.LATENCY)
                .containsEntry(FaultKind.THROTTLE, new TreeMap<>(Map.of("GetItem", 8L, "Query", 2L)));
    }

    @Test
    void returnsTheActivitySinceAnEarlierMoment() {
        Statistics earlier = new Statistics(
                new TreeMap<>(Map.of("GetItem", new OperationStatistics(60, 55, Map.of(FaultKind.THROTTLE, 5L), 0, 0))),
                4,
                1,
                2);
        Statistics since = STATISTICS.since(earlier);
        assertThat(since.operation("GetItem"))
                .isEqualTo(
                        new OperationStatistics(40, 35, Map.of(FaultKind.THROTTLE, 3L, FaultKind.LATENCY, 40L), 0, 0));
        assertThat(since.operation("Query")).isEqualTo(STATISTICS.operation("Query"));
        assertThat(since.connectionsReset()).isEqualTo(1);
        assertThat(since.unanswered()).isEqualTo(2);
        assertThat(since.highestReceiveCount()).isEqualTo(2);
    }
}
