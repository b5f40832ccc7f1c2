package io.feedmill.worker.fanout;

import io.feedmill.common.dormant.DormancyPolicy;
import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.follow.ReaderActivity;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.RefreshedCopy;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.SuspendSafeClock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Tells which readers slices pass over. It remembers who is active: a delivery to an active reader costs no read. Thread-safe. */
@Component
public final class DormantReaders {
    /** A slice gives a row to so many readers who have none. Until then it brings them all posts. */
    private static final int MAX_NEW = 100;

    private final ReaderStore readers;
    private final SuspendSafeClock clocks;
    private final RefreshedCopy<DormancyPolicy> copy;
    private final SeenReaders active = new SeenReaders();

    @Autowired
    DormantReaders(ReaderStore readers, DormancyStore dormancy, SuspendSafeClock clocks) {
        this(readers, dormancy, clocks, Thread::startVirtualThread);
    }

    /** @param background runs reads for which nobody waits */
    public DormantReaders(ReaderStore readers, DormancyStore dormancy, SuspendSafeClock clocks, Executor background) {
        this.readers = readers;
        this.clocks = clocks;
        this.copy = new RefreshedCopy<>(before -> dormancy.get(), clocks, background, RefreshedCopy.OLD);
    }

    /** Returns those whom slices pass over with this post: none if that cannot be read, for a delivery is always right. */
    Set<UserId> of(PostId post, Collection<UserId> users) {
        DormancyPolicy now = dormancy();
        if (now.maxAbsence() == null) {
            return Set.of();
        }
        List<UserId> unknown = users.stream()
                .filter(user -> now.passesOver(ReaderActivity.at(active.seen(user)), post.tick()))
                .toList();
        return unknown.isEmpty() ? Set.of() : read(unknown, now, post.tick());
    }

    /** Returns the ticks of the posts with which slices pass over the reader. Strongly consistent, so that no later slice passes over more. */
    public LongPredicate passedOver(UserId reader) {
        DormancyPolicy now = dormancy();
        ReaderActivity row =
                now.maxAbsence() == null ? null : readers.view(reader).active();
        return tick -> now.passesOver(row, tick);
    }

    private DormancyPolicy dormancy() {
        try {
            return copy.fresh();
        } catch (StorageException e) {
            return DormancyPolicy.NONE;
        }
    }

    private Set<UserId> read(List<UserId> users, DormancyPolicy now, long tick) {
        try {
            Map<UserId, ReaderActivity> rows = readers.active(users);
            rows.forEach((user, row) -> {
                if (!now.passesOver(row, tick)) {
                    active.put(user, row.neverDormant() ? Long.MAX_VALUE : row.lastSeen());
                }
            });
            users.stream()
                    .filter(user -> !rows.containsKey(user))
                    .limit(MAX_NEW)
                    .forEach(user -> readers.seen(
                            user,
                            null,
                            ReaderActivity.at(Ticks.ofInstant(clocks.wall().instant()))));
            return users.stream()
                    .filter(user -> now.passesOver(rows.get(user), tick))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (StorageException e) {
            return Set.of();
        }
    }
}
