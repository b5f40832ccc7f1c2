package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.Dynamo.Count;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of {@link FollowStore}. */
public abstract class FollowStoreContract extends Contract {
    private final FollowStore follows = stores.follows();

    private Follow by(UserId follower) {
        return new Follow(follower, author);
    }

    private void followAll(List<UserId> followers) {
        follows.importAll(followers.stream().map(this::by).toList());
    }

    private List<UserId> allFollowers() {
        return follows.followersAfter(author, null, 100_000);
    }

    private List<UserId> allFollowing(UserId follower) {
        return follows.following(follower, null, 100).items();
    }

    @Test
    void aFollowIsSeenFromBothSides() {
        UserId bob = freshUser("bob");
        follows.follow(by(bob));
        assertThat(follows.follows(by(bob))).isTrue();
        assertThat(follows.follows(new Follow(author, bob))).isFalse();
        assertThat(allFollowers()).containsExactly(bob);
        assertThat(allFollowing(bob)).containsExactly(author);
        assertThat(allFollowing(author)).isEmpty();
    }

    @Test
    void whomAUserFollowsIsReadFromTheUsersSide() {
        UserId reader = freshUser("reader");
        UserId followed = freshUser("followed");
        UserId stranger = freshUser("stranger");
        follows.follow(new Follow(reader, followed));
        follows.follow(new Follow(stranger, reader));
        assertThat(follows.followed(reader, Set.of(followed, stranger))).containsExactly(followed);
        assertThat(follows.followed(reader, Set.of())).isEmpty();
        follows.unfollow(new Follow(reader, followed));
        assertThat(follows.followed(reader, Set.of(followed, stranger))).isEmpty();
    }

    @Test
    void followsAndUnfollowsMayBeRepeated() {
        UserId bob = freshUser("bob");
        follows.unfollow(by(bob));
        for (int times = 0; times < 2; times++) {
            follows.follow(by(bob));
            assertThat(allFollowers()).containsExactly(bob);
        }
        for (int times = 0; times < 2; times++) {
            follows.unfollow(by(bob));
            assertThat(follows.follows(by(bob))).isFalse();
            assertThat(allFollowers()).isEmpty();
            assertThat(allFollowing(bob)).isEmpty();
        }
    }

    @Test
    void bothSidesAreCounted() {
        followAll(users(fresh("bob"), 3));
        UserId bob = freshUser("bob");
        follows.follow(by(bob));
        follows.follow(new Follow(bob, freshUser("cid")));
        assertThat(follows.countFollowers(author)).isEqualTo(new Count(4, true));
        assertThat(follows.countFollowing(author)).isEqualTo(new Count(0, true));
        assertThat(follows.countFollowing(bob)).isEqualTo(new Count(2, true));
        follows.unfollow(by(bob));
        assertThat(follows.countFollowers(author)).isEqualTo(new Count(3, true));
    }

    @Test
    void concurrentFollowsOfOneAuthorAreAllStored() {
        List<UserId> all = users(fresh("bob"), 8);
        Race.of(all.stream()
                .<Callable<FollowResult>>map(user -> () -> follows.follow(by(user)))
                .toList());
        assertThat(allFollowers()).containsExactlyElementsOf(all);
    }

    @Test
    void followersAscendByTheirBytes() {
        List<UserId> ascending = users("-a", ".a", "0", "A", "Z", "_", "a", "aa", "b".repeat(64));
        List<UserId> shuffled = new ArrayList<>(ascending);
        Collections.reverse(shuffled);
        followAll(shuffled);
        assertThat(allFollowers()).containsExactlyElementsOf(ascending);
    }

    @Test
    void anAuthorWhoseIdIsAPrefixIsAnother() {
        UserId bob = freshUser("bob");
        follows.follow(new Follow(bob, user(author + "0")));
        assertThat(allFollowers()).isEmpty();
        assertThat(follows.followersBetween(author, user("-"), user("z".repeat(64)), null, 9))
                .isEmpty();
    }

    @Test
    void followersAfterContinuesAfterAnId() {
        List<UserId> all = users(fresh("bob"), 10);
        followAll(all);
        assertThat(follows.followersAfter(author, null, 4)).containsExactlyElementsOf(all.subList(0, 4));
        assertThat(follows.followersAfter(author, all.get(3), 4)).containsExactlyElementsOf(all.subList(4, 8));
        assertThat(follows.followersAfter(author, all.get(7), 4)).containsExactlyElementsOf(all.subList(8, 10));
        assertThat(follows.followersAfter(author, all.get(9), 4)).isEmpty();
        assertThat(follows.followersAfter(author, user(all.get(4) + "-gone"), 2))
                .containsExactlyElementsOf(all.subList(5, 7));
    }

