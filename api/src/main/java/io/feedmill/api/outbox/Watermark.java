package io.feedmill.api.outbox;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.outbox.NoteStore;
import io.feedmill.common.storage.RefreshedCopy;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.time.ProcessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Service;

/** Until when home feeds are complete, by the workers' notes: read each second while somebody asks; what was read stays true. Thread-safe. */
@Service
public final class Watermark {
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration MAX_WAIT = Duration.ofMillis(100);

    private final BooleanSupplier clockIsRight;
    private final ProcessTime time;
    private final Duration maxWait;
    private final RefreshedCopy<Optional<Instant>> copy;

    @Autowired
    Watermark(
            NoteStore notes,
            TableSettings tables,
            ClockOffset offset,
            ApiMetrics metrics,
            SuspendSafeClock clocks,
            ProcessTime time) {
        this(notes, tables.outboxShards(), offset::isRight, clocks, time, MAX_WAIT);
        metrics.age(
                "feedmill.complete.until.age",
                "Age of the time until which home feeds are complete",
                () -> Optional.ofNullable(completeUntil())
                        .map(then -> Duration.between(then, clocks.wall().instant())));
    }

    /**
     * @param shards of the outbox that this process knows
     * @param clockIsRight whether the clock of this process is; else nothing is said
     * @param maxWait a page that begins a read waits for it up to this time; then it goes by what was read before
     */
    public Watermark(
            NoteStore notes,
            int shards,
            BooleanSupplier clockIsRight,
            SuspendSafeClock clocks,
            ProcessTime time,
            Duration maxWait) {
        this.clockIsRight = clockIsRight;
        this.time = time;
        this.maxWait = maxWait;
        this.copy = new RefreshedCopy<>(
                before -> NoteStore.completeUntil(notes.all(), shards), clocks, Thread::startVirtualThread, EVERY);
    }

    /** Returns until when all jobs are complete; null: unknown. True of what is read after this call, not of what was read before. */
    public @Nullable Instant completeUntil() {
        Optional<Instant> until = copy.latest(time, maxWait);
        return until != null && clockIsRight.getAsBoolean() ? until.orElse(null) : null;
    }
}
