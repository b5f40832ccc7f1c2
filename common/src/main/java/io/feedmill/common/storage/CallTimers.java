package io.feedmill.common.storage;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** What ends calls that take too long, of all clients of this process. */
public final class CallTimers {
    /** Forgets a timer as soon as its call is answered. The SDK's own ones keep each until its time is up, and wake up for it then. */
    private static final ScheduledExecutorService SHARED = create();

    private CallTimers() {}

    public static ScheduledExecutorService shared() {
        return SHARED;
    }

    private static ScheduledExecutorService create() {
        ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("call-timers").factory());
        timers.setRemoveOnCancelPolicy(true);
        return timers;
    }
}
