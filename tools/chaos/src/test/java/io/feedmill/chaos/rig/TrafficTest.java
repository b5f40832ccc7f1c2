package io.feedmill.chaos.rig;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Statistics.OperationStatistics;
import io.feedmill.faults.script.FaultKind;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TrafficTest {

    private static final Traffic TRAFFIC = new Traffic(new TreeMap<>(Map.of(
            "GetItem", new OperationStatistics(100, 90, Map.of(FaultKind.THROTTLE, 8L, FaultKind.LATENCY, 40L), 0, 0),
            "Query", new OperationStatistics(10, 8, Map.of(FaultKind.THROTTLE, 2L, FaultKind.RESET, 0L), 0, 0))));

    @Test
    void failedAndUnansweredRequestsAreWasted() {
        assertThat(TRAFFIC.wasted()).isEqualTo(10);
    }

    @Test
    void addsUpRequests() {
        assertThat(TRAFFIC.requests()).isEqualTo(110);
        assertThat(TRAFFIC.operation("Scan").requests()).isZero();
    }

    @Test
    void listsTheFaultsThatTookEffect() {
        assertThat(TRAFFIC.byFault())
                .containsOnlyKeys(FaultKind.THROTTLE, FaultKind.LATENCY)
                .containsEntry(FaultKind.THROTTLE, new TreeMap<>(Map.of("GetItem", 8L, "Query", 2L)));
    }
}
