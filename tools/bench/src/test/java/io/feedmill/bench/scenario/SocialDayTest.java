package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.bench.scenario.SocialDay.Means;
import io.feedmill.common.cost.Cost;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SocialDayTest {
    private static final SocialDay DAY = SocialDay.of(2_000, Instant.parse("2026-11-26T12:00:00Z"));

    @Test
    void aMillionFollowsOfWhichAuthorsHaveUpTo10000() {
        int[] numbers = IntStream.range(0, SocialDay.USERS)
                .map(author -> SocialDay.followersOf(author).length)
                .toArray();
        assertThat(IntStream.of(numbers).sum()).isEqualTo(1_000_000);
        assertThat(IntStream.of(numbers).max()).hasValue(10_000);
        assertThat(DAY.meanAudience()).isCloseTo(1_415, within(100.0));
    }

    /** Half never looks, and of the fifth that looks each 30 days 16 of 30 were away for more than 14. */
    @Test
    void threeInFiveUsersAreDormant() {
        assertThat(DAY.dormantShare()).isCloseTo(0.5 + 0.2 * 16 / 30, within(0.001));
        assertThat(DAY).isEqualTo(SocialDay.of(2_000, DAY.now()));
    }

    @Tag("full")
    @Test
    void eachMeansSavesAndBothSaveMost() {
        double push = writes(Means.PUSH);
        assertThat(writes(Means.ON_READ) / push).isBetween(0.15, 0.35);
        assertThat(writes(Means.DORMANT) / push).isBetween(0.38, 0.45);
        assertThat(writes(Means.BOTH)).isLessThan(Math.min(writes(Means.ON_READ), writes(Means.DORMANT)));
        Cost both = DAY.cost(Means.BOTH);
        assertThat(DAY.price(both)).isLessThan(0.45 * DAY.price(DAY.cost(Means.PUSH)));
    }

    private static double writes(Means means) {
        return DAY.cost(means).total().write();
    }
}
