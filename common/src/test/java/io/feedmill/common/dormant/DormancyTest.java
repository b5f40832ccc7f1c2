package io.feedmill.common.dormant;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.Active;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.Ticks;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DormancyTest {
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Dormancy A_WEEK = Dormancy.at(WEEK, START);

    private static Instant day(double days) {
        return START.plusMillis((long) (days * Duration.ofDays(1).toMillis()));
    }

    private static long tick(double days) {
        return Ticks.ofInstant(day(days));
    }

    private static Active page(@Nullable Active before, double days) {
        return Dormancy.visited(before, day(days), MONTH);
    }

    @Test
    void slicesGoByThePostsTick() {
        Active seen = Active.at(tick(3));
        assertThat(A_WEEK.passesOver(seen, tick(10))).isFalse();
        assertThat(A_WEEK.passesOver(seen, tick(10) + 1)).isTrue();
        assertThat(A_WEEK.passesOver(Active.at(0).rebuiltAlways(day(0), Dormancy.MARGIN), tick(100)))
                .isFalse();
        assertThat(Dormancy.NONE.passesOver(seen, tick(400))).isFalse();
    }

    @Test
    void slicesPassOverNobodyWithoutARow() {
        assertThat(A_WEEK.passesOver(null, tick(400))).isFalse();
        assertThat(Dormancy.mayHavePassedOver(null, tick(400))).isFalse();
    }

    /** The reader may have the rows of earlier posts. */
    @Test
    void slicesGoByATimeWithLaterPostsAlone() {
        Active away = Active.at(tick(-100));
        assertThat(A_WEEK.from()).isEqualTo(Ticks.ofInstant(START.plus(Duration.ofMinutes(20))));
        assertThat(A_WEEK.passesOver(away, A_WEEK.from() - 1)).isFalse();
        assertThat(A_WEEK.passesOver(away, A_WEEK.from())).isTrue();
    }

    @Test
    void slicesMayHavePassedOverWithWhatIsInTheGapOrThreeDaysLater() {
        Active seen = Active.at(tick(3));
        assertThat(Dormancy.mayHavePassedOver(seen, tick(6))).isFalse();
        assertThat(Dormancy.mayHavePassedOver(seen, tick(6) + 1)).isTrue();
        Active back = page(seen, 10);
        assertThat(Dormancy.mayHavePassedOver(back, tick(3))).isTrue();
        assertThat(Dormancy.mayHavePassedOver(back, tick(3) - 1)).isFalse();
        assertThat(Dormancy.mayHavePassedOver(back, tick(11))).isFalse();
    }

    @Test
    void aPageIsNotedFirstAndWhenTheNoteIsHalfADayOld() {
        assertThat(page(null, 1)).isEqualTo(Active.at(tick(1)));
        Active seen = Active.at(tick(2));
        assertThat(page(seen, 2.5)).isEqualTo(seen);
        assertThat(page(seen, 2.51)).isEqualTo(Active.at(tick(2.51)));
    }

    @Test
    void aReturnHasAGapUntilTwentyMinutesLater() {
        Active seen = Active.at(tick(2));
        Instant last = day(5).minus(Duration.ofMinutes(20));
        assertThat(Dormancy.visited(seen, last, MONTH)).isEqualTo(Active.at(Ticks.ofInstant(last)));
        Instant later = last.plusNanos(1);
        long now = Ticks.ofInstant(later);
        assertThat(Dormancy.visited(seen, later, MONTH))
                .isEqualTo(Active.at(now)
                        .withGap(tick(2), now + Duration.ofMinutes(20).toNanos(), 1));
    }

    @Test
    void gapsWithinTheRetentionBecomeOne() {
        Active first = page(Active.at(tick(0)), 10);
        Active second = page(first, 30);
        assertThat(second.from()).isEqualTo(first.from());
        Active late = page(first, 50);
        assertThat(late.from()).isEqualTo(tick(10));
    }

    @Test
    void aGapIsOverWhenHomeFeedsKeepNothingOfIt() {
        Active back = page(Active.at(tick(0)), 10);
        KeyRange gap = requireNonNull(back.gap(day(35), MONTH));
        assertThat(gap).isEqualTo(FeedKey.range(tick(5), back.to() + 1));
        assertThat(back.gap(day(40), MONTH)).isNotNull();
        assertThat(back.gap(day(40.1), MONTH)).isNull();
    }

    @Test
    void whoFollowsVeryManyNeverReturns() {
        Active back = page(Active.at(tick(0)), 10);
        Active always = back.rebuiltAlways(day(10), Dormancy.MARGIN);
        assertThat(page(always, 25).gap(day(25), MONTH)).isEqualTo(back.gap(day(25), MONTH));
        assertThat(always.isRebuildDue(day(10).plus(Duration.ofMinutes(20)))).isFalse();
        assertThat(always.isRebuildDue(day(10).plus(Duration.ofMinutes(21)))).isTrue();
        assertThat(always.rebuilt(day(11)).isRebuildDue(day(12))).isFalse();
    }
}
