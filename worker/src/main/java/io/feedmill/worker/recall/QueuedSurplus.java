package io.feedmill.worker.recall;

import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.recall.RecallRows.Surplus;
import io.feedmill.worker.relay.Patience;
import java.time.Duration;
import java.util.Comparator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;

@Configuration(proxyBeanMethods = false)
class QueuedSurplus {
    /**
     * The surplus of recalls that this worker ends: until then no worker writes any more what it read before. Its queues may have longer visibility
     * timeouts than ours, for which the first end asks, and a backlog.
     */
    @Bean
    static Surplus surplus(QueueSizes queues, HandlerLife life, Patience patience) {
        SingletonSupplier<Duration> visibility = SingletonSupplier.of(() -> Patience.WRITE_HOMES.stream()
                .map(queues::visibility)
                .max(Comparator.naturalOrder())
                .orElseThrow());
        return () -> life.untilLastWrite(visibility.obtain(), patience.longestWait());
    }
}