    @Test
    void followingAfterContinuesAfterAnId() {
        UserId bob = freshUser("bob");
        List<UserId> all = users(fresh("writer"), 10);
        follows.importAll(all.stream().map(each -> new Follow(bob, each)).toList());
        assertThat(follows.followingAfter(bob, null, 4)).containsExactlyElementsOf(all.subList(0, 4));
        assertThat(follows.followingAfter(bob, all.get(7), 4)).containsExactlyElementsOf(all.subList(8, 10));
        assertThat(follows.followingAfter(bob, user(all.get(4) + "-gone"), 2))
                .containsExactlyElementsOf(all.subList(5, 7));
        assertThat(follows.followingAfter(bob, all.get(9), 4)).isEmpty();
    }

    @Test
    void followersBetweenIncludesBothEndsAndContinuesAfterAnIdUpToTheLast() {
        List<UserId> all = users(fresh("bob"), 10);
        followAll(all);
        assertThat(follows.followersBetween(author, all.get(2), all.get(5), null, 9))
                .containsExactlyElementsOf(all.subList(2, 6));
        assertThat(follows.followersBetween(author, all.get(2), all.get(2), null, 9))
                .containsExactly(all.get(2));
        assertThat(follows.followersBetween(author, user(all.get(2) + "-"), user(all.get(4) + "-"), null, 9))
                .containsExactlyElementsOf(all.subList(3, 5));
        assertThat(follows.followersBetween(author, user("z"), user("zz"), null, 9))
                .isEmpty();
        UserId first = all.get(2);
        UserId last = all.get(7);
        assertThat(follows.followersBetween(author, first, last, null, 4)).isEqualTo(all.subList(2, 6));
        assertThat(follows.followersBetween(author, first, last, all.get(5), 4)).isEqualTo(all.subList(6, 8));
        assertThat(follows.followersBetween(author, first, last, user(all.get(4) + "-gone"), 2))
                .isEqualTo(all.subList(5, 7));
        assertThat(follows.followersBetween(author, first, last, last, 4)).isEmpty();
    }

    @Test
    void aRepeatedFollowKeepsItsTimeAndAnImportedOneHasThatOfTheImport() {
        UserId bob = freshUser("bob");
        follows.follow(by(bob));
        Map<Follow, Long> first = Map.of(by(bob), Ticks.ofInstant(clock.instant()));
        clock.advance(Duration.ofSeconds(1));
        follows.follow(by(bob));
        assertThat(follows.since(List.of(by(bob)), Consistency.STRONG)).isEqualTo(first);
        follows.unfollow(by(bob));
        assertThat(follows.since(List.of(by(bob)), Consistency.STRONG)).isEmpty();
        follows.follow(by(bob));
        assertThat(follows.since(List.of(by(bob)), Consistency.STRONG))
                .isEqualTo(Map.of(by(bob), Ticks.ofInstant(clock.instant())));
        clock.advance(Duration.ofSeconds(1));
        followAll(List.of(bob));
        assertThat(follows.since(List.of(by(bob)), Consistency.STRONG))
                .isEqualTo(Map.of(by(bob), Ticks.ofInstant(clock.instant())));
    }

    @ParameterizedTest
    @EnumSource(Consistency.class)
    void theTimesOfManyFollowsAreReadFromTheFollowersSide(Consistency consistency) {
        List<UserId> all = users(fresh("bob"), 130);
        followAll(all.subList(0, 120));
        backend.removeFollowingRow(by(all.get(0)));
        backend.removeFollowersRow(by(all.get(1)));
        Map<Follow, Long> since = follows.since(
                Stream.concat(all.stream(), all.stream()).map(this::by).toList(), consistency);
        assertThat(since)
                .hasSize(119)
                .containsKey(by(all.get(0)))
                .doesNotContainKey(by(all.get(1)))
                .allSatisfy((follow, tick) -> assertThat(tick).isEqualTo(Ticks.ofInstant(clock.instant())));
    }

