package io.feedmill.common.storage;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The timers that end overdue calls of all clients of this process. */
public final class SdkCallTimers {
    /** Shorter than any call's timeout. */
    private static final Duration TICK = Duration.ofMillis(500);

    /** Removes a timer as soon as its call is answered. The SDK's own timers stay until they fire. */
    public static final ScheduledExecutorService SHARED = create();

    private SdkCallTimers() {}

    @SuppressWarnings("FutureReturnValueIgnored") // the tick does nothing
    private static ScheduledExecutorService create() {
        ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("call-timers").factory());
        timers.setRemoveOnCancelPolicy(true);
        // A timer that becomes the first one wakes the thread. The next tick is always earlier than a call's timer.
        timers.scheduleAtFixedRate(() -> {}, TICK.toMillis(), TICK.toMillis(), TimeUnit.MILLISECONDS);
        return timers;
    }
}
