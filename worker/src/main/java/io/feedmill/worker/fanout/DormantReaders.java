package io.feedmill.worker.fanout;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.feedmill.common.dormant.Dormancy;
import io.feedmill.common.dormant.DormancyCopy;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.StorageException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Tells which readers slices pass over. It remembers who is active: a delivery to an active reader costs no read. Thread-safe. */
@Component
public final class DormantReaders {
    private static final long MAX_BYTES = 32L * 1024 * 1024;

    /** An entry without the characters of the user's id. */
    private static final int ENTRY_BYTES = 200;

    private final ReaderStore readers;
    private final DormancyCopy dormancy;
    private final Cache<UserId, Active> active = Caffeine.newBuilder()
            .maximumWeight(MAX_BYTES)
            .weigher((UserId user, Active row) -> ENTRY_BYTES + user.value().length())
            .executor(Runnable::run)
            .build();

    public DormantReaders(ReaderStore readers, DormancyCopy dormancy) {
        this.readers = readers;
        this.dormancy = dormancy;
    }

    /** Returns those whom slices pass over with this post: none if that cannot be read, for a delivery is always right. */
    Set<UserId> of(PostId post, Collection<UserId> users) {
        Dormancy now = dormancy.known();
        if (now.away() == null) {
            return Set.of();
        }
        Map<UserId, Active> known = active.getAllPresent(users);
        List<UserId> unknown = users.stream()
                .filter(user -> now.passesOver(known.get(user), post.tick()))
                .toList();
        return unknown.isEmpty() ? Set.of() : read(unknown, now, post.tick());
    }

    /** Returns the ticks of the posts with which slices pass over the reader. Strongly consistent, so that no later slice passes over more. */
    public LongPredicate passedOver(UserId reader) {
        Dormancy now = dormancy.known();
        Active row = now.away() == null ? null : readers.view(reader).active();
        return tick -> now.passesOver(row, tick);
    }

    private Set<UserId> read(List<UserId> users, Dormancy now, long tick) {
        try {
            Map<UserId, Active> rows = readers.active(users);
            rows.forEach((user, row) -> {
                if (!now.passesOver(row, tick)) {
                    active.put(user, row);
                }
            });
            return users.stream()
                    .filter(user -> now.passesOver(rows.get(user), tick))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (StorageException e) {
            return Set.of();
        }
    }
}
