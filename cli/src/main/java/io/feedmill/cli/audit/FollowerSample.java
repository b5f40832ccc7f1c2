package io.feedmill.cli.audit;

import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.key.UserId;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A uniform random sample of each author's followers, one author's at a time, by a seed: a resumed audit draws the same one. */
final class FollowerSample implements AuthorAudit.FollowerPages {
    private static final int PAGE = 1_000;

    private final FollowStore follows;
    private final int size;
    private final long seed;
    private @Nullable UserId author;
    private List<Follower> drawn = List.of();

    FollowerSample(FollowStore follows, int size, long seed) {
        this.follows = follows;
        this.size = size;
        this.seed = seed;
    }

    @Override
    public List<Follower> page(UserId wanted, @Nullable UserId after, int limit) {
        if (!wanted.equals(author)) {
            drawn = draw(wanted);
            author = wanted;
        }
        return drawn.stream()
                .filter(follower -> after == null || follower.user().compareTo(after) > 0)
                .limit(limit)
                .toList();
    }

    /** Returns the followers with the lowest numbers, by user. */
    private List<Follower> draw(UserId from) {
        TreeSet<Follower> lowest =
                new TreeSet<>(Comparator.<Follower>comparingLong(follower -> number(from, follower.user()))
                        .thenComparing(Follower::user));
        List<Follower> page = List.of();
        do {
            page = follows.followersSince(
                    from, page.isEmpty() ? null : page.getLast().user(), PAGE);
            lowest.addAll(page);
            while (lowest.size() > size) {
                lowest.pollLast();
            }
        } while (page.size() == PAGE);
        return lowest.stream().sorted(Comparator.comparing(Follower::user)).toList();
    }

    private long number(UserId from, UserId user) {
        return new SplittableRandom(seed
                        + ((long) from.value().hashCode() << Integer.SIZE)
                        + user.value().hashCode())
                .nextLong();
    }
}
