package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.ReaderActivity;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.ReaderStore.BlockResult;
import io.feedmill.common.follow.ReaderStore.Moved;
import io.feedmill.common.follow.ReaderStore.ReaderScan;
import io.feedmill.common.follow.ReaderStore.ReaderState;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of {@link ReaderStore}. */
public abstract class ReaderStoreContract extends Contract {
    private final ReaderStore readers = stores.readers();
    private final FollowStore follows = stores.follows();
    private final UserId bob = freshUser("bob");
    private final Follow there = new Follow(bob, author);
    private final Follow back = new Follow(author, bob);

    @Test
    void ofTwoNotesFromOneReadOneIsWritten() {
        UserId reader = freshUser("reader");
        assertThat(readers.view(reader).active()).isNull();
        ReaderActivity first = ReaderActivity.at(5);
        assertThat(readers.seen(reader, null, first)).isTrue();
        assertThat(readers.seen(reader, null, ReaderActivity.at(6))).isFalse();
        ReaderActivity gap = ReaderActivity.at(7).withGap(5, 9, 1);
        assertThat(readers.seen(reader, first, gap)).isTrue();
        assertThat(readers.seen(reader, first, ReaderActivity.at(8))).isFalse();
        assertThat(readers.view(reader)).isEqualTo(new ReaderState(Set.of(), false, gap, new Moved(0, 0)));
        ReaderActivity always = gap.rebuiltAlways(clock.instant(), Duration.ofMinutes(20));
        assertThat(readers.seen(reader, gap, always)).isTrue();
        assertThat(readers.active(List.of(reader, author))).isEqualTo(Map.of(reader, always));
    }

    @Test
    void aFollowAndItsEndMoveTheReaderButAnImportDoesNot() {
        follows.importAll(List.of(there));
        assertThat(readers.view(bob).moved()).isEqualTo(new Moved(0, 0));
        FollowChange end = follows.unfollow(there).orElseThrow();
        assertThat(readers.view(bob).moved()).isEqualTo(new Moved(end.tick(), 0));
        FollowResult.Followed again = (FollowResult.Followed) follows.follow(there);
        assertThat(readers.view(bob).moved()).isEqualTo(new Moved(again.change().tick(), 0));
        BlockResult.Blocked block = (BlockResult.Blocked) readers.block(author, bob);
        assertThat(readers.view(bob).moved().follows())
                .isEqualTo(block.ended().getFirst().tick());
        assertThat(readers.view(author).moved()).isEqualTo(new Moved(0, 0));
    }

    @Test
    void aMuteHidesTheAuthorFromItsReaderAlone() {
        assertThat(readers.mute(bob, author)).isTrue();
        assertThat(readers.mute(bob, author)).isTrue();
        assertThat(readers.view(bob).hidden()).containsExactly(author);
        assertThat(readers.view(author).hidden()).isEmpty();
        assertThat(readers.blocked(Set.of(there))).isEmpty();
        readers.unmute(bob, author);
        readers.unmute(bob, author);
        assertThat(readers.view(bob).hidden()).isEmpty();
    }

    @Test
    void theMutedTheBlockedAndTheBlockingAreAvoidedTheUnfollowedAreNot() {
        Set<UserId> others = Stream.of("muted", "blocked", "blocking", "unfollowed", "friend")
                .map(Contract::freshUser)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        List<UserId> each = List.copyOf(others);
        assertThat(readers.avoided(bob, others)).isEmpty();
        readers.mute(bob, each.get(0));
        readers.block(bob, each.get(1));
        readers.block(each.get(2), bob);
        follows.follow(new Follow(bob, each.get(3)));
        follows.unfollow(new Follow(bob, each.get(3)));
        assertThat(readers.view(bob).hidden()).contains(each.get(3));
        assertThat(readers.avoided(bob, others)).isEqualTo(Set.copyOf(each.subList(0, 3)));
        assertThat(readers.avoided(bob, Set.of(each.get(4)))).isEmpty();
        assertThat(readers.avoided(each.get(2), Set.of(bob))).containsExactly(bob);
    }

    @Test
    void aBlockHidesEitherFromTheOtherAndForbidsFollows() {
        assertThat(readers.block(author, bob)).isEqualTo(new BlockResult.Blocked(List.of()));
        assertThat(readers.view(author).hidden()).containsExactly(bob);
        assertThat(readers.blockers(bob, Set.of(author, freshUser("dan")))).containsExactly(author);
        assertThat(readers.blockers(author, Set.of(bob))).isEmpty();
        assertThat(readers.blockers(author, Set.of())).isEmpty();
        Follow other = new Follow(bob, freshUser("cleo"));
        assertThat(readers.blocked(List.of(there, back, other, there))).containsExactlyInAnyOrder(there, back);
        assertThat(follows.follow(there)).isEqualTo(new FollowResult.Blocked());
        assertThat(follows.follow(back)).isEqualTo(new FollowResult.Blocked());
        assertThat(follows.follows(there)).isFalse();
    }

