package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.key.UserId;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** The follows. Each is two rows, one for each side. Thread-safe. */
public interface FollowStore {
    /** The number of the author's newest posts that a follow brings. */
    int NEWEST = 100;

    /** How long a request stays open; then DynamoDB deletes it, within a few days. */
    Duration REQUEST_RETENTION = Duration.ofDays(90);

    /**
     * Begins a follow, in one transaction: both rows, the deletion of the row that hides the author from the follower, the end of an open request,
     * and an outbox row. Of an author who asks, makes a request, unless a row of the follow exists. Writes nothing if the follow exists with both rows
     * and nothing hides the author, if a block stands between the two, if the request is open already, or if the user follows the maximum of authors
     * or has the maximum of open requests. An existing follow keeps its {@code since}.
     */
    FollowResult follow(Follow follow);

    /**
     * Ends a follow, in one transaction: removes both rows, hides the author from the follower at once, and adds an outbox row. Ends an open request
     * before. Returns empty if both rows are absent, and writes nothing if the request is, too.
     */
    Optional<PairChange> unfollow(Follow follow);

    /** Ends a follow as {@link #unfollow}, on condition that one of the two blocks the other: what a block forbade, a later one may have allowed. */
    Optional<PairChange> endForbidden(Follow follow);

    /** Whether the user asks: a follow of the user is a request. False unless set. Strongly consistent. */
    boolean asks(UserId user);

    /** Sets the policy: no follow that contradicts it begins after the return. Followers and requests stay. A repetition writes nothing. */
    void setAsks(UserId user, boolean asks);

    /** Whether the request is open. Strongly consistent. */
    boolean isRequested(Follow follow);

    /** A page of the users whose requests to follow this one are open, as {@link #followers}. */
    UserPage requests(UserId author, @Nullable UserId after, int limit);

    /** Begins a follow in one transaction with the end of the request for it, whatever the policy is. A repetition writes nothing. */
    FollowResult accept(Follow request);

    /** Ends the request; an absent one is no error, and writes nothing. */
    void refuse(Follow request);

    /**
     * Ends the work of a change whose home feed is reconciled: removes its outbox row, and the row that hides the author if it is that of the same
     * unfollow. Returns false if it had ended.
     */
    boolean end(PairChange change);

    /** As {@link #end}, of an unfollow that still hides its author; of any other one nothing is written. */
    boolean endHidden(PairChange unfollow);

    /**
     * Puts back the outbox row of an unfollow that still hides the author, so that its work begins again. Returns false if the row is there, or the
     * unfollow hides the author no more.
     */
    boolean reopen(PairChange unfollow);

    /** Puts both rows of each relation by batches, without duplicates, whether the author asks or not; an open request stays. A repetition completes a write that a crash interrupted. */
    void importAll(Collection<Follow> follows);

    /** Strongly consistent. */
    boolean follows(Follow follow);

    /** The next followers in ascending order after {@code after} (null: from the first), {@code limit} of them except at the end. Strongly consistent. */
    List<UserId> followersAfter(UserId author, @Nullable UserId after, int limit);

    /** The authors whom the user follows, as {@link #followersAfter}. */
    List<UserId> followingAfter(UserId follower, @Nullable UserId after, int limit);

    /**
     * The next followers in ascending order from {@code first} to {@code last}, both inclusive, after {@code after} (null: from {@code first}),
     * {@code limit} of them except at the end. Strongly consistent.
     */
    List<UserId> followersBetween(UserId author, UserId first, UserId last, @Nullable UserId after, int limit);

    /** As {@link #followersAfter}, with the time of each follow, and eventually consistent: at half the price. */
    List<Follower> followersSince(UserId author, @Nullable UserId after, int limit);

    /** The ticks of the existing follows, from the followers' side. */
    Map<Follow, Long> since(Collection<Follow> follows, Consistency consistency);

    /** Those of up to 100 authors whom the user follows. Strongly consistent, from the follower's side: reads nothing of the authors' own. */
    Set<UserId> followed(UserId follower, Set<UserId> authors);

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

        /** The same pair of users, the other way. */
        public Follow reversed() {
            return new Follow(author, follower);
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

        /** The user follows {@link FollowSettings#max} authors already. Concurrent calls may exceed it by their number. */
        record Full() implements FollowResult {}

        /** The author asks: a request is open. */
        record Requested() implements FollowResult {}

        /** The request to accept is not open. */
        record NotRequested() implements FollowResult {}

        /** The author asks, and the user has {@link FollowSettings#maxRequests} open requests already. Concurrent calls may exceed it as well. */
        record TooManyRequests() implements FollowResult {}
    }

    /**
     * A follower of an author.
     *
     * @param since the tick of the follow, taken just before it was stored; a new one after an unfollow and another follow
     * @param tick the tick of the {@link PairChange} that began the follow; null: an import, which brings no earlier posts
     */
    record Follower(UserId user, long since, @Nullable Long tick) {}

    /** A page of user ids in ascending order; {@code next} is the id to continue after, null only at the end. */
    record UserPage(List<UserId> users, @Nullable UserId next) {}

    /**
     * Follows.
     *
     * @param max maximum number of authors that a user may follow by calls; at least 1. Imports are not counted, and may exceed it
     * @param maxRequests maximum number of a user's open requests to authors who ask; at least 1
     */
    @Validated
    @ConfigurationProperties("feedmill.follows")
    record FollowSettings(
            @DefaultValue("7500") @Min(1) int max,
            @DefaultValue("500") @Min(1) int maxRequests) {}
}
