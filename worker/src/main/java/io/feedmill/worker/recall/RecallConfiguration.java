package io.feedmill.worker.recall;

import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.recall.RecallRows;
import io.feedmill.worker.relay.Patience;
import java.time.Duration;
import java.util.Comparator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.util.function.SingletonSupplier;

/** Recalls end when no worker writes any more what it read before. */
@Configuration(proxyBeanMethods = false)
class RecallConfiguration {

    /** The closes of this worker end recalls: its queues may have longer visibility timeouts than ours, for which the first close asks, and a backlog. */
    @Bean
    @Primary
    RecallRows recalls(QueueSizes queues, HandlerLife life, Patience patience) {
        Supplier<Duration> visibility = SingletonSupplier.of(() -> longestVisibility(queues));
        return new RecallRows(RecallRows.SHARDS, () -> life.untilLastWrite(visibility.get(), patience.longestWait()));
    }

    private static Duration longestVisibility(QueueSizes queues) {
        return Stream.of(Queue.PUBLISH, Queue.DELIVER, Queue.UPKEEP)
                .map(queues::visibility)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }
}
