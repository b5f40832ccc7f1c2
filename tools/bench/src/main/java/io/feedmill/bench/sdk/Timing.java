package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.stack.load.Parallel;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The time that some work has taken.
 *
 * @param cpu this JVM's time on any core: it must do nothing else meanwhile
 * @param latencies nanoseconds of each call; empty for work that is not made of calls
 */
record Timing(Duration took, Duration cpu, List<Long> latencies) {
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
    static Timing ofCalls(int calls, int atOnce, IntConsumer call) {
        List<Integer> numbers = IntStream.range(0, calls).boxed().toList();
        List<Long> nanos = new ArrayList<>(calls);
        Timing timing = of(() -> nanos.addAll(Parallel.map(numbers, atOnce, number -> timed(call, number))));
        return new Timing(timing.took, timing.cpu, nanos);
    }

    private static long timed(IntConsumer call, int number) {
        long began = System.nanoTime();
        call.accept(number);
        return System.nanoTime() - began;
    }

    double perSecond(long count) {
        return count * 1e9 / took.toNanos();
    }

    /** Returns the rate of the deliveries and the CPU of each. */
    Sample ofDeliveries(long deliveries) {
        return Sample.of(Metric.DELIVERIES_PER_SECOND, perSecond(deliveries))
                .with(Metric.CPU_MICROS, cpu.toNanos() / 1e3 / deliveries);
    }

    /** Returns the rate and the latencies of the calls. */
    Sample sampleOfCalls() {
        return Sample.of(Metric.CALLS_PER_SECOND, perSecond(latencies.size())).withLatencies(latencies);
    }
}
