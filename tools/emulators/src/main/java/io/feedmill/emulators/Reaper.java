package io.feedmill.emulators;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Stops the children that still run when the JVM ends, the last one started first: a worker before the store that it writes to. */
final class Reaper {
    private static final Deque<ChildProcess> RUNNING = new ConcurrentLinkedDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Reaper::stopAll, "stop children"));
    }

    private Reaper() {}

    static void watch(ChildProcess child) {
        RUNNING.push(child);
    }

    static void forget(ChildProcess child) {
        RUNNING.remove(child);
    }

    private static void stopAll() {
        RUNNING.forEach(ChildProcess::close);
    }
}
