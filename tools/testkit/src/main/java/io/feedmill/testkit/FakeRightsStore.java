package io.feedmill.testkit;

import io.feedmill.common.key.JobId;
import io.feedmill.common.recall.Notice;
import io.feedmill.common.rights.RightsStore;
import java.time.Instant;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

record FakeRightsStore(FakeTables tables) implements RightsStore {
    private static final Random RANDOM = new Random(1);

    @Override
    public Rights find(String caller) {
        return tables.rights.getOrDefault(caller, Rights.FULL);
    }

    @Override
    public void change(String caller, @Nullable Instant tokensNotBefore, @Nullable Boolean suspended) {
        if (tokensNotBefore != null || suspended != null) {
            Rights old = find(caller);
            tables.rights.put(
                    caller,
                    new Rights(
                            tokensNotBefore == null ? old.tokensNotBefore() : tokensNotBefore,
                            Objects.requireNonNullElse(suspended, old.suspended())));
            tables.notices.add(new Notice.OfCaller(caller, JobId.create(tables.nextTick(), RANDOM)));
        }
    }
}
