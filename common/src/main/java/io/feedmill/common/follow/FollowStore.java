package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.PairChange;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The follows. Each is two rows, one for each side. Thread-safe. */
public interface FollowStore {
    /** The number of the author's newest posts that a follow brings. */
    int NEWEST = 100;

    /**
     * Begins a follow, in one transaction: both rows, the deletion of the row that hides the author from the follower, and an outbox row. Writes
     * nothing if the follow exists with both rows, or if a block stands between the two. An existing follow keeps its {@code since}.
     */
    FollowResult follow(Follow follow);

    /**
     * Ends a follow, in one transaction: removes both rows, hides the author from the follower at once, and adds an outbox row. Writes nothing and
     * returns empty if both rows are absent.
     */
    Optional<PairChange> unfollow(Follow follow);

    /**
     * Ends the work of a change whose home feed is reconciled: removes its outbox row, and the row that hides the author if it is that of the same
     * unfollow.
     */
    void end(PairChange change);

    /**
     * Puts back the outbox row of an unfollow that still hides the author, so that its work begins again. Returns false if the row is there, or the
     * unfollow hides the author no more.
     */
    boolean reopen(PairChange unfollow);

    /** Puts both rows of each relation by batches, without duplicates. A repetition completes a write that a crash interrupted. */
    void importAll(Collection<Follow> follows);

    /** Strongly consistent. */
    boolean follows(Follow follow);

    /** The next followers in ascending order after {@code after} (null: from the first), {@code limit} of them except at the end. Strongly consistent. */
    List<UserId> followersAfter(UserId author, @Nullable UserId after, int limit);

    /** The authors whom the user follows, as {@link #followersAfter}. */
    List<UserId> followingAfter(UserId follower, @Nullable UserId after, int limit);

    /** All followers from {@code first} to {@code last}, both inclusive, ascending. Strongly consistent. */
    List<UserId> followersBetween(UserId author, UserId first, UserId last);

    /** As {@link #followersAfter}, with the time of each follow, and eventually consistent: at half the price. */
    List<Follower> followersSince(UserId author, @Nullable UserId after, int limit);

    /** The ticks of the existing follows, from the followers' side. */
    Map<Follow, Long> since(Collection<Follow> follows, Consistency consistency);

    /** A page for display; the first ({@code after} null) is strongly consistent. */
    UserPage followers(UserId author, @Nullable UserId after, int limit);

    /** As {@link #followers}, from the other side. */
    UserPage following(UserId follower, @Nullable UserId after, int limit);

    /** A user follows another. */
    record Follow(UserId follower, UserId author) {

        /** The follow that began or ended. */
        public static Follow of(PairChange change) {
            return new Follow(change.follower(), change.author());
        }
    }

    /** The outcome of a follow. */
    sealed interface FollowResult {

        /** The user follows the author now. The home feed is to be reconciled. */
        record Followed(PairChange change) implements FollowResult {}

        /** The user followed the author before. */
        record Unchanged() implements FollowResult {}

        /** One of the two blocks the other. */
        record Blocked() implements FollowResult {}
    }

    /**
     * A follower of an author.
     *
     * @param since the tick of the follow, taken just before it was stored; a new one after an unfollow and another follow
     * @param tick the tick of the {@link PairChange} that began the follow; null: an import, which brings no earlier posts
     */
    record Follower(UserId user, long since, @Nullable Long tick) {

        /** An imported follower. */
        public Follower(UserId user, long since) {
            this(user, since, null);
        }
    }

    /** A page of user ids in ascending order; {@code next} is the id to continue after, null only at the end. */
    record UserPage(List<UserId> users, @Nullable UserId next) {}
}
