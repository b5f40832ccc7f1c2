package io.feedmill.common.dormant;

import io.feedmill.common.storage.RefreshedCopy;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.SuspendSafeClock;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** How long readers may be away, as this process read it, up to 30 s ago. Thread-safe. */
@Component
public final class DormancyCopy {
    private final DormancyStore store;
    private final RefreshedCopy<Dormancy> copy;

    @Autowired
    DormancyCopy(DormancyStore store, SuspendSafeClock clocks) {
        this(store, clocks, Thread::startVirtualThread);
    }

    /** @param background runs reads for which nobody waits */
    public DormancyCopy(DormancyStore store, SuspendSafeClock clocks, Executor background) {
        this.store = store;
        this.copy = new RefreshedCopy<>((before, began) -> store.get(), clocks, background);
    }

    /** Returns what pages go by. Throws a {@link StorageException} if it cannot be read. */
    public Dormancy fresh() {
        return copy.fresh();
    }

    /** Returns what slices go by: pass over nobody while it is not known. That is always right. */
    public Dormancy known() {
        try {
            return copy.fresh();
        } catch (StorageException e) {
            return Dormancy.NONE;
        }
    }

    /** Returns it as it is now: another process may have changed it. */
    public Dormancy current() {
        return copy.read();
    }

    /** Changes it as {@link DormancyStore#set}; the pages of this process go by it at once. */
    public Dormancy set(@Nullable Duration away) {
        Dormancy changed = store.set(away);
        copy.read();
        return changed;
    }
}
