package io.feedmill.common.storage;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** The timers that end overdue calls of all clients of this process. */
public final class CallTimers {
    /** Removes a timer as soon as its call is answered. The SDK's own timers stay until they fire. */
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
