package io.feedmill.bench.limit;

import java.util.function.IntConsumer;

/**
 * Calls that are ready to be made.
 *
 * @param calls how many there are
 * @param call makes the call of this number, which counts from 0
 * @param after tidies up when no more calls are made, or does nothing
 */
record Round(int calls, IntConsumer call, Runnable after) {

    static Round of(int calls, IntConsumer call) {
        return new Round(calls, call, () -> {});
    }
}
