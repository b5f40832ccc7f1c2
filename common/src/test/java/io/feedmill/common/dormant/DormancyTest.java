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
    private static final Dormancy A_WEEK = Dormancy.NONE.with(WEEK, START, MONTH);

    private static Instant day(double days) {
        return START.plusMillis((long) (days * Duration.ofDays(1).toMillis()));
    }

    private static long tick(double days) {
        return Ticks.ofInstant(day(days));
    }

    private static @Nullable Active page(Dormancy dormancy, @Nullable Active before, double days) {
        return dormancy.visited(before, day(days), MONTH);
    }

    @Test
    void whileNoTimeIsSetNothingIsWritten() {
        assertThat(page(Dormancy.NONE, null, 400)).isNull();
        assertThat(Dormancy.NONE.passesOver(null, tick(400))).isFalse();
    }

    @Test
    void slicesGoByThePostsTick() {
        assertThat(A_WEEK.passesOver(null, tick(7))).isFalse();
        assertThat(A_WEEK.passesOver(null, tick(7) + 1)).isTrue();
        Active seen = Active.at(tick(3));
        assertThat(A_WEEK.passesOver(seen, tick(10))).isFalse();
        assertThat(A_WEEK.passesOver(seen, tick(10) + 1)).isTrue();
        assertThat(A_WEEK.passesOver(Active.at(0), tick(7)))
                .as("rows from before")
                .isFalse();
        assertThat(A_WEEK.passesOver(Active.at(0).rebuiltAlways(day(0), Dormancy.MARGIN), tick(100)))
                .isFalse();
    }

    /** The reader may have the rows of earlier posts. */
    @Test
    void slicesGoByALowerTimeWithLaterPostsAlone() {
        Dormancy lowered = Dormancy.NONE.with(MONTH, START, MONTH).with(WEEK, day(10), MONTH);
        assertThat(lowered.passesOver(null, lowered.from() - 1)).isFalse();
        assertThat(lowered.passesOver(null, lowered.from())).isTrue();
    }

    @Test
    void aPageIsNotedWhenTheNoteIsADayOld() {
        assertThat(page(A_WEEK, null, 1)).isNull();
        assertThat(page(A_WEEK, null, 1.01)).isEqualTo(Active.at(tick(1.01)));
        Active seen = Active.at(tick(2));
        assertThat(page(A_WEEK, seen, 3)).isEqualTo(seen);
        assertThat(page(A_WEEK, seen, 3.01)).isEqualTo(Active.at(tick(3.01)));
    }

    @Test
    void aReturnHasAGapUntilTwentyMinutesLater() {
        Active seen = Active.at(tick(2));
        Instant last = day(9).minus(Duration.ofMinutes(20));
        assertThat(A_WEEK.visited(seen, last, MONTH)).isEqualTo(Active.at(Ticks.ofInstant(last)));
        Instant later = last.plusNanos(1);
        long now = Ticks.ofInstant(later);
        assertThat(A_WEEK.visited(seen, later, MONTH))
                .isEqualTo(Active.at(now)
                        .withGap(tick(2), now + Duration.ofMinutes(20).toNanos(), 1));
    }

    @Test
    void gapsWithinTheRetentionBecomeOne() {
        Active first = requireNonNull(page(A_WEEK, null, 10));
        Active second = requireNonNull(page(A_WEEK, first, 30));
        assertThat(second.from()).isEqualTo(first.from());
        Active late = requireNonNull(page(A_WEEK, first, 50));
        assertThat(late.from()).isEqualTo(tick(10));
    }

    @Test
    void aGapIsOverWhenHomeFeedsKeepNothingOfIt() {
        Active back = requireNonNull(page(A_WEEK, null, 10));
        KeyRange gap = requireNonNull(back.gap(day(35), MONTH));
        assertThat(gap).isEqualTo(FeedKey.range(tick(5), back.to() + 1));
        assertThat(back.gap(day(40), MONTH)).isNotNull();
        assertThat(back.gap(day(40.1), MONTH)).isNull();
    }

    @Test
    void pagesGoByTheLeastTimeOfTheRetention() {
        Dormancy raised = A_WEEK.with(MONTH, day(10), MONTH);
        assertThat(raised.judged(tick(40))).isEqualTo(WEEK);
        assertThat(raised.judged(tick(40.1))).isEqualTo(MONTH);
        assertThat(raised.passesOver(null, tick(20))).isFalse();
        Dormancy ended = raised.with(null, day(20), MONTH);
        assertThat(ended.judged(tick(50))).isEqualTo(WEEK);
        assertThat(ended.judged(tick(50.1))).isNull();
        assertThat(ended.since()).isEqualTo(tick(0));
        Dormancy again = ended.with(WEEK, day(60), MONTH);
        assertThat(again).isEqualTo(new Dormancy(tick(60), WEEK, tick(60) + Dormancy.MARGIN.toNanos(), null, 0));
    }

    @Test
    void whoFollowsVeryManyNeverReturns() {
        Active back = requireNonNull(page(A_WEEK, null, 10));
        Active always = back.rebuiltAlways(day(10), Dormancy.MARGIN);
        assertThat(requireNonNull(page(A_WEEK, always, 25)).gap(day(25), MONTH)).isEqualTo(back.gap(day(25), MONTH));
        assertThat(always.isRebuildDue(day(10).plus(Duration.ofMinutes(20)))).isFalse();
        assertThat(always.isRebuildDue(day(10).plus(Duration.ofMinutes(21)))).isTrue();
        assertThat(always.rebuilt(day(11)).isRebuildDue(day(12))).isFalse();
    }
}
