package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class SignalsTest {
    private final Reached reached = new Reached();

    @Test
    void takesWhatCountersAndTimersHaveCounted() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        registry.counter("sent", "queue", "b", "kind", "a").increment(3);
        registry.counter("never");
        registry.gauge("size", 7);
        registry.timer("wait").record(Duration.ofSeconds(1));
        Signals.counters(registry, reached);
        assertThat(reached.counts()).isEqualTo(Map.of("counter", Map.of("sent{kind=a, queue=b}", 3L, "wait", 1L)));
    }

    @Test
    void countsLinesOfTheLogByTheirFixedText() {
        Signals.listen(reached);
        Logger product = LoggerFactory.getLogger("io.feedmill.worker.Any");
        product.atDebug().addKeyValue("job", "1").log("Job begun");
        product.atDebug().addKeyValue("job", "2").log("Job begun");
        LoggerFactory.getLogger("org.other").error("Not of the product");
        assertThat(reached.counts()).isEqualTo(Map.of("log", Map.of("Job begun", 2L)));
    }

    @Test
    void aConditionFailsAlsoInATransaction() {
        assertThat(Signals.isCondition(ConditionalCheckFailedException.builder().build()))
                .isTrue();
        assertThat(Signals.isCondition(cancelled("ConditionalCheckFailed"))).isTrue();
        assertThat(Signals.isCondition(cancelled("TransactionConflict"))).isFalse();
        assertThat(Signals.isCondition(null)).isFalse();
    }

    private static RuntimeException cancelled(String code) {
        return TransactionCanceledException.builder()
                .cancellationReasons(
                        CancellationReason.builder().code("None").build(),
                        CancellationReason.builder().code(code).build())
                .build();
    }
}
