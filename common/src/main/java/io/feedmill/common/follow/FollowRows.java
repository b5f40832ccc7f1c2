package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.UserId;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rows of the table {@code follows}: two a follow, {@code followers:<author>}/follower and {@code following:<follower>}/author; two a request,
 * {@code requests:<author>}/follower and {@code requesting:<follower>}/author; and the copies of a policy, {@code requests:<author>}/#number.
 */
public final class FollowRows {
    public static final Table TABLE = Table.ofSmallRows("follows");

    static final String SINCE = "since";

    /** The tick of the change that began the follow, or made the request; absent: an import. */
    static final String TICK = "tick";

    /** In each copy of the policy of an author who asks. */
    static final String ASKS = "asks";

    static final int OF_FOLLOW = 2;

    private static final String FOLLOWERS = "followers:";
    private static final String FOLLOWING = "following:";

    private static final String REQUESTS = "requests:";
    private static final String REQUESTING = "requesting:";

    /** Follows check one copy of a policy each: transactions that check one row at the same time conflict. */
    private static final int POLICY_COPIES = 16;

    /** Sorts before each user id. */
    private static final String POLICY = "#";

    private FollowRows() {}

    static Stream<Attributes> keys(Follow follow) {
        return Stream.of(key(follow), followingKey(follow));
    }

    static Attributes followingKey(Follow follow) {
        return Attributes.key(FOLLOWING + follow.follower(), follow.author().value());
    }

    /** The key of the row on the followers' side, which the others of this class read. */
    static Attributes key(Follow follow) {
        return Attributes.key(FOLLOWERS + follow.author(), follow.follower().value());
    }

    static PartitionQuery followers(UserId author) {
        return PartitionQuery.of(TABLE, FOLLOWERS + author);
    }

    static PartitionQuery following(UserId follower) {
        return PartitionQuery.of(TABLE, FOLLOWING + follower);
    }

    /** The key of the copy of the author's policy that this follow goes by. */
    static Attributes policyKey(Follow follow) {
        return policyKey(follow.author(), ShardedKey.shardOf(follow.follower().value(), POLICY_COPIES));
    }

    private static Attributes policyKey(UserId author, int copy) {
        return Attributes.key(REQUESTS + author, POLICY + copy);
    }

    static Stream<Attributes> policy(UserId author, boolean asks) {
        return IntStream.range(0, POLICY_COPIES)
                .mapToObj(copy -> policyKey(author, copy))
                .map(key -> asks ? key.flag(ASKS) : key);
    }

    static Attributes requestKey(Follow request) {
        return Attributes.key(REQUESTS + request.author(), request.follower().value());
    }

    static Attributes requestingKey(Follow request) {
        return Attributes.key(REQUESTING + request.follower(), request.author().value());
    }

    static PartitionQuery requests(UserId author) {
        return PartitionQuery.of(TABLE, REQUESTS + author).after(POLICY + "~");
    }

    static PartitionQuery requesting(UserId follower) {
        return PartitionQuery.of(TABLE, REQUESTING + follower);
    }

    static boolean isFollow(Row row) {
        return row.pk().startsWith("follow");
    }

    static UserId user(Row row) {
        return new UserId(row.sk());
    }

    static Follower follower(Row row) {
        return new Follower(user(row), since(row), row.optionalNumber(TICK).orElse(null));
    }

    static Follow follow(Row row) {
        return new Follow(user(row), new UserId(row.pk().substring(FOLLOWERS.length())));
    }

    /** Whether an import that began before this tick wrote the row. */
    static boolean isImportedBefore(Row row, long tick) {
        return row.optionalNumber(TICK).isEmpty() && since(row) < tick;
    }

    static long since(Row row) {
        return row.number(SINCE);
    }
}
