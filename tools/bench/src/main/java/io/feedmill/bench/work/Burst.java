package io.feedmill.bench.work;

import io.feedmill.stack.load.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/**
 * Calls that were made as fast as they were answered.
 *
 * @param nanos what each call took, ascending
 */
public record Burst(Timing timing, List<Long> nanos) {

    public Burst {
        nanos = nanos.stream().sorted().toList();
    }

    /** Makes the calls that are numbered from 0, so many at once, on virtual threads. The first exception ends them and is thrown. */
    public static Burst of(int calls, int atOnce, IntConsumer call) {
        List<Integer> numbers = IntStream.range(0, calls).boxed().toList();
        List<Long> nanos = new ArrayList<>(calls);
        Timing timing = Timing.of(() -> nanos.addAll(numbers.stream()
                .gather(Gatherers.mapConcurrent(atOnce, number -> timed(call, number)))
                .toList()));
        return new Burst(timing, nanos);
    }

    private static long timed(IntConsumer call, int number) {
        long began = System.nanoTime();
        call.accept(number);
        return System.nanoTime() - began;
    }

    /** What this share of the calls took at most: 0.5 for the median. */
    public double millis(double share) {
        return Figures.nearestRank(nanos, share) / 1e6;
    }
}
