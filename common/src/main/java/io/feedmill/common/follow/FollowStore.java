package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.key.UserId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The follows. Each is two rows, one for each side. Thread-safe. */
public interface FollowStore {

    /** Both rows in one transaction; an existing follow keeps its {@code since}. */
    void follow(Follow follow);

    /** Removes both rows in one transaction; an absent one is no error. */
    void unfollow(Follow follow);

    /** Puts both rows of each relation by batches, without duplicates. A repetition completes a write that a crash interrupted. */
    void importAll(Collection<Follow> follows);

    /** Strongly consistent. */
    boolean follows(Follow follow);

    /** The next followers in ascending order after {@code after} (null: from the first), {@code limit} of them except at the end. Strongly consistent. */
    List<UserId> followersAfter(UserId author, @Nullable UserId after, int limit);

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
    record Follow(UserId follower, UserId author) {}

    /**
     * A follower of an author.
     *
     * @param since the tick of the follow, taken just before it was stored; a new one after an unfollow and another follow
     */
    record Follower(UserId user, long since) {}

    /** A page of user ids in ascending order; {@code next} is the id to continue after, null only at the end. */
    record UserPage(List<UserId> users, @Nullable UserId next) {}
}
