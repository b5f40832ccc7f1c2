package io.feedmill.testkit;

import io.feedmill.common.key.PostId;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.testkit.FakeTables.Recalled;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

final class FakeRecallStore implements RecallStore {
    private final FakeTables tables;

    FakeRecallStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public List<Recall> all() {
        synchronized (tables) {
            return tables.recalls.values().stream()
                    .filter(recalled ->
                            recalled.expires() == null || tables.now().isBefore(recalled.expires()))
                    .map(Recalled::recall)
                    .toList();
        }
    }

    @Override
    public Set<PostId> open() {
        synchronized (tables) {
            return tables.recalls.values().stream()
                    .filter(recalled -> recalled.expires() == null)
                    .map(recalled -> recalled.recall().post())
                    .collect(Collectors.toUnmodifiableSet());
        }
    }
}
