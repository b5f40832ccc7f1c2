package io.feedmill.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class FollowingTest {

    @Test
    void followersAreOtherUsersAscendingAndAsManyAsAskedFor() {
        Random random = new Random(6);
        for (int i = 0; i < 2_000; i++) {
            int users = random.nextInt(2, 300);
            Following followers = Following.draw(
                    users, random.nextInt(1, users + 1), random.nextInt(0, users + 5), random.nextLong());
            int[] all = followers.all().toArray();
            assertThat(all).as("%s", followers).isSorted().doesNotHaveDuplicates();
            assertThat(all).as("%s", followers).hasSize(followers.count()).doesNotContain(followers.author());
            assertThat(followers.all()).as("%s", followers).allMatch(user -> user >= 1 && user <= users);
        }
    }

    @Test
    void aPageBeginsBehindAnyUser() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            int users = random.nextInt(2, 300);
            Following followers =
                    Following.draw(users, random.nextInt(1, users + 1), random.nextInt(0, users), random.nextLong());
            int user = random.nextInt(0, users + 3);
            assertThat(followers.below(user)).as("%s, %s", followers, user).isEqualTo((int)
                    followers.all().filter(follower -> follower < user).count());
            assertThat(followers.contains(user))
                    .as("%s, %s", followers, user)
                    .isEqualTo(followers.all().anyMatch(follower -> follower == user));
        }
    }

    @Test
    void everybodyElseFollowsWhereAsManyAreAskedFor() {
        assertThat(Following.draw(5, 3, 100, 8).all()).containsExactly(1, 2, 4, 5);
    }

    @Test
    void refusesWhatNoNetworkHas() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Following(10, 11, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Following(10, 1, 10, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Following(10, 1, 3, 3));
        assertThatThrownBy(() -> new Following(10, 1, 3, 0).at(3)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void namesSortAsNumbersDo() {
        assertThat(UserNames.of(9)).isEqualTo("user-00000009").isLessThan(UserNames.of(10));
        assertThat(UserNames.find(UserNames.of(1_000_001))).contains(1_000_001);
        assertThat(UserNames.find("user-1")).isEmpty();
        assertThat(UserNames.find("user-0000000x")).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> UserNames.of(100_000_000));
    }
}
