package io.feedmill.common.dormant;

import io.feedmill.common.storage.RefreshedCopy;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.TwoClocks;
import io.feedmill.common.storage.TwoClocks.Time;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** How long readers may be away, as this process read it, up to 30 s ago. Thread-safe. */
@Component
public final class DormancyCopy {
    /** After a change, until slices go by it: the pages of all processes do half a minute later, and slices may read a row as it was 5 minutes before. */
    private static final Duration NOTICE = Duration.ofMinutes(6);

    private final DormancyStore store;
    private final TwoClocks clocks;
    private final RefreshedCopy<Known> copy;

    @Autowired
    DormancyCopy(DormancyStore store, Clock clock) {
        this(store, new TwoClocks(System::nanoTime, clock), Thread::startVirtualThread);
    }

    /** @param background runs reads for which nobody waits */
    public DormancyCopy(DormancyStore store, TwoClocks clocks, Executor background) {
        this.store = store;
        this.clocks = clocks;
        this.copy = new RefreshedCopy<>(this::read, clocks, background);
    }

    /** @param since the begin of the first read that found it so */
    private record Known(Dormancy dormancy, Time since) {}

    private Known read(@Nullable Known before, Time began) {
        Dormancy now = store.get();
        return new Known(now, before != null && before.dormancy().equals(now) ? before.since() : began);
    }

    /** Returns what pages go by. Throws a {@link StorageException} if it cannot be read. */
    public Dormancy fresh() {
        return copy.fresh().dormancy();
    }

    /** Returns what slices go by: pass over nobody while it is not known, or not for long. That is always right. */
    public Dormancy settled() {
        try {
            Known known = copy.fresh();
            return clocks.now().since(known.since()).compareTo(NOTICE) > 0 ? known.dormancy() : Dormancy.NONE;
        } catch (StorageException e) {
            return Dormancy.NONE;
        }
    }

    /** Returns it as it is now: another process may have changed it. */
    public Dormancy current() {
        return copy.read().dormancy();
    }

    /** Changes it as {@link DormancyStore#set}; the pages of this process go by it at once. */
    public Dormancy set(@Nullable Duration away) {
        Dormancy changed = store.set(away);
        copy.read();
        return changed;
    }
}
