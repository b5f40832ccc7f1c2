package io.feedmill.worker.deliver;

import io.feedmill.common.dynamo.Consistency;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.PostId;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who is to have a post in the home feed: followers of its author, in ascending order.
 *
 * @param range whether hardly anybody else follows between the first and the last of them
 */
public record Recipients(PostId post, String author, List<String> users, boolean range) {

    /** All followers of a range, as they stood when it was read. */
    public static Recipients ofRange(PostId post, String author, List<String> users) {
        return new Recipients(post, author, users, true);
    }

    /** These, however many others follow between them. */
    static Recipients scattered(PostId post, String author, List<String> users) {
        return new Recipients(post, author, users, false);
    }

    /** Who of them follows now, and perhaps others. Strongly consistent; a range is read by queries, at a fraction of the price. */
    Set<String> followers(FollowStore follows) {
        return range
                ? Set.copyOf(follows.followersBetween(author, users.getFirst(), users.getLast()))
                : follows
                        .since(
                                users.stream()
                                        .map(user -> new Follow(user, author))
                                        .toList(),
                                Consistency.STRONG)
                        .keySet()
                        .stream()
                        .map(Follow::follower)
                        .collect(Collectors.toSet());
    }
}
