package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of {@link FollowStore} about policies and requests. */
public abstract class FollowRequestContract extends Contract {
    /** It was open before. */
    private static final FollowResult REQUESTED = new FollowResult.Requested(null);

    private static final FollowResult NOT_REQUESTED = new FollowResult.NotRequested();

    /** The default of {@code feedmill.follows.max}. */
    private static final int MAX_FOLLOWS = 7_500;

    /** The default of {@code feedmill.follows.max-requests}. */
    private static final int MAX_REQUESTS = 500;

    private final FollowStore follows = stores.follows();
    private final ReaderStore readers = stores.readers();
    private final UserId bob = freshUser("bob");
    private final Follow follow = new Follow(bob, author);

    @BeforeEach
    void authorAsks() {
        follows.setAsks(author, true);
    }

    private List<UserId> open() {
        return follows.requests(author, null, 100).items();
    }

    private FollowChange accepted() {
        return ((FollowResult.Followed) follows.accept(follow)).change();
    }

    private static FollowChange requested(FollowResult result) {
        return Objects.requireNonNull(((FollowResult.Requested) result).change());
    }

    /** Without that of requests. */
    private List<FollowChange> work() {
        return allWork().stream()
                .filter(change -> change.kind() != FollowChange.Kind.REQUEST)
                .toList();
    }

    private List<FollowChange> allWork() {
        return outboxRows(work -> work.id().startsWith(bob + "#")).stream()
                .flatMap(row -> FollowChange.of(row.work()).stream())
                .toList();
    }

    private void assertNoTrace() {
        assertThat(open()).isEmpty();
        assertThat(follows.isRequested(follow)).isFalse();
        assertThat(follows.follows(follow)).isFalse();
        assertThat(follows.accept(follow)).isEqualTo(NOT_REQUESTED);
    }

    @Test
    void aUserIsOpenUntilItAsks() {
        UserId dan = freshUser("dan");
        assertThat(follows.asks(dan)).isFalse();
        follows.setAsks(dan, false);
        assertThat(follows.follow(new Follow(bob, dan))).isInstanceOf(FollowResult.Followed.class);
        follows.setAsks(dan, true);
        follows.setAsks(dan, true);
        assertThat(follows.asks(dan)).isTrue();
        follows.setAsks(dan, false);
        assertThat(follows.asks(dan)).isFalse();
    }

    /** Each follower goes by one of the copies of the policy. */
    @Test
    void allFollowersOfOneWhoAsksAreAsked() {
        List<UserId> followers = users(fresh("many"), 64);
        assertThat(followers.stream().map(user -> follows.follow(new Follow(user, author))))
                .hasOnlyElementsOfType(FollowResult.Requested.class);
        follows.setAsks(author, false);
        assertThat(followers.stream().map(user -> follows.follow(new Follow(user, author))))
                .hasOnlyElementsOfType(FollowResult.Followed.class);
        assertThat(open()).isEmpty();
    }

    @Test
    void aFollowOfOneWhoAsksIsARequestWithItsWork() {
        FollowChange change = requested(follows.follow(follow));
        assertThat(change.kind()).isEqualTo(FollowChange.Kind.REQUEST);
        assertThat(Follow.of(change)).isEqualTo(follow);
        assertThat(follows.follow(follow)).isEqualTo(REQUESTED);
        assertThat(allWork()).containsExactly(change);
        assertThat(follows.requestedAt(follow)).contains(change.tick());
        assertThat(follows.end(change)).isTrue();
        assertThat(follows.end(change)).isFalse();
        assertThat(allWork()).isEmpty();
        assertThat(open()).containsExactly(bob);
        assertThat(follows.isRequested(follow)).isTrue();
        assertThat(follows.follows(follow)).isFalse();
        assertThat(follows.following(bob, null, 10).items()).isEmpty();
        assertThat(work()).isEmpty();
    }

