package io.feedmill.testkit;

import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OutboxStore.PairRow;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.outbox.PairChange.Reached;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

record FakeRebuildStore(FakeTables tables) implements RebuildStore {
    @Override
    public BeginResult begin(UserId user) {
        LastRebuild last = tables.rebuilds.get(user);
        if (last != null && tables.now().isBefore(last.startedAt().plus(PAUSE))) {
            return new BeginResult.TooSoon(last);
        }
        PairChange change = tables.change(new Follow(user, user), PairChange.Kind.REBUILD);
        tables.rebuilds.put(user, new LastRebuild(change.tick(), Reached.NOTHING, null));
        return new BeginResult.Begun(change);
    }

    @Override
    public Optional<LastRebuild> find(UserId user) {
        return Optional.ofNullable(tables.rebuilds.get(user)).filter(this::lives);
    }

    private boolean lives(LastRebuild rebuild) {
        Instant completed = rebuild.completedAt();
        return completed == null || tables.now().isBefore(completed.plus(RETENTION));
    }

    @Override
    public boolean advance(PairChange change, Reached from, Reached reached, Instant nextDue) {
        LastRebuild last = tables.rebuilds.get(change.follower());
        boolean wins = last != null
                && last.isOpen(change)
                && Objects.equals(last.reached().last(), from.last())
                && tables.pairs.containsKey(change);
        if (wins) {
            tables.rebuilds.put(change.follower(), new LastRebuild(change.tick(), reached, null));
            tables.pairs.computeIfPresent(change, (pair, row) -> new PairRow(pair, row.resends(), nextDue));
        }
        return wins;
    }

    @Override
    public boolean end(PairChange change, long authors) {
        LastRebuild last = tables.rebuilds.get(change.follower());
        boolean open = last != null && last.isOpen(change);
        if (last != null && open) {
            tables.rebuilds.put(
                    change.follower(), new LastRebuild(last.tick(), new Reached(authors, null), tables.now()));
        }
        tables.pairs.remove(change);
        return open;
    }
}
