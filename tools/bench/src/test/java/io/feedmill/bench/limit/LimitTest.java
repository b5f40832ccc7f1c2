package io.feedmill.bench.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LimitTest {
    private static final int CHOICES = 4;

    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger tidied = new AtomicInteger();

    @Test
    void findsItsConcurrencyOnceAndSaysIt() {
        Limit limit = limit(new Limit.Unit.Call(), 0);
        assertThat(limit.name()).isEqualTo("bare");
        limit.run();
        String name = limit.name();
        assertThat(name).matches("bare, (4|8|16|32) at once");
        int tries = 2 * CHOICES;
        assertThat(rounds).hasValue(tries + 1);
        assertThat(calls).hasValue(tries * 25 + 100);
        limit.run();
        assertThat(limit.name()).isEqualTo(name);
        assertThat(rounds).hasValue(tries + 2);
        assertThat(tidied).hasValue(tries + 2);
    }

    @Test
    void ofCallsItMattersHowLongTheyTake() {
        Sample sample = limit(new Limit.Unit.Call(), 1).run();
        assertThat(sample.values())
                .containsOnlyKeys(Metric.CALLS_PER_SECOND, Metric.CPU_MICROS, Metric.P50_MILLIS, Metric.P99_MILLIS);
        assertThat(calls).hasValue(100);
    }

    @Test
    void ofDeliveriesItMattersHowManyRequestsTheyTake() {
        Sample sample = limit(new Limit.Unit.Deliveries(2_500), 1).run();
        assertThat(sample.values())
                .containsOnlyKeys(Metric.DELIVERIES_PER_SECOND, Metric.CPU_MICROS, Metric.REQUESTS)
                .containsEntry(Metric.REQUESTS, 0.04);
    }

    private Limit limit(Limit.Unit unit, int atOnce) {
        return new Limit("bare", unit, this::round, atOnce);
    }

    private Round round() {
        rounds.incrementAndGet();
        return new Round(100, call -> calls.incrementAndGet(), tidied::incrementAndGet);
    }
}
