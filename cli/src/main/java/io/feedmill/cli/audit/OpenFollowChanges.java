package io.feedmill.cli.audit;

import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of follower and author with an open follow or unfollow when this was read, each with the time at which its oldest one was accepted: the
 * home feed is not reconciled yet, and nothing about it is a finding.
 */
public record OpenFollowChanges(Guarantee guarantee, Map<Follow, Instant> accepted, Instant readAt) {
    private static final int PAGE = 1_000;

    /** Reads all shards of the outbox. Eventually consistent: the latest changes may be absent, and are not settled for their age. */
    public static OpenFollowChanges read(OutboxStore outbox, Guarantee guarantee, Clock clock) {
        Instant now = clock.instant();
        Map<Follow, Instant> accepted = new HashMap<>();
        for (int shard = 0; shard < outbox.shards(); shard++) {
            @Nullable String after = null;
            do {
                OutboxPage page = outbox.rows(shard, now, after, PAGE);
                for (OutboxRow row : page.rows()) {
                    Instant since = row.work().acceptedAt();
                    pair(row.work()).ifPresent(pair -> accepted.merge(pair, since, (a, b) -> a.isBefore(b) ? a : b));
                }
                after = page.next();
            } while (after != null);
        }
        return new OpenFollowChanges(guarantee, accepted, now);
    }

    /** A rebuild begins with the user's own posts. A request changes no home feed. */
    private static Optional<Follow> pair(OpenWork work) {
        return work.kind().equals(Rebuild.KIND)
                ? Optional.of(new Follow(work.author(), work.author()))
                : FollowChange.of(work)
                        .filter(change -> change.kind() != FollowChange.Kind.REQUEST)
                        .map(Follow::of);
    }

    boolean isOpen(Follow follow) {
        return accepted.containsKey(follow);
    }

    /** Whether the work of a follow that began at this tick has ended, and that of all changes before it. */
    boolean hasEnded(Follow follow, long tick) {
        return !isOpen(follow) && Ticks.toInstant(tick).plus(guarantee.margin()).isBefore(readAt);
    }

    /** Whether it has ended, and no handler writes what it read before the follow. */
    boolean isSettled(Follow follow, long tick) {
        return !isOpen(follow) && guarantee.isPast(tick, readAt);
    }
}
