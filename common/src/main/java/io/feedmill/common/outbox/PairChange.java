package io.feedmill.common.outbox;

import io.feedmill.common.key.UserId;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The begin or the end of a follow whose home feed is not yet reconciled, or a rebuild of a home feed: of the user and the user. It is open as long as
 * its outbox row exists.
 *
 * @param shard the shard of its outbox row
 * @param tick when it was accepted; two changes of one pair of users have two ticks
 */
public record PairChange(int shard, long tick, UserId follower, UserId author, Kind kind) {

    /** What changed. */
    public enum Kind {
        /** The follower follows the author. */
        FOLLOW,
        /** The follower follows the author no more, also because of a block. */
        UNFOLLOW,
        /** The home feed is rebuilt. */
        REBUILD;

        /** As stored and as sent: lower case. */
        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The inverse of {@link #value()}; empty for any other text. */
        public static Optional<Kind> of(String value) {
            return Arrays.stream(values())
                    .filter(kind -> kind.value().equals(value))
                    .findFirst();
        }

        /** How often the pair is reconciled: an unfollow looks twice, because slices that were read before it may write after the first look. */
        public int looks() {
            return this == UNFOLLOW ? 2 : 1;
        }
    }

    /**
     * The progress of a rebuild.
     *
     * @param authors the number of authors that are reconciled
     * @param last the last of them, in the order of their ids; null: none
     */
    public record Reached(long authors, @Nullable UserId last) {
        public static final Reached NOTHING = new Reached(0, null);

        /** The progress after one more author. */
        public Reached then(UserId author) {
            return new Reached(authors + 1, author);
        }
    }

    /** The id in logs. */
    @Override
    public String toString() {
        return kind.value() + " " + follower + " " + author;
    }
}
