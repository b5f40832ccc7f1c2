package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FollowerSampleTest {
    private static final int USERS = 2_500;

    private final FollowStore follows = new MemoryStores(new SettableClock()).follows();

    FollowerSampleTest() {
        follow("ann", USERS);
        follow("eve", USERS);
        follow("few", 3);
    }

    private void follow(String author, int users) {
        follows.importAll(IntStream.range(0, users)
                .mapToObj(i -> new Follow(user("user-%04d".formatted(i)), user(author)))
                .toList());
    }

    private static List<String> users(List<Follower> page) {
        return page.stream().map(Follower::user).map(UserId::value).toList();
    }

    private List<String> draw(String author, int size, long seed) {
        return users(new FollowerSample(follows, size, seed).page(user(author), null, USERS));
    }

    @Test
    void drawsTheNumberAskedForInOrder() {
        assertThat(draw("ann", 50, 1)).hasSize(50).isSorted().doesNotHaveDuplicates();
        assertThat(draw("few", 50, 1)).containsExactly("user-0000", "user-0001", "user-0002");
    }

    @Test
    void theSeedDrawsTheSameAgain() {
        assertThat(draw("ann", 50, 1)).isEqualTo(draw("ann", 50, 1)).isNotEqualTo(draw("ann", 50, 2));
        assertThat(draw("ann", 50, 1)).isNotEqualTo(draw("eve", 50, 1));
    }

    @Test
    void itIsReadPageByPage() {
        FollowerSample sample = new FollowerSample(follows, 50, 1);
        List<String> all = draw("ann", 50, 1);
        assertThat(users(sample.page(user("ann"), null, 30))).isEqualTo(all.subList(0, 30));
        assertThat(users(sample.page(user("ann"), user(all.get(29)), 30))).isEqualTo(all.subList(30, 50));
        assertThat(users(sample.page(user("few"), null, 30))).hasSize(3);
        assertThat(users(sample.page(user("ann"), null, 30))).isEqualTo(all.subList(0, 30));
    }

    /** Of 2,500 each is drawn with the chance 0.1: over 200 seeds 20 times, give or take. */
    @Test
    void eachFollowerHasTheSameChance() {
        int[] drawn = new int[USERS];
        for (long seed = 0; seed < 200; seed++) {
            draw("ann", USERS / 10, seed).forEach(user -> drawn[Integer.parseInt(user.substring(5))]++);
        }
        assertThat(drawn).hasSize(USERS);
        assertThat(IntStream.of(drawn).min().orElseThrow()).isBetween(3, 15);
        assertThat(IntStream.of(drawn).max().orElseThrow()).isBetween(25, 42);
        assertThat(IntStream.of(drawn).limit(USERS / 2).sum()).isBetween(24_000, 26_000);
    }
}
