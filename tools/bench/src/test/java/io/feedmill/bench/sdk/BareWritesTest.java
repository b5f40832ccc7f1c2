package io.feedmill.bench.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import org.junit.jupiter.api.Test;

class BareWritesTest {
    private static final int CHOICES = 4;
    private static final int CALLS = 8;

    /** Eight batches of 25. */
    private final Deliveries deliveries = Deliveries.of(100, 2);

    private final FakeHttp http = new FakeHttp(call -> "{\"UnprocessedItems\":{}}".getBytes(UTF_8));
    private final Contender limit = new BareWrites(http.client(), deliveries).contender();

    @Test
    void findsItsConcurrencyOnce() {
        limit.run();
        int tries = 2 * CHOICES * CALLS / 4;
        assertThat(http.calls()).hasSize(tries + CALLS);
        limit.run();
        assertThat(http.calls()).hasSize(tries + 2 * CALLS);
    }

    @Test
    void measuresRateAndCpu() {
        assertThat(limit.run()).containsOnlyKeys(Metric.DELIVERIES_PER_SECOND, Metric.CPU_MICROS);
    }
}
