package io.feedmill.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LookScheduleTest {
    private final LookSchedule schedule = new LookSchedule(0);

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void beginsWithThePage() {
        assertThat(schedule.untilLook(0)).isEqualTo(seconds(1));
        assertThat(schedule.isPageDue(0)).isTrue();
    }

    @Test
    void looksEachSecond() {
        schedule.looked(seconds(7));
        assertThat(schedule.untilLook(seconds(7))).isEqualTo(seconds(1));
        assertThat(schedule.untilLook(seconds(9))).isEqualTo(-seconds(1));
    }

    /** The next look would be too late. */
    @Test
    void readsThePageBeforeItIsOlderThanThirtySeconds() {
        schedule.read(seconds(100));
        assertThat(schedule.isPageDue(seconds(129))).isFalse();
        assertThat(schedule.isPageDue(seconds(129) + 1)).isTrue();
    }

    @Test
    void afterFiveMinutesWithoutAnEventLooksEachFiveSeconds() {
        schedule.moved(seconds(10));
        schedule.looked(seconds(310) - 1);
        assertThat(schedule.untilLook(seconds(310) - 1)).isEqualTo(seconds(1));
        schedule.looked(seconds(310));
        assertThat(schedule.untilLook(seconds(310))).isEqualTo(seconds(5));
        schedule.read(seconds(310));
        assertThat(schedule.isPageDue(seconds(335))).isFalse();
        assertThat(schedule.isPageDue(seconds(336))).isTrue();
        schedule.moved(seconds(310));
        assertThat(schedule.untilLook(seconds(310))).isEqualTo(seconds(1));
    }
}
