package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Statistics;
import io.feedmill.faults.Statistics.OperationStatistics;
import io.feedmill.faults.script.FaultKind;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InjectionTableTest {

    @Test
    void hasALineForEachOperation() {
        var operations = new TreeMap<String, OperationStatistics>();
        operations.put("GetItem", new OperationStatistics(1200, 1200, Map.of(), 0, 0));
        operations.put("PutItem", new OperationStatistics(5, 3, Map.of(FaultKind.TABLE_CAPACITY, 2L), 1500, 2000));
        assertThat(InjectionTable.lines(new Statistics(operations, 7, 1, 0)))
                .containsExactly(
                        "  operation                        requests    forwarded   injected",
                        "  GetItem                             1,200        1,200",
                        "  PutItem                                 5            3   table-capacity 2 (2,000 of 3,500 write units refused)",
                        "  connections reset: 7",
                        "  requests without an answer of the target: 1");
    }
}
