package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.key.UserId;
import java.util.stream.Stream;

/** The rows of the table {@code follows}, two a follow: {@code followers:<author>}/follower and {@code following:<follower>}/author. */
final class FollowRows {
    /** The tick of the follow. */
    static final String SINCE = "since";

    /** The tick of the change that began the follow; absent: an import. */
    static final String TICK = "tick";

    /** The number of rows of a follow. */
    static final int OF_FOLLOW = 2;

    private static final String FOLLOWERS = "followers:";
    private static final String FOLLOWING = "following:";

    private FollowRows() {}

    /** The keys of both rows. */
    static Stream<Attributes> keys(Follow follow) {
        return Stream.of(
                key(follow),
                Attributes.key(FOLLOWING + follow.follower(), follow.author().value()));
    }

    /** The key of the row on the followers' side, which the others of this class read. */
    static Attributes key(Follow follow) {
        return Attributes.key(FOLLOWERS + follow.author(), follow.follower().value());
    }

    static PartitionQuery followers(UserId author) {
        return PartitionQuery.of(Table.FOLLOWS, FOLLOWERS + author);
    }

    static PartitionQuery following(UserId follower) {
        return PartitionQuery.of(Table.FOLLOWS, FOLLOWING + follower);
    }

    static Follower follower(Row row) {
        return new Follower(
                new UserId(row.sk()), since(row), row.optionalNumber(TICK).orElse(null));
    }

    static Follow follow(Row row) {
        return new Follow(new UserId(row.sk()), new UserId(row.pk().substring(FOLLOWERS.length())));
    }

    static long since(Row row) {
        return row.number(SINCE);
    }
}
