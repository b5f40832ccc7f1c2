package io.feedmill.common.follow;

import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.UserPage;
import io.feedmill.common.key.UserId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What each reader's pages leave out: muted, blocked and blocking users, and authors whom the reader has just unfollowed. Thread-safe. */
public interface ReaderStore {
    /** Maximum of mutes of a user, and of blocks. Concurrent calls may exceed it by their number. */
    int MAX = 500;

    /** Returns what the reader's home pages go by. Strongly consistent. */
    ReaderView view(UserId reader);

    /** The authors of {@link ReaderView#hidden}. Strongly consistent. */
    default Set<UserId> hidden(UserId reader) {
        return view(reader).hidden();
    }

    /** Those pairs of users between whom a block stands, in either direction. Strongly consistent. */
    Set<Follow> blocked(Collection<Follow> pairs);

    /** Those of up to 100 authors who block the reader. Strongly consistent; reads nothing of the authors' own. */
    Set<UserId> blockers(UserId reader, Set<UserId> authors);

    /** Mutes the author for the reader. Returns false if the reader mutes {@link #MAX} others already. A repetition writes nothing. */
    boolean mute(UserId reader, UserId author);

    /** Ends a mute; an absent one is no error, and writes nothing. */
    void unmute(UserId reader, UserId author);

    /**
     * Blocks the other user, in one transaction: rows on both sides, and the end of the follows and requests between the two, as
     * {@link FollowStore#unfollow}. A repetition writes nothing.
     */
    BlockResult block(UserId user, UserId other);

    /** Ends a block; an absent one is no error, and writes nothing. Restores no follow. */
    void unblock(UserId user, UserId other);

    /** A page of the users whom the reader mutes; the first ({@code after} null) is strongly consistent. */
    UserPage mutedBy(UserId reader, @Nullable UserId after, int limit);

    /** As {@link #mutedBy}, of the users whom this one blocks. */
    UserPage blockedBy(UserId user, @Nullable UserId after, int limit);

    /**
     * What the home pages of a reader go by.
     *
     * @param hidden the authors whose posts they do not show, without those who block the reader: a block ends the follow, so that only a post that
     *     needs no follow is left to hide
     * @param rebuilding whether the home feed is being rebuilt
     * @param active null: no page has noted that it was seen
     */
    record ReaderView(
            Set<UserId> hidden,
            boolean rebuilding,
            @Nullable Active active) {}

    /** Of these readers, those of whom a page has noted that they were seen. Eventually consistent: at half the price. */
    Map<UserId, Active> active(Collection<UserId> readers);

    /** Notes that a reader was seen, unless another call did since {@code before} (null: no row) was read; returns whether it did. */
    boolean seen(UserId reader, @Nullable Active before, Active after);

    /** The unfollows that hide these authors from these followers. Strongly consistent. */
    Map<Follow, PairChange> unfollows(Collection<Follow> pairs);

    /** The unfollows that hide authors from the reader, by author. Strongly consistent. */
    NavigableMap<UserId, PairChange> unfollows(UserId reader);

    /** Up to {@code limit} rows of the readers of a segment after the position (null: from its beginning). Eventually consistent. */
    ReaderScan scan(Segment segment, @Nullable RowKey after, int limit);

    /**
     * Rows of readers.
     *
     * @param unfollows those that hide an author
     * @param blocks pairs of users of whom the first blocks the second
     * @param next where the next page continues (exclusive); null only at the end. A page may be short or empty before the end
     */
    record ReaderScan(
            List<PairChange> unfollows,
            List<Follow> blocks,
            @Nullable RowKey next) {}

    /** The outcome of a block. */
    sealed interface BlockResult {

        /** The block stands. The home feeds of the follows that it ended are to be reconciled. */
        record Blocked(List<PairChange> ended) implements BlockResult {}

        /** The user blocks {@link #MAX} others already. */
        record Full() implements BlockResult {}
    }
}
