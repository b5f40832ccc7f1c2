package io.feedmill.bench.work;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * What some work took.
 *
 * @param cpu this JVM's time on any core: nothing else may happen in it meanwhile
 */
public record Timing(Duration took, Duration cpu) {
    private static final com.sun.management.OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

    /** Does it. */
    public static Timing of(Runnable work) {
        long cpu = SYSTEM.getProcessCpuTime();
        long began = System.nanoTime();
        work.run();
        return new Timing(
                Duration.ofNanos(System.nanoTime() - began), Duration.ofNanos(SYSTEM.getProcessCpuTime() - cpu));
    }

    /** How many a second, if it was so many. */
    public double perSecond(long count) {
        return count * 1e9 / took.toNanos();
    }

    /** Rate and CPU of so many. */
    public Sample sample(Metric rate, long count) {
        return Sample.of(rate, perSecond(count)).with(Metric.CPU_MICROS, cpu.toNanos() / 1e3 / count);
    }
}
