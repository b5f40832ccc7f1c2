package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Sample;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Calls of one kind, one after the other.
 *
 * @param count calls a round
 * @param prepare prepares a round, which is not timed; the result makes the call with a number that counts from 0
 */
public record Calls(String name, Role role, int count, Supplier<IntConsumer> prepare) implements Contender {
    @Override
    public Sample run() {
        return Timing.ofCalls(count, 1, prepare.get()).sampleOfCalls();
    }
}
