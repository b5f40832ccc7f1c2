package io.feedmill.worker.relay;

import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.outbox.NoteStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.WorkerStore;
import io.feedmill.common.outbox.WorkerStore.WorkerRow;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Delivered;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Status;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.time.Schedule;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.FailureLog;
import io.feedmill.worker.health.Pollers;
import io.feedmill.worker.pressure.PressureGate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;

@Configuration(proxyBeanMethods = false)
class RelayConfiguration {
    /** Sweeps until a worker extends its lease, and writes its row. */
    private static final int ROUND = 3;

    /** No other process has it. */
    private final String worker;

    RelayConfiguration(RandomGenerator random) {
        this.worker = new UUID(random.nextLong(), random.nextLong()).toString();
    }

    @Bean
    Patience patience(RelaySettings settings, Pollers pollers) {
        return new Patience(
                settings.maxBackoff(), queue -> pollers.poller(queue).maxWait());
    }

    /** Closed when the process stops. */
    @Bean
    ShardShare shardShare(OutboxStore outbox, RelaySettings settings, Clock clock) {
        return new ShardShare(worker, outbox, settings.every().multipliedBy(ROUND), clock);
    }

    @Bean
    ShardNotes shardNotes(ClockOffset offset, Clock clock) {
        return new ShardNotes(offset::isRight, clock);
    }

    /** After each sweep the worker raises the notes of what it has read, and after some it writes its row, also if the sweep failed. */
    @Bean
    Schedule.Task sweepSchedule(
            Sweep sweep,
            WorkerStore workers,
            ShardNotes notes,
            NoteStore noteStore,
            WorkerStatus status,
            RelaySettings settings,
            Clock clock) {
        Logger log = LoggerFactory.getLogger(Sweep.class);
        FailureLog sweeps = new FailureLog(log, "Cannot sweep the outbox", "Outbox swept again");
        FailureLog rows = new FailureLog(log, "Cannot write the worker's row", "Worker's row written again");
        AtomicInteger swept = new AtomicInteger();
        Runnable round = () -> {
            sweeps.record(sweep::run);
            rows.record(() -> {
                Map<Integer, NoteStore.Note> noted = notes.take();
                noteStore.raise(noted);
                if (swept.getAndIncrement() % ROUND == 0) {
                    Optional<Instant> least =
                            noted.values().stream().map(NoteStore.Note::until).min(Instant::compareTo);
                    workers.put(new WorkerRow(worker, clock.instant(), noted.size(), least, status.now()));
                }
                return true;
            });
        };
        return new Schedule.Task("sweep", round, settings.every(), Duration.ZERO);
    }

    /** What this worker does now. Thread-safe. */
    @Component
    record WorkerStatus(
            Pollers pollers, Breakers breakers, RelayMetrics relay, PressureGate gate, Supplier<Delivered> delivered) {
        private static final String VERSION =
                Objects.requireNonNullElse(WorkerStatus.class.getPackage().getImplementationVersion(), "unknown");

        Status now() {
            Map<String, String> waits = new HashMap<>();
            for (Queue queue : Queue.values()) {
                pollers.poller(queue).maxWait().ifPresent(wait -> waits.put(queue.suffix(), wait.toString()));
            }
            Map<String, String> states = new HashMap<>();
            for (Dependency dependency : Dependency.values()) {
                states.put(dependency.value(), breakers.of(dependency).describe());
            }
            Map<String, String> rows = new HashMap<>();
            relay.swept().forEach((form, number) -> rows.put(form, number.toString()));
            return new Status(VERSION, waits, rate(), states, rows, delivered.get());
        }

        private @Nullable Long rate() {
            double rate = gate.unitsPerSecond();
            return Double.isInfinite(rate) ? null : Math.round(rate);
        }
    }
}
