package io.feedmill.bench.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.meter.Bill.Charge;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BillTest {
    private static final Bill EARLIER = new Bill(Map.of("Query", new Charge(1, 0, 0.5)));
    private static final Bill LATER =
            new Bill(Map.of("Query", new Charge(3, 0, 2), "BatchWriteItem", new Charge(4, 100, 0)));

    @Test
    void aPeriodHasTheChargesSinceItsStart() {
        assertThat(LATER.minus(EARLIER))
                .isEqualTo(new Bill(Map.of("Query", new Charge(2, 0, 1.5), "BatchWriteItem", new Charge(4, 100, 0))));
    }

    @Test
    void anOperationWithoutRequestsIsLeftOut() {
        assertThat(EARLIER.minus(EARLIER).operations()).isEmpty();
    }

    @Test
    void billsOfTwoServicesMakeOne() {
        Bill queue = new Bill(Map.of("SendMessage", new Charge(2, 0, 0)));
        assertThat(LATER.plus(queue).plus(EARLIER).total()).isEqualTo(new Charge(10, 100, 2.5));
        assertThat(LATER.plus(queue).of("SendMessage").requests()).isEqualTo(2);
        assertThat(LATER.of("PutItem")).isEqualTo(Charge.NONE);
    }

    @Test
    void aDeliveryCostsItsShare() {
        assertThat(LATER.perDelivery(100))
                .isEqualTo(new Sample(Map.of(
                        Metric.REQUESTS, 0.07,
                        Metric.WRITE_UNITS, 1.0,
                        Metric.READ_UNITS, 0.02)));
    }

    @Test
    void listsRequestsAndWriteUnits() {
        assertThat(LATER).hasToString("BatchWriteItem 4 (100 write units), Query 3");
    }
}
