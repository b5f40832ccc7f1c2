package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.key.UserId;
import java.util.Arrays;
import java.util.Optional;

/**
 * The rows of the table {@code readers}: the reader, then a kind and another user, or {@code follows}; and {@code blocked-by:<user>}, then the
 * blocker.
 */
public final class ReaderRows {
    public static final Table TABLE = Table.of("readers");

    /** The tick of the unfollow that hides the author, or of the last change of the reader's follows. */
    static final String TICK = "tick";

    private static final String FOLLOWS = "follows";
    private static final char SEPARATOR = '#';
    private static final String BLOCKED_BY = "blocked-by";

    /** Sorts after each character of a user id. */
    private static final String LAST = "~";

    private ReaderRows() {}

    /** Why a reader's pages leave out a user. */
    enum Kind implements LowerCaseName {
        /** An unfollowed author, until the home feed has no post of it. */
        HIDDEN,
        /** A muted author. */
        MUTED,
        /** A user whom the reader blocks. */
        BLOCKED
    }

    static Attributes key(UserId reader, Kind kind, UserId other) {
        return Attributes.key(reader.value(), kind.value() + SEPARATOR + other);
    }

    /** The mirror of a block, in a partition of its own: any number of users may block one, and its home pages read all other rows. */
    static Attributes mirror(UserId blocked, UserId blocker) {
        return Attributes.key(BLOCKED_BY + ":" + blocked, blocker.value());
    }

    /** The row that hides the author of an unfollow. */
    static Attributes hidden(FollowChange unfollow) {
        return key(unfollow.follower(), Kind.HIDDEN, unfollow.author()).number(TICK, unfollow.tick());
    }

    static Attributes hiddenKey(Follow follow) {
        return key(follow.follower(), Kind.HIDDEN, follow.author());
    }

    /** The row that tells when the reader's follows changed last, but for imports: pages keep whom a reader follows until then. */
    static Attributes follows(FollowChange last) {
        return Attributes.key(last.follower().value(), FOLLOWS).number(TICK, last.tick());
    }

    static boolean isFollows(Row row) {
        return row.sk().equals(FOLLOWS);
    }

    /** All rows of a reader, those of {@link RebuildRows} and {@link ActivityRows} included, but for the mirrors. */
    static PartitionQuery view(UserId reader) {
        return PartitionQuery.of(TABLE, reader.value())
                .only(String.join(", ", TableSchema.SK, TICK, RebuildRows.COMPLETED, ActivityRows.ATTRIBUTES));
    }

    /** The rows of one kind. */
    static PartitionQuery all(UserId reader, Kind kind) {
        return PartitionQuery.of(TABLE, reader.value())
                .between(kind.value() + SEPARATOR, kind.value() + SEPARATOR + LAST);
    }

    /** The sort key after which the rows of the kind continue. */
    static String position(Kind kind, UserId other) {
        return kind.value() + SEPARATOR + other;
    }

    /** The kind of a row; empty for one that only another version knows. */
    static Optional<Kind> kind(Row row) {
        String prefix = row.sk().substring(0, row.sk().indexOf(SEPARATOR) + 1);
        return Arrays.stream(Kind.values())
                .filter(kind -> prefix.equals(kind.value() + SEPARATOR))
                .findFirst();
    }

    /** The other user of a row. */
    static UserId other(Row row) {
        return other(row.sk());
    }

    static UserId other(String sortKey) {
        return new UserId(sortKey.substring(sortKey.indexOf(SEPARATOR) + 1));
    }

    /** The pair of users of a row, the reader first. */
    static Follow pair(Row row) {
        return new Follow(new UserId(row.pk()), other(row));
    }
}
