package io.feedmill.chaos.rig;

import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The APIs and the workers of a rig. Every process that ends is started again, as a service manager would. Thread-safe. */
public final class Fleet implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration MAX_START = Duration.ofMinutes(4);
    private static final Duration FOR_EVER = Duration.ofDays(1);

    private final List<FeedmillProcess> apis;
    private final List<FeedmillProcess> workers;
    private final Screen screen;
    /** The earliest restart of each stopped process, in nanoseconds. */
    private final Map<FeedmillProcess, Long> downUntil = new ConcurrentHashMap<>();

    private final AtomicInteger crashes = new AtomicInteger();
    private final ExecutorService supervisor = Executors.newSingleThreadExecutor();
    private volatile boolean closing;

    Fleet(List<FeedmillProcess> apis, List<FeedmillProcess> workers, Screen screen) {
        this.apis = List.copyOf(apis);
        this.workers = List.copyOf(workers);
        this.screen = screen;
    }

    /** Changes the build of all of them, from their next start on. */
    void use(Workspace build) {
        all().forEach(process -> process.use(build));
    }

    /** Starts all of them and waits until they are ready. */
    void start() {
        all().forEach(FeedmillProcess::start);
        all().forEach(FeedmillProcess::awaitReady);
        // When this program is stopped from outside, its children are, too, and must not be started again.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closing = true, "fleet"));
        supervisor.execute(this::supervise);
    }

    /** Returns the first API. */
    public FeedmillProcess api() {
        return apis.getFirst();
    }

    public List<FeedmillProcess> apis() {
        return apis;
    }

    public List<FeedmillProcess> workers() {
        return workers;
    }

    /** Returns the number of processes that ended by themselves. */
    public int crashes() {
        return crashes.get();
    }

    /** Sends SIGKILL; the process is started again after the time. Returns whether it was up; if not, nothing changes. */
    public synchronized boolean kill(FeedmillProcess process, Duration downFor) {
        if (!process.isAlive()) {
            return false;
        }
        downUntil.put(process, System.nanoTime() + downFor.toNanos());
        process.kill();
        return true;
    }

    /** Starts a killed process now. */
    public void startNow(FeedmillProcess process) {
        downUntil.put(process, System.nanoTime());
    }

    /** Sends SIGTERM; the process is started again when it has ended. Returns the time that it took, at most the limit. */
    public Duration stop(FeedmillProcess process, Duration limit) {
        startNow(process);
        return process.stop(limit);
    }

    /** Sends SIGTERM to all, APIs first, and waits for their ends, each up to the limit. They stay down until {@link #start(List)}. */
    public void stopAll(Duration limit) {
        all().forEach(process -> {
            downUntil.put(process, System.nanoTime() + FOR_EVER.toNanos());
            process.stop(limit);
        });
    }

    /** Starts these processes, which are down, and waits until they are ready. */
    public void start(List<FeedmillProcess> down) {
        down.forEach(this::startNow);
        if (!RunClock.await(() -> down.stream().allMatch(FeedmillProcess::isReady), POLL, MAX_START)) {
            throw new StepFailure("Not ready after %d s: %s.".formatted(MAX_START.toSeconds(), notReady()));
        }
    }

    /** Changes variables of all processes from their next starts on. */
    void change(Map<String, String> variables) {
        all().forEach(process -> process.change(variables));
    }

    /** Waits until all are ready; throws {@link StepFailure} with those that are not within four minutes. */
    public void awaitReady() {
        if (!RunClock.await(() -> notReady().isEmpty(), POLL, MAX_START)) {
            throw new StepFailure("After %d s not ready: %s.".formatted(MAX_START.toSeconds(), notReady()));
        }
    }

    /** Kills all of them. */
    @Override
    public void close() {
        closing = true;
        supervisor.close();
        all().forEach(FeedmillProcess::close);
    }

    private void supervise() {
        while (!closing) {
            all().filter(process -> !process.isAlive()).forEach(this::startAgain);
            RunClock.pause(POLL);
        }
    }

    private synchronized void startAgain(FeedmillProcess process) {
        Long due = downUntil.get(process);
        if (closing || (due != null && due - System.nanoTime() > 0)) {
            return;
        }
        downUntil.remove(process);
        if (due == null) {
            crashes.incrementAndGet();
            screen.say("  %s has ended by itself (log %d of it); it is started again"
                    .formatted(process.name(), process.starts()));
        }
        process.start();
    }

    private List<String> notReady() {
        return all().filter(process -> !process.isReady())
                .map(FeedmillProcess::name)
                .toList();
    }

    private Stream<FeedmillProcess> all() {
        return Stream.concat(apis.stream(), workers.stream());
    }
}