    @Test
    void followersAreListedWithTheTimeOfTheirFollow() {
        List<UserId> all = users(fresh("bob"), 3);
        List<Follower> followers = new ArrayList<>();
        for (UserId user : all) {
            clock.advance(Duration.ofSeconds(1));
            FollowChange change = ((FollowResult.Followed) follows.follow(by(user))).change();
            followers.add(new Follower(user, Ticks.ofInstant(clock.instant()), change.tick()));
        }
        assertThat(follows.followersSince(author, null, 2)).isEqualTo(followers.subList(0, 2));
        assertThat(follows.followersSince(author, all.get(1), 2)).isEqualTo(followers.subList(2, 3));
    }

    @Tag("full")
    @Test
    void followersOfMoreThanOneMegabyteAreAllRead() {
        UserId popular = user("p".repeat(64 - author.value().length()) + author);
        List<UserId> all = users("f".repeat(58), 7_000);
        Race.of(Stream.of(0, 1, 2, 3)
                .map(part -> importing(popular, all.subList(part * 1_750, (part + 1) * 1_750)))
                .toList());
        assertThat(follows.followersAfter(popular, null, 6_900)).isEqualTo(all.subList(0, 6_900));
        assertThat(follows.followersAfter(popular, null, 8_000)).isEqualTo(all);
        assertThat(follows.followersBetween(popular, all.get(1), all.get(6_999), null, 8_000))
                .isEqualTo(all.subList(1, 7_000));
    }

    private Callable<Object> importing(UserId followed, List<UserId> followers) {
        return Executors.callable(() -> follows.importAll(
                followers.stream().map(user -> new Follow(user, followed)).toList()));
    }

    @Test
    void theLastPageOfFollowersHasNoCursor() {
        List<UserId> all = users(fresh("bob"), 6);
        followAll(all);
        assertThat(follows.followers(author, null, 3)).isEqualTo(new Page<>(all.subList(0, 3), all.get(2)));
        assertThat(follows.followers(author, all.get(2), 3)).isEqualTo(new Page<>(all.subList(3, 6), null));
        assertThat(follows.followers(author, all.get(3), 3)).isEqualTo(new Page<>(all.subList(4, 6), null));
        assertThat(follows.followers(author, all.get(5), 3)).isEqualTo(new Page<>(List.of(), null));
        assertThat(follows.followers(author, null, 100)).isEqualTo(new Page<>(all, null));
    }

    @Test
    void theLastPageOfFollowedAuthorsHasNoCursor() {
        UserId reader = freshUser("reader");
        List<UserId> authors = users(author.value(), 6);
        follows.importAll(authors.stream().map(one -> new Follow(reader, one)).toList());
        assertThat(follows.following(reader, null, 3)).isEqualTo(new Page<>(authors.subList(0, 3), authors.get(2)));
        assertThat(follows.following(reader, authors.get(2), 3)).isEqualTo(new Page<>(authors.subList(3, 6), null));
    }

    @Test
    void anImportMayBeEmptyAndNameARelationTwice() {
        followAll(List.of());
        assertThat(allFollowers()).isEmpty();
        List<UserId> all = users(fresh("bob"), 60);
        followAll(Stream.concat(all.stream(), all.reversed().stream()).toList());
        followAll(all);
        assertThat(allFollowers()).isEqualTo(all);
        assertThat(allFollowing(all.get(59))).containsExactly(author);
    }

    @Test
    void anotherImportRepairsHalfWrittenRelations() {
        List<UserId> all = users(fresh("bob"), 2);
        followAll(all);
        backend.removeFollowersRow(by(all.get(0)));
        backend.removeFollowingRow(by(all.get(1)));
        assertThat(allFollowers()).containsExactly(all.get(1));
        assertThat(allFollowing(all.get(1))).isEmpty();
        followAll(all);
        assertThat(allFollowers()).isEqualTo(all);
        assertThat(all).allSatisfy(user -> assertThat(allFollowing(user)).containsExactly(author));
    }

    @Test
    void followAndUnfollowRepairHalfWrittenRelations() {
        List<UserId> all = users(fresh("bob"), 2);
        followAll(all);
        backend.removeFollowersRow(by(all.get(0)));
        backend.removeFollowersRow(by(all.get(1)));
        follows.follow(by(all.get(0)));
        follows.unfollow(by(all.get(1)));
        assertThat(allFollowers()).containsExactly(all.get(0));
        assertThat(allFollowing(all.get(1))).isEmpty();
    }
}
