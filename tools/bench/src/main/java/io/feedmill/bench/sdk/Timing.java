package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.Gatherers;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The time that some work has taken.
 *
 * @param cpu this JVM's time on any core: it must do nothing else meanwhile
 * @param latencies nanoseconds of each call; empty for work that is not made of calls
 */
public record Timing(Duration took, Duration cpu, List<Long> latencies) {
    private static final com.sun.management.OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

    /** Does the work. */
    static Timing of(Runnable work) {
        long cpu = SYSTEM.getProcessCpuTime();
        long began = System.nanoTime();
        work.run();
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        return new Timing(took, Duration.ofNanos(SYSTEM.getProcessCpuTime() - cpu), List.of());
    }

    /** Makes calls numbered from 0, several at once, on virtual threads. The first exception ends them and is thrown. */
    public static Timing ofCalls(int calls, int atOnce, IntConsumer call) {
        AtomicInteger next = new AtomicInteger();
        long[] nanos = new long[calls];
        Timing timing = of(() -> concurrently(atOnce, () -> {
            for (int number = next.getAndIncrement(); number < calls; number = next.getAndIncrement()) {
                long began = System.nanoTime();
                call.accept(number);
                nanos[number] = System.nanoTime() - began;
            }
        }));
        return new Timing(timing.took, timing.cpu, LongStream.of(nanos).boxed().toList());
    }

    /** Runs the work several times at once. */
    static void concurrently(int times, Runnable work) {
        Stream.generate(() -> work)
                .limit(times)
                .gather(Gatherers.mapConcurrent(times, each -> {
                    each.run();
                    return true;
                }))
                .forEach(done -> {});
    }

    double perSecond(long count) {
        return count * 1e9 / took.toNanos();
    }

    /** Returns the rate of the deliveries and the CPU of each. */
    Sample ofDeliveries(long deliveries) {
        return Sample.of(Metric.DELIVERIES_PER_SECOND, perSecond(deliveries))
                .with(Metric.CPU_MICROS, cpu.toNanos() / 1e3 / deliveries);
    }

    /** Returns p50 and p99 of the calls. */
    public Sample ofLatencies() {
        return Sample.ofLatencies(latencies);
    }
}
