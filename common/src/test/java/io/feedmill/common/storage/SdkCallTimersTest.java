package io.feedmill.common.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SdkCallTimersTest {

    @Test
    void theTimerOfAnAnsweredCallIsRemoved() {
        ScheduledThreadPoolExecutor timers = (ScheduledThreadPoolExecutor) SdkCallTimers.SHARED;
        ScheduledFuture<?> timer = timers.schedule(() -> {}, 1, TimeUnit.HOURS);
        assertThat(timers.getQueue()).contains((Runnable) timer);
        timer.cancel(false);
        assertThat(timers.getQueue()).doesNotContain((Runnable) timer);
    }

    @Test
    void theTimerOfACallWakesNoThread() {
        ScheduledThreadPoolExecutor timers = (ScheduledThreadPoolExecutor) SdkCallTimers.SHARED;
        ScheduledFuture<?> timer = timers.schedule(() -> {}, 1, TimeUnit.SECONDS);
        assertThat(timers.getQueue().peek()).isNotSameAs(timer);
        timer.cancel(false);
    }
}
