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
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;

/** Tells which readers slices pass over. It remembers who is active: a delivery to an active reader costs no read. Thread-safe. */
@Component
public record DormantReaders(
        ReaderStore readers, RefreshedCopy<DormancyPolicy> copy, SeenReaders active, SuspendSafeClock clocks) {
    /** A slice gives a row to so many readers who have none. Until then it brings them all posts. */
    private static final int MAX_NEW = 100;

    @Autowired
    DormantReaders(ReaderStore readers, DormancyStore dormancy, SuspendSafeClock clocks) {
        this(readers, dormancy, clocks, Thread::startVirtualThread);
    }

    /** @param background runs reads for which nobody waits */
    public DormantReaders(ReaderStore readers, DormancyStore dormancy, SuspendSafeClock clocks, Executor background) {
        this(
                readers,
                new RefreshedCopy<>(before -> dormancy.get(), clocks, background, RefreshedCopy.OLD),
                new SeenReaders(),
                clocks);
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
            ReaderActivity seen =
                    ReaderActivity.at(Ticks.ofInstant(clocks.wall().instant()));
            users.stream()
                    .filter(user -> !rows.containsKey(user))
                    .limit(MAX_NEW)
                    .forEach(user -> readers.seen(user, null, seen));
            return users.stream()
                    .filter(user -> now.passesOver(rows.get(user), tick))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (StorageException e) {
            return Set.of();
        }
    }

    /**
     * When readers were last seen, 16 bytes each: a hash of the user's id, and the tick. A reader takes the place of another one whose hash leads there. Two
     * with the same hash, and threads that meet, may mix up two readers: a later time has a post delivered, and an earlier one is read again, so both are right.
     */
    static final class SeenReaders {
        /** Two million readers in 32 MiB. */
        private static final int PLACE_BITS = 21;

        private static final long FNV_OFFSET = 0xcbf29ce484222325L;
        private static final long FNV_PRIME = 0x100000001b3L;
        private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

        /** Of each reader, the hash and the tick. Most processes never need it. */
        private final Supplier<long[]> table = SingletonSupplier.of(() -> new long[2 << PLACE_BITS]);

        /** Returns when the reader was last seen; 0: unknown. */
        long seen(UserId user) {
            long hash = hash(user);
            int place = place(hash);
            long[] entries = table.get();
            return entries[place] == hash ? entries[place + 1] : 0;
        }

        void put(UserId user, long tick) {
            long hash = hash(user);
            int place = place(hash);
            long[] entries = table.get();
            entries[place] = hash;
            entries[place + 1] = tick;
        }

        /** By the high bits of a product, to which all bits of the hash contribute. */
        private static int place(long hash) {
            return 2 * (int) ((hash * GOLDEN_RATIO) >>> (Long.SIZE - PLACE_BITS));
        }

        /** FNV-1a. */
        private static long hash(UserId user) {
            String id = user.value();
            long hash = FNV_OFFSET;
            for (int i = 0; i < id.length(); i++) {
                hash = (hash ^ id.charAt(i)) * FNV_PRIME;
            }
            return hash;
        }
    }
}
