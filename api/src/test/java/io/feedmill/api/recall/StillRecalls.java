package io.feedmill.api.recall;

import io.feedmill.api.rights.UserRights;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import java.util.Random;

/** Recalls that are read once, and never too old. */
public final class StillRecalls {
    private StillRecalls() {}

    public static Recalls of(MemoryStores stores) {
        SettableClock still = new SettableClock();
        Recalls recalls = new Recalls(
                stores.recalls(),
                new Recalls.Bounds(1, 1_000),
                new SuspendSafeClock(still::nanoTime, still),
                new Random(1),
                () -> {},
                new UserRights(stores.rights(), still));
        recalls.poll();
        recalls.upkeep();
        return recalls;
    }
}
