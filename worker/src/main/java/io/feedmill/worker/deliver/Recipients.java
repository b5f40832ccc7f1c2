package io.feedmill.worker.deliver;

import io.feedmill.common.dynamo.Consistency;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.List;
import java.util.Set;

/**
 * Who is to have a post in the home feed: followers of its author, in ascending order.
 *
 * @param range whether hardly anybody else follows between the first and the last of them
 */
public record Recipients(PostId post, UserId author, List<UserId> users, boolean range) {

    /** All followers of a range, as they stood when it was read. */
    public static Recipients ofRange(PostId post, UserId author, List<UserId> users) {
        return new Recipients(post, author, users, true);
    }

    /** These, however many others follow between them. */
    static Recipients scattered(PostId post, UserId author, List<UserId> users) {
        return new Recipients(post, author, users, false);
    }

    /** Who of them does not follow any more. Strongly consistent; a range is read by queries, at a fraction of the price. */
    List<UserId> leavers(FollowStore follows) {
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
