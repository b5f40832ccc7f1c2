package io.feedmill.cli.audit;

import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.Follower;
import io.feedmill.common.key.UserId;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Some followers of each author, drawn so that each has the same chance. Everybody's lot follows from the seed, so that the same are drawn again
 * after a break. Keeps those of one author.
 */
final class Sample implements Followers {
    private static final int PAGE = 1_000;

    private final FollowStore follows;
    private final int size;
    private final long seed;
    private @Nullable UserId author;
    private NavigableMap<UserId, Follower> drawn = new TreeMap<>();

    Sample(FollowStore follows, int size, long seed) {
        this.follows = follows;
        this.size = size;
        this.seed = seed;
    }

    private record Lot(long number, Follower follower) {
        static final Comparator<Lot> ORDER = Comparator.comparingLong(Lot::number)
                .thenComparing(lot -> lot.follower().user());
    }

    @Override
    public List<Follower> page(UserId wanted, @Nullable UserId behind, int limit) {
        if (!wanted.equals(author)) {
            drawn = draw(wanted);
            author = wanted;
        }
        return (behind == null ? drawn : drawn.tailMap(behind, false))
                .values().stream().limit(limit).toList();
    }

    /** The followers with the lowest lots. */
    private NavigableMap<UserId, Follower> draw(UserId from) {
        TreeSet<Lot> lowest = new TreeSet<>(Lot.ORDER);
        List<Follower> page;
        UserId behind = null;
        do {
            page = follows.followersSince(from, behind, PAGE);
            for (Follower follower : page) {
                lowest.add(new Lot(lot(from, follower.user()), follower));
                if (lowest.size() > size) {
                    lowest.pollLast();
                }
                behind = follower.user();
            }
        } while (page.size() == PAGE);
        NavigableMap<UserId, Follower> byUser = new TreeMap<>();
        lowest.forEach(lot -> byUser.put(lot.follower().user(), lot.follower()));
        return byUser;
    }

    private long lot(UserId from, UserId user) {
        return new SplittableRandom(seed
                        + ((long) from.value().hashCode() << Integer.SIZE)
                        + user.value().hashCode())
                .nextLong();
    }
}
