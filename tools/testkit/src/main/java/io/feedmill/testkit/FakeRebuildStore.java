package io.feedmill.testkit;

import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.Rebuild.Reached;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

record FakeRebuildStore(FakeTables tables) implements RebuildStore {
    @Override
    public BeginResult begin(UserId user, Duration pause) {
        LastRebuild last = tables.rebuilds.get(user);
        if (last != null && tables.now().isBefore(last.startedAt().plus(pause))) {
            return new BeginResult.TooSoon(last);
        }
        OpenWork work = Rebuild.work(Math.floorMod(user.hashCode(), FakeTables.OUTBOX_SHARDS), tables.nextTick(), user);
        tables.open(work);
        tables.rebuilds.put(user, new LastRebuild(work.tick(), Reached.NOTHING, null));
        return new BeginResult.Begun(work);
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
    public boolean advance(OpenWork work, Reached from, Reached reached, Instant nextDue) {
        LastRebuild last = tables.rebuilds.get(work.author());
        boolean wins = last != null
                && last.isOpen(work)
                && Objects.equals(last.reached().last(), from.last())
                && tables.outbox.containsKey(work);
        if (wins) {
            tables.rebuilds.put(work.author(), new LastRebuild(work.tick(), reached, null));
            tables.postpone(work, nextDue);
        }
        return wins;
    }

    @Override
    public boolean end(OpenWork work, long authors) {
        LastRebuild last = tables.rebuilds.get(work.author());
        boolean open = last != null && last.isOpen(work);
        if (last != null && open) {
            tables.rebuilds.put(work.author(), new LastRebuild(last.tick(), new Reached(authors, null), tables.now()));
        }
        tables.outbox.remove(work);
        return open;
    }
}
