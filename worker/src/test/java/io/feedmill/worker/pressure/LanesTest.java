package io.feedmill.worker.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.WriteGate.WriteLane;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LanesTest {
    private final Lanes<String> lanes = new Lanes<>();

    private void join(WriteLane lane, String... waiters) {
        for (String waiter : waiters) {
            lanes.join(lane, waiter);
        }
    }

    private List<String> pass(int turns) {
        List<String> passed = new ArrayList<>();
        for (int i = 0; i < turns; i++) {
            passed.add(lanes.next());
            lanes.pass();
        }
        return passed;
    }

    @Test
    void noWaiterIsNextInEmptyLanes() {
        assertThat(lanes.next()).isNull();
    }

    @Test
    void theExpressLaneGoesFirst() {
        join(WriteLane.BULK, "b1", "b2");
        join(WriteLane.EXPRESS, "e1", "e2");
        assertThat(pass(4)).containsExactly("e1", "e2", "b1", "b2");
    }

    @Test
    void everyFourthTurnIsForTheBulkLaneWhileBothWait() {
        join(WriteLane.BULK, "b1", "b2");
        join(WriteLane.EXPRESS, "e1", "e2", "e3", "e4", "e5", "e6", "e7");
        assertThat(pass(9)).containsExactly("e1", "e2", "e3", "b1", "e4", "e5", "e6", "b2", "e7");
    }

    @Test
    void turnsWithoutABulkWaiterDoNotCount() {
        join(WriteLane.EXPRESS, "e1", "e2", "e3", "e4");
        pass(3);
        join(WriteLane.BULK, "b1");
        join(WriteLane.EXPRESS, "e5", "e6");
        assertThat(pass(4)).containsExactly("e4", "e5", "e6", "b1");
    }

    @Test
    void abandonedWaitsAreSkipped() {
        join(WriteLane.BULK, "b1", "b2", "b3");
        lanes.leave(WriteLane.BULK, "b1");
        lanes.leave(WriteLane.BULK, "b3");
        lanes.leave(WriteLane.EXPRESS, "nobody");
        assertThat(pass(1)).containsExactly("b2");
        assertThat(lanes.next()).isNull();
    }
}
