package io.feedmill.testkit;

import io.feedmill.common.dynamo.BatchWriter.OnRefusal;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.memory.Faults;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Bounds and refuses batch writes as a test says, without a wait. Thread-safe. */
final class HomeWrites implements WriteGate {
    private final int batch;
    private final List<WriteOptions> writes = new ArrayList<>();
    private Set<String> refused = Set.of();
    private int room = Integer.MAX_VALUE;
    private @Nullable WriteOptions justRefused;

    /** @param batch the greatest number of rows of a write */
    HomeWrites(int batch) {
        this.batch = batch;
    }

    synchronized List<WriteOptions> writes() {
        return List.copyOf(writes);
    }

    synchronized void throttleAfter(int rows) {
        room = rows;
    }

    synchronized void refuse(Collection<UserId> users) {
        refused = users.stream().map(user -> FeedName.home(user).value()).collect(Collectors.toSet());
    }

    /** Whether a row of a batch is refused. */
    synchronized boolean refuses(Faults.Item item) {
        return item.table().equals(StoreBeans.SCHEMA.name(FeedRows.HOMES))
                && (room == 0 || refused.contains(item.partition()));
    }

    @Override
    public synchronized Optional<WritePermit> acquire(int units, WriteOptions options) {
        boolean ends = options.equals(justRefused) && (room == 0 || options.refusals() == OnRefusal.RETRY);
        justRefused = null;
        if (ends || !options.allowAnotherCall()) {
            return Optional.empty();
        }
        writes.add(options);
        return Optional.of(new One(this, Math.min(Math.min(batch, units), Math.max(room, 1)), options));
    }

    private record One(HomeWrites of, int units, WriteOptions options) implements WritePermit {
        @Override
        public void succeeded() {
            of.ended(units, null);
        }

        @Override
        public void throttled(int refusedUnits) {
            of.ended(units - refusedUnits, options);
        }

        @Override
        public void abandoned() {
            of.ended(0, options);
        }
    }

    private synchronized void ended(int written, @Nullable WriteOptions refusedOptions) {
        room = room == Integer.MAX_VALUE ? room : Math.max(0, room - written);
        justRefused = refusedOptions;
    }
}
