package io.feedmill.bench.limit;

import io.feedmill.bench.work.Burst;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** Finds out how many calls at once are answered fastest: tries each number once to warm up, and once more for good, with a quarter of a round. */
final class Sweep {
    private static final List<Integer> CHOICES = List.of(4, 8, 16, 32);
    private static final int PART = 4;

    private Sweep() {}

    static int fastest(Supplier<Round> rounds) {
        CHOICES.forEach(atOnce -> rate(rounds.get(), atOnce));
        return CHOICES.stream()
                .map(atOnce -> new Try(atOnce, rate(rounds.get(), atOnce)))
                .max(Comparator.comparingDouble(Try::rate))
                .orElseThrow()
                .atOnce();
    }

    private static double rate(Round round, int atOnce) {
        int calls = Math.ceilDiv(round.calls(), PART);
        Burst burst = Burst.of(calls, atOnce, round.call());
        round.after().run();
        return burst.timing().perSecond(calls);
    }

    private record Try(int atOnce, double rate) {}
}
