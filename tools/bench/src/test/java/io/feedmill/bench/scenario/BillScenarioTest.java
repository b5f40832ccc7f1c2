package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.servers.Meter.Charge;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BillScenarioTest {
    private static final Map<String, Charge> BILL =
            new TreeMap<>(Map.of("Query", new Charge(3, 0, 2), "BatchWriteItem", new Charge(4, 100, 0)));

    @Test
    void aDeliveryCostsItsShare() {
        assertThat(BillScenario.perDelivery(BILL, 100))
                .isEqualTo(Map.of(Metric.REQUESTS, 0.07, Metric.WRITE_UNITS, 1.0, Metric.READ_UNITS, 0.02));
    }

    @Test
    void listsRequestsAndUnits() {
        assertThat(BillScenario.note("1,000 followers, 10 slices", BILL))
                .isEqualTo("1,000 followers, 10 slices: BatchWriteItem 4 (100 write units), Query 3 (2.0 read units)");
    }
}