    @Test
    void anAcceptedRequestIsAFollowWithItsWork() {
        follows.follow(follow);
        FollowChange change = accepted();
        assertThat(change.kind()).isEqualTo(FollowChange.Kind.FOLLOW);
        assertThat(Follow.of(change)).isEqualTo(follow);
        assertThat(work()).containsExactly(change);
        assertThat(follows.follows(follow)).isTrue();
        assertThat(follows.followedAt(follow)).contains(change.tick());
        assertThat(follows.requestedAt(follow)).isEmpty();
        assertThat(follows.following(bob, null, 10).items()).containsExactly(author);
        assertThat(follows.followersSince(author, null, 10))
                .singleElement()
                .satisfies(follower -> assertThat(follower.tick()).isEqualTo(change.tick()));
        assertThat(open()).isEmpty();
        assertThat(follows.accept(follow)).isEqualTo(new FollowResult.Unchanged());
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.Unchanged());
        assertThat(work()).containsExactly(change);
    }

    @Test
    void anAcceptanceShowsAnAuthorWhoWasUnfollowed() {
        follows.follow(follow);
        accepted();
        follows.unfollow(follow);
        assertThat(readers.view(bob).hidden()).containsExactly(author);
        requested(follows.follow(follow));
        assertThat(readers.view(bob).hidden()).containsExactly(author);
        accepted();
        assertThat(readers.view(bob).hidden()).isEmpty();
    }

    /** TTL deletes late. */
    @Test
    void aRequestIsNoneAfterNinetyDays() {
        List<UserId> all = users(fresh("late"), 3);
        all.forEach(user -> follows.follow(new Follow(user, author)));
        clock.advance(FollowStore.REQUEST_RETENTION.minusSeconds(2));
        follows.follow(follow);
        clock.advance(Duration.ofSeconds(2));
        assertThat(follows.requests(author, null, 1)).isEqualTo(new Page<>(List.of(bob), null));
        assertThat(follows.requesting(author, List.of(bob, all.getFirst()))).containsExactly(bob);
        accepted();
        assertThat(follows.requesting(author, List.of(bob))).isEmpty();
        Follow late = new Follow(all.getFirst(), author);
        assertThat(follows.isRequested(late)).isFalse();
        assertThat(follows.requestedAt(late)).isEmpty();
        assertThat(follows.accept(late)).isEqualTo(NOT_REQUESTED);
        follows.refuse(late);
        assertThat(follows.unfollow(late)).isEmpty();
        requested(follows.follow(new Follow(all.getLast(), author)));
        assertThat(open()).containsExactly(all.getLast());
    }

    @Test
    void aRefusedRequestMayBeMadeAgain() {
        follows.refuse(follow);
        follows.follow(follow);
        follows.refuse(follow);
        follows.refuse(follow);
        assertNoTrace();
        requested(follows.follow(follow));
        assertThat(open()).containsExactly(bob);
    }

    @Test
    void anUnfollowTakesARequestBackAndIsNoChange() {
        follows.follow(follow);
        assertThat(follows.unfollow(follow)).isEmpty();
        assertNoTrace();
        assertThat(work()).isEmpty();
    }

    @Test
    void aBlockOfEitherUserEndsARequest() {
        follows.follow(follow);
        readers.block(author, bob);
        assertNoTrace();
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.Blocked());
        readers.unblock(author, bob);
        assertNoTrace();
        follows.follow(follow);
        readers.block(bob, author);
        assertNoTrace();
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.Blocked());
        assertThat(work()).isEmpty();
    }

    @Test
    void anOpenPolicyLeavesRequestsUntilTheNextFollow() {
        Follow other = new Follow(freshUser("cid"), author);
        follows.follow(follow);
        follows.follow(other);
        follows.setAsks(author, false);
        assertThat(open()).containsExactly(bob, other.follower());
        assertThat(follows.accept(other)).isInstanceOf(FollowResult.Followed.class);
        assertThat(open()).containsExactly(bob);
        assertThat(follows.follow(follow)).isInstanceOf(FollowResult.Followed.class);
        assertThat(open()).isEmpty();
        assertThat(follows.follows(follow)).isTrue();
        assertThat(work()).hasSize(1);
    }

    @Test
    void aFollowerStaysAFollowerOfOneWhoAsks() {
        follows.setAsks(author, false);
        follows.follow(follow);
        follows.setAsks(author, true);
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.Unchanged());
        backend.removeFollowersRow(follow);
        assertThat(follows.follow(follow)).isInstanceOf(FollowResult.Followed.class);
        assertThat(open()).isEmpty();
        follows.unfollow(follow);
        requested(follows.follow(follow));
    }

    /** The follow of the import is there; the request goes with the next call about it. */
    @Test
    void anImportPassesThePolicyAndLeavesTheRequest() {
        follows.follow(follow);
        follows.importAll(List.of(follow));
        assertThat(follows.followedAt(follow)).isEmpty();
        assertThat(follows.follows(follow)).isTrue();
        assertThat(open()).containsExactly(bob);
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.Unchanged());
        follows.refuse(follow);
        assertThat(follows.follows(follow)).isTrue();
        follows.setAsks(author, true);
        follows.unfollow(follow);
        follows.follow(follow);
        follows.importAll(List.of(follow));
        assertThat(follows.unfollow(follow)).isPresent();
        assertNoTrace();
    }

    @Test
    void aPageHasRequestsInOrder() {
        List<UserId> all = users(fresh("-asker"), 3);
        all.reversed().forEach(user -> follows.follow(new Follow(user, author)));
        assertThat(follows.requests(author, null, 2)).isEqualTo(new Page<>(all.subList(0, 2), all.get(1)));
        assertThat(follows.requests(author, all.get(1), 2)).isEqualTo(new Page<>(all.subList(2, 3), null));
        assertThat(follows.requests(author, all.get(2), 2)).isEqualTo(new Page<>(List.of(), null));
        assertThat(follows.requests(bob, null, 2)).isEqualTo(new Page<>(List.of(), null));
        assertThat(follows.followers(author, null, 10).items()).isEmpty();
    }

    @Test
    @Tag("full")
    void aUserHasTheMaximumOfOpenRequestsAndNoOneMore() {
        List<Follow> all = users(fresh("shy"), MAX_REQUESTS).stream()
                .map(other -> new Follow(bob, other))
                .toList();
        all.forEach(request -> {
            follows.setAsks(request.author(), true);
            requested(follows.follow(request));
        });
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.TooManyRequests());
        assertThat(follows.follow(all.getFirst())).isEqualTo(REQUESTED);
        assertThat(open()).isEmpty();
        follows.refuse(all.getFirst());
        requested(follows.follow(follow));
        Follow other = new Follow(bob, freshUser("other"));
        follows.setAsks(other.author(), true);
        assertThat(follows.follow(other)).isEqualTo(new FollowResult.TooManyRequests());
        clock.advance(FollowStore.REQUEST_RETENTION);
        requested(follows.follow(other));
    }

    @Tag("full")
    @Test
    void aFollowerWithTheMaximumOfFollowsNeitherAsksNorIsAccepted() {
        follows.follow(follow);
        follows.importAll(IntStream.range(0, MAX_FOLLOWS)
                .mapToObj(i -> new Follow(bob, user("other-%04d".formatted(i))))
                .toList());
        assertThat(follows.accept(follow)).isEqualTo(new FollowResult.Full());
        assertThat(open()).containsExactly(bob);
        assertThat(follows.follows(follow)).isFalse();
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.Full());
        follows.unfollow(new Follow(bob, user("other-0000")));
        accepted();
    }
}
