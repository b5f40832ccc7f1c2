package io.feedmill.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.feedmill.bench.workload.SocialModel.Event;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SocialModelTest {

    private static final int[] ONE_OF_EACH_BIN = {100, 149, 250, 374, 75, 84, 85, 94, 95, 97, 98, 99};

    private final SocialModel small = new SocialModel(SocialModel.FIRST_SIZE);

    @Test
    void aTenthIsActive() {
        assertThat(small.activeUsers()).isEqualTo(1_000);
        assertThatIllegalArgumentException().isThrownBy(() -> new SocialModel(9));
    }

    @Test
    void whatUsersDoDependsOnTheLastTwoDigits() {
        assertThat(IntStream.of(ONE_OF_EACH_BIN).map(small::posts))
                .containsExactly(0, 0, 1, 1, 5, 5, 10, 10, 25, 25, 25, 25);
        assertThat(IntStream.of(ONE_OF_EACH_BIN).map(small::pages))
                .containsExactly(1, 1, 5, 5, 10, 10, 20, 20, 50, 50, 50, 50);
    }

    @Test
    void theMostFollowedGrowWithTheNetwork() {
        assertThat(followers(small)).containsExactly(5, 5, 50, 50, 100, 100, 500, 500, 500, 500, 1_000, 1_000);
        assertThat(followers(new SocialModel(40_000)))
                .containsExactly(5, 5, 50, 50, 100, 100, 1_000, 1_000, 1_000, 1_000, 4_000, 4_000);
    }

    @Test
    void aSmallNetworkHasNoMoreFollowersThanUsers() {
        assertThat(new SocialModel(600).followersOf(99).count()).isEqualTo(599);
    }

    @Test
    void feedsOfManyUsersGetSomething() {
        long readers = IntStream.rangeClosed(1, small.activeUsers())
                .filter(user -> small.posts(user) > 0)
                .flatMap(user -> small.followersOf(user).all())
                .distinct()
                .count();
        assertThat(readers).isGreaterThan(9_000);
    }

    @Test
    void aDayHasEveryActiveUsersPostsAndOneVisitInTheOrderOfTime() {
        List<Event> day = small.day(1);
        assertThat(day).isSortedAccordingTo(Comparator.comparing(Event::at));
        assertThat(day).allMatch(event -> event.at().compareTo(Duration.ofDays(1)) < 0 && event.user() <= 1_000);
        assertThat(posts(day, 95)).isEqualTo(25);
        assertThat(posts(day, 100)).isZero();
        assertThat(day.stream().filter(Event.Post.class::isInstance)).hasSize(10 * (25 + 50 + 100 + 125));
        assertThat(day.stream()
                        .filter(Event.Read.class::isInstance)
                        .map(Event.Read.class::cast)
                        .mapToInt(Event.Read::pages)
                        .sum())
                .isEqualTo(10 * (50 + 125 + 100 + 200 + 250));
    }

    @Test
    void theSeedMakesTheDay() {
        assertThat(small.day(1)).isEqualTo(new SocialModel(SocialModel.FIRST_SIZE).day(1));
        assertThat(small.day(1)).isNotEqualTo(small.day(2));
    }

    private static long posts(List<Event> day, int user) {
        return day.stream()
                .filter(event -> event instanceof Event.Post && event.user() == user)
                .count();
    }

    private static IntStream followers(SocialModel model) {
        return IntStream.of(ONE_OF_EACH_BIN).map(user -> model.followersOf(user).count());
    }
}
