package io.feedmill.bench.sdk;

import com.sun.management.OperatingSystemMXBean;
import io.feedmill.bench.measure.Metric;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.Gatherers;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * The time that some work has taken.
 *
 * @param cpu this JVM's time on any core: it must do nothing else meanwhile
 * @param latencies nanoseconds of each call; empty for work that is not made of calls
 */
public record Timing(Duration took, Duration cpu, Histogram latencies) {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final int DIGITS = 3;

    /** Does the work. */
    public static Timing of(Runnable work) {
        return of(work, new Histogram(DIGITS));
    }

    /** Makes calls numbered from 0, several at once, on virtual threads. The first exception ends them and is thrown. */
    public static Timing ofCalls(int calls, int atOnce, IntConsumer call) {
        AtomicInteger next = new AtomicInteger();
        Histogram latencies = new ConcurrentHistogram(DIGITS);
        Runnable worker = () -> {
            for (int number = next.getAndIncrement(); number < calls; number = next.getAndIncrement()) {
                long began = System.nanoTime();
                call.accept(number);
                latencies.recordValue(System.nanoTime() - began);
            }
        };
        return of(() -> concurrently(atOnce, worker), latencies);
    }

    private static Timing of(Runnable work, Histogram latencies) {
        long cpu = SYSTEM.getProcessCpuTime();
        long began = System.nanoTime();
        work.run();
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        return new Timing(took, Duration.ofNanos(SYSTEM.getProcessCpuTime() - cpu), latencies);
    }

    /** Runs the work several times at once. */
    static void concurrently(int times, Runnable work) {
        Collections.nCopies(times, work).stream()
                .gather(Gatherers.mapConcurrent(times, each -> {
                    each.run();
                    return true;
                }))
                .forEach(done -> {});
    }

    /** Returns the same calls with the CPU of another process, which has answered them. */
    public Timing withCpu(Duration other) {
        return new Timing(took, other, latencies);
    }

    double perSecond(long count) {
        return count * 1e9 / took.toNanos();
    }

    /** Returns the rate of the deliveries and the CPU of each. */
    Map<Metric, Double> ofDeliveries(long deliveries) {
        return Map.of(
                Metric.DELIVERIES_PER_SECOND,
                perSecond(deliveries),
                Metric.CPU_MICROS,
                cpu.toNanos() / 1e3 / deliveries);
    }

    /** Returns p50 and p99 of the calls, and the CPU of each. */
    public Map<Metric, Double> perCall() {
        return Map.of(
                Metric.P50_MILLIS, latencies.getValueAtPercentile(50) / 1e6,
                Metric.P99_MILLIS, latencies.getValueAtPercentile(99) / 1e6,
                Metric.CALL_CPU_MICROS, cpu.toNanos() / 1e3 / latencies.getTotalCount());
    }
}
