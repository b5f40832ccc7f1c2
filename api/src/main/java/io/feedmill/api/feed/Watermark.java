package io.feedmill.api.feed;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.NoteStore;
import io.feedmill.common.outbox.NoteStore.Claim;
import io.feedmill.common.storage.RefreshedCopy;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.time.ProcessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Service;

/** Until when home feeds are complete, by the workers' notes: read twice a second while somebody asks; what was read stays true. Thread-safe. */
@Service
public final class Watermark {
    private static final Duration EVERY = Duration.ofMillis(500);
    private static final Duration MAX_WAIT = Duration.ofMillis(100);

    private final FollowStore follows;
    private final BooleanSupplier clockIsRight;
    private final ProcessTime time;
    private final Duration maxWait;
    private final RefreshedCopy<Optional<Claim>> copy;

    @Autowired
    Watermark(
            NoteStore notes,
            FollowStore follows,
            TableSettings tables,
            ClockOffset offset,
            ApiMetrics metrics,
            SuspendSafeClock clocks,
            ProcessTime time) {
        this(notes, follows, tables.outboxShards(), offset::isRight, clocks, time, MAX_WAIT);
        metrics.age(
                "feedmill.complete.until.age",
                "Age of the time until which home feeds are complete",
                () -> Optional.ofNullable(completeUntil())
                        .map(then -> Duration.between(then, clocks.wall().instant())));
    }

    /** Says nothing while the clock of this process is wrong. A page that begins a read waits for it up to this time; then it goes by what was read before. */
    public Watermark(
            NoteStore notes,
            FollowStore follows,
            int shards,
            BooleanSupplier clockIsRight,
            SuspendSafeClock clocks,
            ProcessTime time,
            Duration maxWait) {
        this.follows = follows;
        this.clockIsRight = clockIsRight;
        this.time = time;
        this.maxWait = maxWait;
        this.copy =
                new RefreshedCopy<>(before -> Claim.of(notes.all(), shards), clocks, Thread::startVirtualThread, EVERY);
    }

    /** Returns until when home feeds are complete; null: unknown. True of what is read after this call, not of what was read before. */
    public @Nullable Claim claim() {
        Optional<Claim> claim = copy.latest(time, maxWait);
        return claim != null && clockIsRight.getAsBoolean() ? claim.orElse(null) : null;
    }

    /** Returns until when all home feeds are complete; null: unknown. */
    public @Nullable Instant completeUntil() {
        Claim claim = claim();
        return claim == null ? null : claim.ofAll();
    }

    /** Returns until when the reader's home feed is complete. The follows are read after the claim was taken: its open jobs are of before. */
    public Instant completeUntil(Claim claim, UserId reader) {
        if (claim.open().isEmpty()) {
            return claim.until();
        }
        try {
            return claim.of(follows.followed(reader, claim.open().keySet()));
        } catch (StorageException e) {
            return claim.ofAll();
        }
    }
}