    @Test
    void aBlockEndsTheFollowsBetweenTheTwo() {
        follows.follow(there);
        follows.follow(back);
        BlockResult.Blocked blocked = (BlockResult.Blocked) readers.block(author, bob);
        assertThat(blocked.ended()).extracting(Follow::of).containsExactlyInAnyOrder(there, back);
        assertThat(blocked.ended()).extracting(FollowChange::kind).containsOnly(FollowChange.Kind.UNFOLLOW);
        assertThat(follows.follows(there)).isFalse();
        assertThat(follows.follows(back)).isFalse();
        assertThat(follows.following(bob, null, 10).items()).isEmpty();
        assertThat(readers.block(author, bob)).isEqualTo(new BlockResult.Blocked(List.of()));
    }

    @Test
    void theEndOfABlockRestoresNoFollow() {
        follows.follow(there);
        BlockResult.Blocked blocked = (BlockResult.Blocked) readers.block(author, bob);
        readers.unblock(author, bob);
        readers.unblock(author, bob);
        assertThat(readers.blocked(Set.of(there))).isEmpty();
        assertThat(readers.blockers(bob, Set.of(author))).isEmpty();
        assertThat(follows.follows(there)).isFalse();
        assertThat(readers.view(bob).hidden()).containsExactly(author);
        blocked.ended().forEach(follows::end);
        assertThat(readers.view(bob).hidden()).isEmpty();
        assertThat(follows.follow(there)).isInstanceOf(FollowResult.Followed.class);
    }

    @Test
    void eachOfTwoBlocksStandsForItself() {
        readers.block(author, bob);
        readers.block(bob, author);
        readers.unblock(author, bob);
        assertThat(readers.blocked(Set.of(there))).hasSize(1);
        readers.unblock(bob, author);
        assertThat(readers.blocked(Set.of(there))).isEmpty();
    }

    @Test
    void anUnfollowIsReadFromTheRowThatHides() {
        follows.follow(there);
        assertThat(readers.unfollows(List.of(there))).isEmpty();
        FollowChange unfollow = follows.unfollow(there).orElseThrow();
        readers.mute(bob, freshUser("cleo"));
        assertThat(readers.unfollows(List.of(there, back, there))).isEqualTo(Map.of(there, unfollow));
        follows.end(unfollow);
        assertThat(readers.unfollows(List.of(there))).isEmpty();
    }

    @Test
    void aScanFindsUnfollowsAndBlocksOfAllReaders() {
        follows.follow(there);
        UserId cleo = freshUser("cleo");
        readers.block(cleo, bob);
        readers.mute(cleo, author);
        FollowChange unfollow = follows.unfollow(there).orElseThrow();
        for (int limit : new int[] {1, 3, 1_000}) {
            List<Segment> segments = Segment.all(limit == 3 ? 4 : 1);
            assertThat(segments.stream().flatMap(segment -> scan(segment, limit, ReaderScan::unfollows)))
                    .filteredOn(change -> change.follower().equals(bob))
                    .containsExactly(unfollow);
            assertThat(segments.stream().flatMap(segment -> scan(segment, limit, ReaderScan::blocks)))
                    .filteredOn(block -> block.author().equals(bob))
                    .containsExactly(new Follow(cleo, bob));
        }
    }

    private <R> Stream<R> scan(Segment segment, int limit, Function<ReaderScan, List<R>> rows) {
        return walk(limit, (@Nullable RowKey after) -> readers.scan(segment, after, limit), rows, ReaderScan::next)
                .stream();
    }

    @Test
    void aPageHasOneKindInOrder() {
        List<UserId> all = users(fresh("muted"), 3);
        all.reversed().forEach(user -> readers.mute(bob, user));
        readers.block(bob, author);
        assertThat(readers.mutedBy(bob, null, 2)).isEqualTo(new Page<>(all.subList(0, 2), all.get(1)));
        assertThat(readers.mutedBy(bob, all.get(1), 2)).isEqualTo(new Page<>(all.subList(2, 3), null));
        assertThat(readers.blockedBy(bob, null, 2)).isEqualTo(new Page<>(List.of(author), null));
        assertThat(readers.blockedBy(author, null, 2).items()).isEmpty();
    }

    @Tag("full")
    @Test
    void mutesAndBlocksHaveAMaximumEach() {
        List<UserId> all = users(fresh("many"), ReaderStore.MAX);
        all.forEach(user -> readers.mute(bob, user));
        assertThat(readers.mute(bob, author)).isFalse();
        assertThat(readers.mute(bob, all.getFirst())).isTrue();
        assertThat(readers.view(bob).hidden()).hasSize(ReaderStore.MAX);
        assertThat(readers.block(bob, author)).isEqualTo(new BlockResult.Blocked(List.of()));
    }
}
