package io.feedmill.common.dormant;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.ReaderActivity;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.Ticks;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DormancyPolicyTest {
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final DormancyPolicy A_WEEK =
            new DormancyPolicy(WEEK, Ticks.ofInstant(START.plus(DormancyPolicy.MARGIN)));

    private static Instant day(double days) {
        return START.plusMillis((long) (days * Duration.ofDays(1).toMillis()));
    }

    private static long tick(double days) {
        return Ticks.ofInstant(day(days));
    }

    private static ReaderActivity page(@Nullable ReaderActivity before, double days) {
        return DormancyPolicy.activityAfterPage(before, day(days), MONTH);
    }

    @Test
    void slicesGoByThePostsTick() {
        ReaderActivity seen = ReaderActivity.at(tick(3));
        assertThat(A_WEEK.passesOver(seen, tick(10))).isFalse();
        assertThat(A_WEEK.passesOver(seen, tick(10) + 1)).isTrue();
        assertThat(A_WEEK.passesOver(ReaderActivity.at(0).rebuiltAlways(day(0), DormancyPolicy.MARGIN), tick(100)))
                .isFalse();
        assertThat(DormancyPolicy.NONE.passesOver(seen, tick(400))).isFalse();
    }

    @Test
    void slicesPassOverNobodyWithoutARow() {
        assertThat(A_WEEK.passesOver(null, tick(400))).isFalse();
        assertThat(DormancyPolicy.mayHavePassedOver(null, tick(400))).isFalse();
    }

    /** The reader may have the rows of earlier posts. */
    @Test
    void slicesGoByATimeWithLaterPostsAlone() {
        ReaderActivity away = ReaderActivity.at(tick(-100));
        assertThat(A_WEEK.effectiveFrom()).isEqualTo(Ticks.ofInstant(START.plus(Duration.ofMinutes(20))));
        assertThat(A_WEEK.passesOver(away, A_WEEK.effectiveFrom() - 1)).isFalse();
        assertThat(A_WEEK.passesOver(away, A_WEEK.effectiveFrom())).isTrue();
    }

    @Test
    void slicesMayHavePassedOverWithWhatIsInTheGapOrThreeDaysLater() {
        ReaderActivity seen = ReaderActivity.at(tick(3));
        assertThat(DormancyPolicy.mayHavePassedOver(seen, tick(6))).isFalse();
        assertThat(DormancyPolicy.mayHavePassedOver(seen, tick(6) + 1)).isTrue();
        ReaderActivity back = page(seen, 10);
        assertThat(DormancyPolicy.mayHavePassedOver(back, tick(3))).isTrue();
        assertThat(DormancyPolicy.mayHavePassedOver(back, tick(3) - 1)).isFalse();
        assertThat(DormancyPolicy.mayHavePassedOver(back, tick(11))).isFalse();
    }

    @Test
    void aPageIsNotedFirstAndWhenTheNoteIsHalfADayOld() {
        assertThat(page(null, 1)).isEqualTo(ReaderActivity.at(tick(1)));
        ReaderActivity seen = ReaderActivity.at(tick(2));
        assertThat(page(seen, 2.5)).isEqualTo(seen);
        assertThat(page(seen, 2.51)).isEqualTo(ReaderActivity.at(tick(2.51)));
    }

    @Test
    void aReturnHasAGapUntilTwentyMinutesLater() {
        ReaderActivity seen = ReaderActivity.at(tick(2));
        Instant last = day(5).minus(Duration.ofMinutes(20));
        assertThat(DormancyPolicy.activityAfterPage(seen, last, MONTH))
                .isEqualTo(ReaderActivity.at(Ticks.ofInstant(last)));
        Instant later = last.plusNanos(1);
        long now = Ticks.ofInstant(later);
        assertThat(DormancyPolicy.activityAfterPage(seen, later, MONTH))
                .isEqualTo(ReaderActivity.at(now)
                        .withGap(tick(2), now + Duration.ofMinutes(20).toNanos(), 1));
    }

    @Test
    void gapsWithinTheRetentionBecomeOne() {
        ReaderActivity first = page(ReaderActivity.at(tick(0)), 10);
        ReaderActivity second = page(first, 30);
        assertThat(second.gapFrom()).isEqualTo(first.gapFrom());
        ReaderActivity late = page(first, 50);
        assertThat(late.gapFrom()).isEqualTo(tick(10));
    }

    @Test
    void aGapIsOverWhenHomeFeedsKeepNothingOfIt() {
        ReaderActivity back = page(ReaderActivity.at(tick(0)), 10);
        KeyRange gap = requireNonNull(back.gap(day(35), MONTH));
        assertThat(gap).isEqualTo(FeedKey.range(tick(5), back.gapTo() + 1));
        assertThat(back.gap(day(40), MONTH)).isNotNull();
        assertThat(back.gap(day(40.1), MONTH)).isNull();
    }

    @Test
    void whoFollowsVeryManyNeverReturns() {
        ReaderActivity back = page(ReaderActivity.at(tick(0)), 10);
        ReaderActivity always = back.rebuiltAlways(day(10), DormancyPolicy.MARGIN);
        assertThat(page(always, 25).gap(day(25), MONTH)).isEqualTo(back.gap(day(25), MONTH));
        assertThat(always.isRebuildDue(day(10).plus(Duration.ofMinutes(20)))).isFalse();
        assertThat(always.isRebuildDue(day(10).plus(Duration.ofMinutes(21)))).isTrue();
        assertThat(always.rebuilt(day(11)).isRebuildDue(day(12))).isFalse();
    }
}
