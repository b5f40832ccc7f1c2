package io.feedmill.testkit;

import io.feedmill.common.key.JobId;
import io.feedmill.common.recall.Notice;
import io.feedmill.common.rights.RightsStore;
import java.time.Instant;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

final class FakeRightsStore implements RightsStore {
    private final FakeTables tables;
    private final Random random = new Random(1);

    FakeRightsStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public Rights find(String caller) {
        synchronized (tables) {
            return tables.rights.getOrDefault(caller, Rights.FULL);
        }
    }

    @Override
    public void change(String caller, @Nullable Instant tokensNotBefore, @Nullable Boolean suspended) {
        synchronized (tables) {
            if (tokensNotBefore != null || suspended != null) {
                Rights old = find(caller);
                tables.rights.put(
                        caller,
                        new Rights(
                                tokensNotBefore == null ? old.tokensNotBefore() : tokensNotBefore,
                                Objects.requireNonNullElse(suspended, old.suspended())));
                tables.notices.add(new Notice.OfCaller(caller, JobId.create(tables.ticks.next(), random)));
            }
        }
    }
}
