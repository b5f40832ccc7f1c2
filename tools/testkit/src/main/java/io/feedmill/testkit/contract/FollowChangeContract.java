package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of {@link FollowStore} about changes of follows: the work that they leave, and what readers do not see meanwhile. */
public abstract class FollowChangeContract extends Contract {
    /** The default of {@code feedmill.follows.max}. */
    private static final int MAX = 7_500;

    private final FollowStore follows = stores.follows();
    private final UserId bob = freshUser("bob");
    private final Follow follow = new Follow(bob, author);

    @Test
    void aFollowIsOpenUntilItEnds() {
        FollowChange followed = followed(follow);
        assertThat(followed.kind()).isEqualTo(FollowChange.Kind.FOLLOW);
        assertThat(Follow.of(followed)).isEqualTo(follow);
        assertThat(rows()).containsExactly(new OutboxRow(followed.work(), 0, null));
        assertThat(follows.end(followed)).isTrue();
        assertThat(follows.end(followed)).isFalse();
        assertThat(rows()).isEmpty();
        assertThat(follows.follows(follow)).isTrue();
    }

    @Test
    void aCallThatChangesNothingIsNoChange() {
        assertThat(follows.unfollow(follow)).isEmpty();
        FollowChange followed = followed(follow);
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.Unchanged());
        assertThat(work()).containsExactly(followed.work());
        FollowChange unfollowed = follows.unfollow(follow).orElseThrow();
        assertThat(follows.unfollow(follow)).isEmpty();
        assertThat(work()).containsExactly(followed.work(), unfollowed.work());
    }

    /** An audit, or an import, has found the follow beside a block of either of the two, which may have ended since. */
    @Test
    void aForbiddenFollowEndsOnlyWhileABlockForbidsIt() {
        for (Follow block : List.of(follow, follow.reversed())) {
            stores.readers().block(block.follower(), block.author());
            follows.importAll(List.of(follow));
            stores.readers().unblock(block.follower(), block.author());
            assertThat(follows.endForbidden(follow)).isEmpty();
            assertThat(follows.follows(follow)).isTrue();
            stores.readers().block(block.follower(), block.author());
            follows.importAll(List.of(follow));
            FollowChange change = follows.endForbidden(follow).orElseThrow();
            assertThat(change.kind()).isEqualTo(FollowChange.Kind.UNFOLLOW);
            assertThat(follows.follows(follow)).isFalse();
            assertThat(stores.readers().view(bob).hidden()).containsExactly(author);
            assertThat(follows.endForbidden(follow)).isEmpty();
            stores.readers().unblock(block.follower(), block.author());
        }
    }

    @Test
    void anUnfollowHidesTheAuthorUntilItsEnd() {
        follows.follow(follow);
        assertThat(stores.readers().view(bob).hidden()).isEmpty();
        FollowChange unfollowed = follows.unfollow(follow).orElseThrow();
        assertThat(unfollowed.kind()).isEqualTo(FollowChange.Kind.UNFOLLOW);
        assertThat(stores.readers().view(bob).hidden()).containsExactly(author);
        assertThat(follows.end(unfollowed)).isTrue();
        assertThat(follows.end(unfollowed)).isFalse();
        assertThat(stores.readers().view(bob).hidden()).isEmpty();
        assertThat(work()).doesNotContain(unfollowed.work());
    }

    @Test
    void aFollowAfterAnImportEndsTheHiding() {
        follows.follow(follow);
        FollowChange unfollowed = follows.unfollow(follow).orElseThrow();
        follows.importAll(List.of(follow));
        assertThat(stores.readers().view(bob).hidden()).containsExactly(author);
        FollowChange followed = followed(follow);
        assertThat(stores.readers().view(bob).hidden()).isEmpty();
        assertThat(work()).contains(unfollowed.work(), followed.work());
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.Unchanged());
    }

    /** Imports are an operator's, and not counted. */
    @Tag("full")
    @Test
    void aUserFollowsTheMaximumOfAuthorsAndNoOneMore() {
        List<Follow> all = IntStream.range(0, MAX - 1)
                .mapToObj(i -> new Follow(bob, user("other-%04d".formatted(i))))
                .toList();
        follows.importAll(all);
        FollowChange last = followed(follow);
        Follow more = new Follow(bob, freshUser("more"));
        assertThat(follows.follow(more)).isEqualTo(new FollowResult.Full());
        assertThat(work()).containsExactly(last.work());
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.Unchanged());
        follows.importAll(List.of(more));
        follows.unfollow(follow);
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.Full());
        follows.unfollow(all.getFirst());
        followed(follow);
    }

    /** Case U7 of the model. */
    @Test
    void aFollowShowsTheAuthorAgainAndTheEndOfAnEarlierUnfollowDoesNot() {
        follows.follow(follow);
        FollowChange first = follows.unfollow(follow).orElseThrow();
        follows.follow(follow);
        assertThat(stores.readers().view(bob).hidden()).isEmpty();
        FollowChange second = follows.unfollow(follow).orElseThrow();
        follows.end(first);
        assertThat(work()).doesNotContain(first.work());
        assertThat(stores.readers().view(bob).hidden()).containsExactly(author);
        follows.end(second);
        assertThat(stores.readers().view(bob).hidden()).isEmpty();
    }

    @Test
    void theLostWorkOfAnUnfollowBeginsAgain() {
        followed(follow);
        FollowChange unfollowed = follows.unfollow(follow).orElseThrow();
        assertThat(stores.outbox().holds(unfollowed.work())).isTrue();
        assertThat(follows.reopen(unfollowed)).isFalse();
        backend.removeOutboxRow(unfollowed);
        assertThat(stores.outbox().holds(unfollowed.work())).isFalse();
        assertThat(follows.reopen(unfollowed)).isTrue();
        assertThat(work()).contains(unfollowed.work());
        follows.end(unfollowed);
        assertThat(stores.readers().view(bob).hidden()).isEmpty();
        assertThat(follows.reopen(unfollowed)).isFalse();
        assertThat(stores.outbox().holds(unfollowed.work())).isFalse();
    }

    @Test
    void aResendIsPutOffWhileTheWorkGoesOn() {
        FollowChange followed = followed(follow);
        Instant due = clock.instant().truncatedTo(ChronoUnit.MILLIS).plusSeconds(90);
        stores.outbox().postpone(followed.work(), due);
        assertThat(rows()).containsExactly(new OutboxRow(followed.work(), 0, due));
        assertThat(stores.outbox().claim(new OutboxRow(followed.work(), 0, due), due.plusSeconds(1)))
                .isTrue();
        follows.end(followed);
        stores.outbox().postpone(followed.work(), due);
        assertThat(rows()).isEmpty();
    }

    @Test
    void anImportLeavesNeitherATickWithTheFollowNorWork() {
        FollowChange followed = followed(follow);
        assertThat(follows.followersSince(author, null, 10))
                .extracting(Follower::tick)
                .containsExactly(followed.tick());
        follows.end(followed);
        follows.importAll(List.of(follow));
        assertThat(follows.followersSince(author, null, 10))
                .extracting(Follower::tick)
                .containsOnlyNulls();
        assertThat(rows()).isEmpty();
    }

    private FollowChange followed(Follow follow) {
        return ((FollowResult.Followed) follows.follow(follow)).change();
    }

    /** The outbox rows of changes of bob's follows. */
    private List<OutboxRow> rows() {
        return outboxRows(work -> work.id().startsWith(bob + "#"));
    }

    private List<OpenWork> work() {
        return rows().stream().map(OutboxRow::work).toList();
    }
}
