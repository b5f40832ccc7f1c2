package io.feedmill.worker.deliver;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.List;
import java.util.Set;

/**
 * Followers of an author, in ascending order, whose home feeds get a post.
 *
 * @param range whether they are nearly all followers between the first and the last of them
 */
public record Recipients(PostId post, UserId author, List<UserId> users, boolean range) {

    /** Returns all followers of a range, as it was read. */
    public static Recipients ofRange(PostId post, UserId author, List<UserId> users) {
        return new Recipients(post, author, users, true);
    }

    /** Returns some followers of a range. */
    static Recipients scattered(PostId post, UserId author, List<UserId> users) {
        return new Recipients(post, author, users, false);
    }

    /** Returns these recipients but for some of them. */
    Recipients without(List<UserId> others) {
        Set<UserId> left = Set.copyOf(others);
        return new Recipients(
                post,
                author,
                users.stream().filter(user -> !left.contains(user)).toList(),
                range);
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
        List<Follow> asked =
                users.stream().map(user -> new Follow(user, author)).toList();
        return follows.since(asked, Consistency.STRONG).keySet().stream()
                .map(Follow::follower)
                .toList();
    }
}
