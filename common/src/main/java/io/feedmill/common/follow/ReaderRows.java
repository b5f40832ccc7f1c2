package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.key.UserId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Table {@code readers}: a reader with a kind and another user, {@code follows} or {@code active}; {@code blocked-by:<user>} with the blocker. */
public final class ReaderRows {
    public static final Table TABLE = Table.of("readers");

    /** The tick of the unfollow that hides the author, or of the last change of the reader's follows. */
    static final String TICK = "tick";

    static final String FOLLOWS = "follows";
    static final String ACTIVE = "active";
    private static final String SEEN = "seen";
    private static final String FROM = "gapFrom";
    private static final String TO = "gapTo";
    private static final String ALWAYS = "always";
    private static final String AGAIN = "again";
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

    static Attributes activeKey(UserId user) {
        return Attributes.key(user.value(), ACTIVE);
    }

    static ReaderActivity active(Row row) {
        return new ReaderActivity(
                row.number(SEEN), row.number(FROM, 0), row.number(TO, 0), row.has(ALWAYS), row.number(AGAIN, 0));
    }

    /** Each update sets a later time, which is the condition of the next one. */
    static Update seen(UserId user, @Nullable ReaderActivity before, ReaderActivity after) {
        Attributes written = Attributes.of().number(SEEN, after.lastSeen());
        if (after.gapTo() > 0) {
            written.number(FROM, after.gapFrom()).number(TO, after.gapTo());
        }
        if (after.neverDormant()) {
            written.flag(ALWAYS);
        }
        if (after.rebuildAfter() > 0) {
            written.number(AGAIN, after.rebuildAfter());
        }
        String condition = before == null ? "attribute_not_exists(pk)" : "seen = :before";
        Update update = Update.replace(TABLE, activeKey(user), condition, written, List.of(FROM, TO, ALWAYS, AGAIN));
        return before == null ? update : update.with(Attributes.of().number(":before", before.lastSeen()));
    }

    /** All rows of a reader, those of {@link RebuildStore} included, but for the mirrors. */
    static PartitionQuery view(UserId reader) {
        return PartitionQuery.of(TABLE, reader.value())
                .only(String.join(", ", TableSchema.SK, TICK, RebuildStore.COMPLETED, SEEN, FROM, TO, ALWAYS, AGAIN));
    }

    static PartitionQuery mirrors(UserId blocked) {
        return PartitionQuery.of(TABLE, BLOCKED_BY + ":" + blocked);
    }

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
        return LowerCaseName.find(
                Kind.values(), row.sk().substring(0, Math.max(0, row.sk().indexOf(SEPARATOR))));
    }

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
