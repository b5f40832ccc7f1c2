package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.JvmUse;
import io.feedmill.bench.measure.Metric;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.Gatherers;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** The time of some work, the use of its process, which does nothing else meanwhile, and the nanoseconds of each call, if it is made of calls. */
public record Timing(Duration took, JvmUse use, Histogram latencies) {
    private static final long HERE = ProcessHandle.current().pid();
    private static final int DIGITS = 3;

    /** Does the work in this process. */
    public static Timing of(Runnable work) {
        return of(HERE, work, new Histogram(DIGITS));
    }

    /** Makes calls from this process. */
    public static Timing ofCalls(int calls, int atOnce, IntConsumer call) {
        return ofCalls(HERE, calls, atOnce, call);
    }

    /** Makes calls numbered from 0, several at once, on virtual threads. The use of the JVM of this id counts. The first exception ends them and is thrown. */
    public static Timing ofCalls(long pid, int calls, int atOnce, IntConsumer call) {
        AtomicInteger next = new AtomicInteger();
        Histogram latencies = new ConcurrentHistogram(DIGITS);
        Runnable worker = () -> {
            for (int number = next.getAndIncrement(); number < calls; number = next.getAndIncrement()) {
                long began = System.nanoTime();
                call.accept(number);
                latencies.recordValue(System.nanoTime() - began);
            }
        };
        return of(pid, () -> concurrently(atOnce, worker), latencies);
    }

    private static Timing of(long pid, Runnable work, Histogram latencies) {
        JvmUse before = JvmUse.of(pid);
        long began = System.nanoTime();
        work.run();
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        return new Timing(took, JvmUse.of(pid).minus(before), latencies);
    }

    /** Runs the work several times at once. */
    private static void concurrently(int times, Runnable work) {
        Collections.nCopies(times, work).stream()
                .gather(Gatherers.mapConcurrent(times, each -> {
                    each.run();
                    return true;
                }))
                .forEach(done -> {});
    }

    /** Returns the rate of the deliveries, and the CPU and allocated bytes of each. */
    public Map<Metric, Double> ofDeliveries(long deliveries) {
        return Map.of(
                Metric.DELIVERIES_PER_SECOND,
                deliveries * 1e9 / took.toNanos(),
                Metric.CPU_MICROS,
                use.cpu().toNanos() / 1e3 / deliveries,
                Metric.ALLOCATED,
                (double) use.allocated() / deliveries);
    }

    /** Returns p50 and p99 of the calls, the CPU and allocated bytes of each, and their rate. */
    public Map<Metric, Double> perCall() {
        return Map.of(
                Metric.P50_MILLIS, latencies.getValueAtPercentile(50) / 1e6,
                Metric.P99_MILLIS, latencies.getValueAtPercentile(99) / 1e6,
                Metric.CALL_CPU_MICROS, use.cpu().toNanos() / 1e3 / latencies.getTotalCount(),
                Metric.CALL_ALLOCATED, (double) use.allocated() / latencies.getTotalCount(),
                Metric.CALLS_PER_SECOND, latencies.getTotalCount() * 1e9 / took.toNanos());
    }
}
