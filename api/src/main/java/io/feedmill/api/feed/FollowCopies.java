package io.feedmill.api.feed;

import io.feedmill.api.access.FreshReads;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.ReaderStore.Moved;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.SuspendSafeClock;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Whom readers follow, as read up to a minute ago: an import tells of no change. After a change no copy holds: it may be partial. Thread-safe. */
@Component
public final class FollowCopies {
    private static final Duration MAX_AGE = Duration.ofMinutes(1);
    private static final long MAX_BYTES = 32L * 1024 * 1024;
    private static final int USER_BYTES = 100;

    private final FollowStore follows;
    private final FreshReads<Key, List<UserId>> copies;

    public FollowCopies(FollowStore follows, SuspendSafeClock clocks) {
        this.follows = follows;
        this.copies = new FreshReads<>(
                clocks,
                (key, began) -> !key.moved().isRecent(clocks.wall().instant())
                        && clocks.now().since(began).compareTo(MAX_AGE) < 0,
                MAX_BYTES,
                authors -> USER_BYTES * authors.size());
    }

    private record Key(UserId reader, Moved moved) {}

    /** Returns the authors whom the reader follows, by the last changes as they were read before. */
    List<UserId> of(UserId reader, Moved moved) {
        return copies.get(new Key(reader, moved), key -> follows.following(key.reader()));
    }
}
