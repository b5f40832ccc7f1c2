package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;
import java.util.function.ToLongFunction;

/** Samples the health and polls of a rig's workers twice a second. */
final class WorkerSampler implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final Rig rig;
    private final RunClock clock;
    private final IntSupplier posts;
    private final List<Sample> samples = new CopyOnWriteArrayList<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private volatile boolean closed;

    /** Begins at once; {@code posts} returns the number of posts answered so far. */
    WorkerSampler(Rig rig, RunClock clock, IntSupplier posts) {
        this.rig = rig;
        this.clock = clock;
        this.posts = posts;
        thread.execute(this::run);
    }

    /**
     * The workers at a time.
     *
     * @param at since the scenario began
     * @param ready workers whose readiness is up
     * @param down workers whose liveness is down
     * @param polls requests for messages until then
     * @param posts posts answered until then
     */
    record Sample(Duration at, int ready, int down, long polls, int posts) {}

    /** The samples of some time; all numbers are zero without a sample. */
    record Phase(String name, List<Sample> samples) {
        private static final double MIN_SECONDS = 0.5;

        /** From the first time on, until before the second. */
        static Phase of(String name, List<Sample> samples, Duration from, Duration to) {
            return new Phase(
                    name,
                    samples.stream()
                            .filter(sample -> sample.at().compareTo(from) >= 0
                                    && sample.at().compareTo(to) < 0)
                            .toList());
        }

        Duration length() {
            return Duration.ofNanos(growth(sample -> sample.at().toNanos()));
        }

        double pollsPerSecond() {
            return growth(Sample::polls) / Math.max(MIN_SECONDS, Figures.seconds(length()));
        }

        long posts() {
            return growth(Sample::posts);
        }

        int minReady() {
            return samples.stream().mapToInt(Sample::ready).min().orElse(0);
        }

        int maxReady() {
            return samples.stream().mapToInt(Sample::ready).max().orElse(0);
        }

        int maxDown() {
            return samples.stream().mapToInt(Sample::down).max().orElse(0);
        }

        private long growth(ToLongFunction<Sample> count) {
            return samples.isEmpty() ? 0 : count.applyAsLong(samples.getLast()) - count.applyAsLong(samples.getFirst());
        }
    }

    /** Returns the samples so far, by time. */
    List<Sample> samples() {
        return List.copyOf(samples);
    }

    @Override
    public void close() {
        closed = true;
        thread.close();
    }

    private void run() {
        while (!closed) {
            samples.add(sample());
            RunClock.pause(INTERVAL);
        }
    }

    private Sample sample() {
        List<FeedmillProcess> workers = rig.fleet().workers();
        return new Sample(
                clock.now(),
                Math.toIntExact(
                        workers.stream().filter(FeedmillProcess::isReady).count()),
                Math.toIntExact(
                        workers.stream().filter(FeedmillProcess::isBroken).count()),
                rig.statistics(Side.WORKER_QUEUES).operation("ReceiveMessage").requests(),
                posts.getAsInt());
    }
}
