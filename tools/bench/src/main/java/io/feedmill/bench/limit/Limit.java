package io.feedmill.bench.limit;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.work.Burst;
import java.util.function.Supplier;

/**
 * One kind of bare call, as many at once as is said, or else as turns out to be fastest when it first runs: that should be a warm-up. Its name says
 * how many, once that is known.
 */
public final class Limit implements Contender {
    private final String name;
    private final Unit unit;
    private final Supplier<Round> rounds;
    private int atOnce;

    /** @param atOnce 0: what is fastest */
    Limit(String name, Unit unit, Supplier<Round> rounds, int atOnce) {
        this.name = name;
        this.unit = unit;
        this.rounds = rounds;
        this.atOnce = atOnce;
    }

    /** What figures are about. */
    sealed interface Unit {
        /** One call, of which it matters how long it takes. */
        record Call() implements Unit {}

        /** So many deliveries a round. */
        record Deliveries(long count) implements Unit {}
    }

    @Override
    public String name() {
        return atOnce == 0 ? name : "%s, %d at once".formatted(name, atOnce);
    }

    @Override
    public Role role() {
        return Role.LIMIT;
    }

    @Override
    public Sample run() {
        if (atOnce == 0) {
            atOnce = Sweep.fastest(rounds);
        }
        Round round = rounds.get();
        Burst burst = Burst.of(round.calls(), atOnce, round.call());
        round.after().run();
        return switch (unit) {
            case Unit.Call call ->
                burst.timing()
                        .sample(Metric.CALLS_PER_SECOND, round.calls())
                        .with(Metric.P50_MILLIS, burst.millis(0.5))
                        .with(Metric.P99_MILLIS, burst.millis(0.99));
            case Unit.Deliveries deliveries ->
                burst.timing()
                        .sample(Metric.DELIVERIES_PER_SECOND, deliveries.count())
                        .with(Metric.REQUESTS, (double) round.calls() / deliveries.count());
        };
    }
}
