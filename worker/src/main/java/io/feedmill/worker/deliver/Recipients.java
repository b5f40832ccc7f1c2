package io.feedmill.worker.deliver;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.List;
import java.util.Set;

/**
 * Followers of an author, in ascending order, whose home feeds get a post.
 *
 * @param range whether they are nearly all followers between the first and the last of them
 * @param left recipients who were removed because they stopped following
 */
public record Recipients(PostId post, UserId author, List<UserId> users, boolean range, Skipped left) {

    /** Returns all followers of a range, as it was read. */
    public static Recipients ofRange(PostId post, UserId author, List<UserId> users) {
        return new Recipients(post, author, users, true, Skipped.NONE);
    }

    /** Returns some followers of a range. */
    static Recipients scattered(PostId post, UserId author, List<UserId> users) {
        return new Recipients(post, author, users, false, Skipped.NONE);
    }

    /** Returns these recipients but for some who stopped following; reads for which of them that is a block. Strongly consistent. */
    Recipients without(List<UserId> leavers, ReaderStore readers) {
        Set<UserId> gone = Set.copyOf(leavers);
        int blocked = readers.blocked(follows(leavers)).size();
        return new Recipients(
                post,
                author,
                users.stream().filter(user -> !gone.contains(user)).toList(),
                range,
                left.plus(new Skipped(leavers.size() - blocked, 0, 0, blocked)));
    }

    /** Returns recipients who stopped following. Strongly consistent. Reads a range by queries, which cost a fraction of single reads. */
    List<UserId> leavers(FollowStore follows) {
        if (users.isEmpty()) {
            return List.of();
        }
        List<UserId> now =
                range ? follows.followersBetween(author, users.getFirst(), users.getLast()) : followers(follows);
        if (now.equals(users)) {
            return List.of();
        }
        Set<UserId> followers = Set.copyOf(now);
        return users.stream().filter(user -> !followers.contains(user)).toList();
    }

    private List<UserId> followers(FollowStore follows) {
        return follows.since(follows(users), Consistency.STRONG).keySet().stream()
                .map(Follow::follower)
                .toList();
    }

    private List<Follow> follows(List<UserId> followers) {
        return followers.stream().map(user -> new Follow(user, author)).toList();
    }
}
