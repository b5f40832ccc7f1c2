package io.feedmill.testkit;

import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.counter.ViewStore;
import io.feedmill.common.counter.ViewStore.PostViews;
import io.feedmill.common.key.UserId;
import io.feedmill.common.key.ViewKey;
import io.feedmill.common.ledger.LedgerEntry;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;

record FakeViewStore(FakeTables tables) implements ViewStore {
    @Override
    public List<UserId> unseen(PostViews views) {
        return views.viewers().stream()
                .filter(viewer -> !tables.views.contains(new ViewKey(views.post(), viewer)))
                .toList();
    }

    @Override
    public boolean count(PostViews views) {
        if (unseen(views).size() < views.viewers().size()) {
            return false;
        }
        int count = views.viewers().size();
        views.viewers().forEach(viewer -> tables.views.add(new ViewKey(views.post(), viewer)));
        tables.count(views.post(), new PostCounters(count, 0, Collections.emptySortedMap()));
        tables.ledger.add(new LedgerEntry.Viewed(
                views.post(), views.author(), tables.now().truncatedTo(ChronoUnit.SECONDS), count));
        return true;
    }
}
