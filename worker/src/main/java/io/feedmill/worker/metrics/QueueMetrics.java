package io.feedmill.worker.metrics;

import io.feedmill.common.metrics.Meters;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSizes.QueueSize;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The metrics of queues and their listeners. All are registered at the start, so that dashboards show zeros instead of gaps. Thread-safe. */
@Component
public final class QueueMetrics {
    private final MeterRegistry registry;
    private final Map<String, AtomicReference<@Nullable QueueSize>> sizes = new HashMap<>();

    public QueueMetrics(MeterRegistry registry) {
        this.registry = registry;
        for (Queue queue : Queue.values()) {
            requeued(queue);
            redelivered(queue);
            rechecked(queue);
            extended(queue);
            registerSize(queue.suffix());
            registerSize(deadLabel(queue));
            for (DeadLetterReason reason : DeadLetterReason.values()) {
                deadLettered(queue, reason);
            }
        }
    }

    public Counter requeued(Queue queue) {
        return counter(queue, "feedmill.queue.requeued", "Messages requeued because their work did not finish in time");
    }

    public Counter rechecked(Queue queue) {
        String description =
                "Messages sent once more, because they were received again while an earlier handler may live";
        return counter(queue, "feedmill.queue.rechecked", description);
    }

    public Counter deadLettered(Queue queue, DeadLetterReason reason) {
        String description = "Messages dead-lettered because no handler can process them";
        String name = "feedmill.queue.dead.lettered";
        return Meters.counter(registry, name, description, "queue", queue.suffix(), "reason", reason.value());
    }

    public Counter redelivered(Queue queue) {
        return counter(queue, "feedmill.queue.redelivered", "Messages received more than once");
    }

    public Counter extended(Queue queue) {
        return counter(queue, "feedmill.queue.extended", "Extensions of the visibility timeout of messages in process");
    }

    private Counter counter(Queue queue, String name, String description) {
        return Meters.counter(registry, name, description, "queue", queue.suffix());
    }

    public static String deadLabel(Queue queue) {
        return queue.suffix() + "-dead";
    }

    /** Sets the size of a queue; null: unknown. */
    public void size(String queue, @Nullable QueueSize size) {
        Objects.requireNonNull(sizes.get(queue)).set(size);
    }

    private void registerSize(String queue) {
        AtomicReference<@Nullable QueueSize> size = new AtomicReference<>();
        sizes.put(queue, size);
        Map<String, ToLongFunction<QueueSize>> states =
                Map.of("visible", QueueSize::visible, "in_flight", QueueSize::inFlight, "delayed", QueueSize::delayed);
        states.forEach((state, count) -> Gauge.builder("feedmill.queue.messages", size, current -> {
                    QueueSize known = current.get();
                    return known == null ? Double.NaN : count.applyAsLong(known);
                })
                .description("Messages in a queue at this worker's last count")
                .tag("queue", queue)
                .tag("state", state)
                .register(registry));
    }

    public void poller(Queue queue, Supplier<Duration> sinceAnswer, BooleanSupplier paused) {
        String description = "Time since the last successful poll of a queue";
        Supplier<Optional<Duration>> time = () -> Optional.of(sinceAnswer.get());
        Meters.time(registry, "feedmill.poller.last.poll", description, time, "queue", queue.suffix());
        Gauge.builder("feedmill.polling.paused", () -> paused.getAsBoolean() ? 1 : 0)
                .description("1 while a breaker pauses the polling of a queue or limits it to one message")
                .tag("queue", queue.suffix())
                .register(registry);
    }

    public void queueWait(Queue queue, Supplier<Optional<Duration>> wait) {
        String description =
                "Longest wait of a message in a queue, of those that this worker received in the last minutes";
        Meters.time(registry, "feedmill.queue.wait", description, wait, "queue", queue.suffix());
    }
}
