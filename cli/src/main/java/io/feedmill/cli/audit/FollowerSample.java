package io.feedmill.cli.audit;

import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.key.UserId;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A uniform random sample of each author's followers. The seed determines it, so that a resumed audit draws the same one. Keeps the sample of
 * one author in memory.
 */
final class FollowerSample implements AuthorAudit.FollowerPages {
    private static final int PAGE = 1_000;

    private final FollowStore follows;
    private final int size;
    private final long seed;
    private @Nullable UserId author;
    private NavigableMap<UserId, Follower> drawn = new TreeMap<>();

    FollowerSample(FollowStore follows, int size, long seed) {
        this.follows = follows;
        this.size = size;
        this.seed = seed;
    }

    private record Ticket(long number, Follower follower) {
        static final Comparator<Ticket> ORDER = Comparator.comparingLong(Ticket::number)
                .thenComparing(ticket -> ticket.follower().user());
    }

    @Override
    public List<Follower> page(UserId wanted, @Nullable UserId after, int limit) {
        if (!wanted.equals(author)) {
            drawn = draw(wanted);
            author = wanted;
        }
        return (after == null ? drawn : drawn.tailMap(after, false))
                .values().stream().limit(limit).toList();
    }

    /** Returns the followers with the lowest numbers. */
    private NavigableMap<UserId, Follower> draw(UserId from) {
        TreeSet<Ticket> lowest = new TreeSet<>(Ticket.ORDER);
        List<Follower> page;
        UserId after = null;
        do {
            page = follows.followersSince(from, after, PAGE);
            for (Follower follower : page) {
                lowest.add(new Ticket(number(from, follower.user()), follower));
                if (lowest.size() > size) {
                    lowest.pollLast();
                }
                after = follower.user();
            }
        } while (page.size() == PAGE);
        NavigableMap<UserId, Follower> byUser = new TreeMap<>();
        lowest.forEach(ticket -> byUser.put(ticket.follower().user(), ticket.follower()));
        return byUser;
    }

    private long number(UserId from, UserId user) {
        return new SplittableRandom(seed
                        + ((long) from.value().hashCode() << Integer.SIZE)
                        + user.value().hashCode())
                .nextLong();
    }
}
