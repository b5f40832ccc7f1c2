package io.feedmill.testkit;

import io.feedmill.common.dormant.Dormancy;
import io.feedmill.common.dormant.DormancyStore;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

record FakeDormancyStore(FakeTables tables) implements DormancyStore {
    @Override
    public Dormancy get() {
        return tables.dormancy;
    }

    @Override
    public Dormancy set(@Nullable Duration away) {
        if (!Objects.equals(away, tables.dormancy.away())) {
            tables.dormancy = tables.dormancy.with(away, tables.now(), tables.feedRetention);
        }
        return tables.dormancy;
    }
}
