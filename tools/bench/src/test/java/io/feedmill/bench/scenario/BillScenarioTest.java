package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Metric;
import io.feedmill.faults.Statistics;
import io.feedmill.faults.Statistics.OperationStatistics;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BillScenarioTest {

    /** Four posts for 2,000 followers have 8 slices. */
    @Test
    void aDeliveryCostsItsShare() {
        Statistics store = statistics("BatchWriteItem", new OperationStatistics(320, 320, Map.of(), 8_160, 0));
        Statistics queues = statistics("SendMessage", new OperationStatistics(20, 20, Map.of(), 0, 0));
        assertThat(BillScenario.costs(store, queues, 2_000))
                .isEqualTo(Map.of(
                        Metric.WRITE_UNITS,
                        1.02,
                        Metric.POST_WRITE_UNITS,
                        2_040.0,
                        Metric.REQUESTS,
                        0.04,
                        Metric.QUEUE_REQUESTS,
                        2.5));
    }

    private static Statistics statistics(String operation, OperationStatistics calls) {
        return new Statistics(new TreeMap<>(Map.of(operation, calls)), 0, 0, 0);
    }
}
