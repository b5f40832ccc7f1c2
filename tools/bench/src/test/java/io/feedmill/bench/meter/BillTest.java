package io.feedmill.bench.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BillTest {
    private static final Bill EARLIER = new Bill(Map.of("Query", new Charge(1, 10, 100, 0, 0.5)));
    private static final Bill LATER =
            new Bill(Map.of("Query", new Charge(3, 30, 300, 0, 2), "BatchWriteItem", new Charge(4, 4_000, 40, 100, 0)));

    @Test
    void aPeriodHasWhatWasAskedSinceItsBegin() {
        assertThat(LATER.minus(EARLIER))
                .isEqualTo(new Bill(Map.of(
                        "Query", new Charge(2, 20, 200, 0, 1.5), "BatchWriteItem", new Charge(4, 4_000, 40, 100, 0))));
    }

    @Test
    void billsOfTwoServicesMakeOne() {
        Bill queue = new Bill(Map.of("SendMessage", new Charge(2, 200, 20, 0, 0)));
        assertThat(LATER.plus(queue).plus(EARLIER).total()).isEqualTo(new Charge(10, 4_240, 460, 100, 2.5));
        assertThat(LATER.plus(queue).of("SendMessage").requests()).isEqualTo(2);
        assertThat(LATER.of("PutItem")).isEqualTo(Charge.NONE);
    }

    @Test
    void aDeliveryCostsItsShare() {
        assertThat(LATER.perDelivery(100))
                .isEqualTo(new Sample(Map.of(
                        Metric.REQUESTS, 0.07,
                        Metric.BYTES, 43.7,
                        Metric.WRITE_UNITS, 1.0,
                        Metric.READ_UNITS, 0.02)));
    }
}
