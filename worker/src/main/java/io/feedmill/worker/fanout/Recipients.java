package io.feedmill.worker.fanout;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Followers of an author, ascending, who get a post, but for dormant ones; {@code range}: nearly all between the first and the last. */
record Recipients(PostId post, UserId author, List<UserId> users, boolean range, Set<UserId> dormant) {

    /** Returns followers of a range, as it was read. */
    static Recipients ofRange(PostId post, UserId author, List<UserId> users) {
        return new Recipients(post, author, users, true, Set.of());
    }

    static Recipients scattered(PostId post, UserId author, List<UserId> users) {
        return new Recipients(post, author, users, false, Set.of());
    }

    Recipients with(List<UserId> others) {
        return new Recipients(post, author, others, range, dormant);
    }

    Recipients passingOver(Set<UserId> passedOver) {
        return new Recipients(post, author, users, range, passedOver);
    }

    /** Returns those who are not passed over. */
    List<UserId> awake() {
        return without(dormant).users();
    }

    Recipients without(Collection<UserId> some) {
        Set<UserId> others = new HashSet<>(some);
        return others.isEmpty()
                ? this
                : with(users.stream().filter(user -> !others.contains(user)).toList());
    }

    /** Strongly consistent. Reads a range by queries, at a fraction of the price of single reads, unless it has twice the followers by now. */
    List<UserId> leavers(FollowStore follows) {
        if (users.isEmpty()) {
            return List.of();
        }
        int limit = 2 * users.size();
        List<UserId> now = range
                ? follows.followersBetween(author, users.getFirst(), users.getLast(), null, limit)
                : followers(follows);
        boolean grown = range && now.size() == limit && !now.getLast().equals(users.getLast());
        return now.equals(users)
                ? List.of()
                : without(grown ? followers(follows) : now).users();
    }

    private List<UserId> followers(FollowStore follows) {
        return follows.since(follows(users), Consistency.STRONG).keySet().stream()
                .map(Follow::follower)
                .toList();
    }

    List<Follow> follows(List<UserId> followers) {
        return followers.stream().map(user -> new Follow(user, author)).toList();
    }
}
