package io.feedmill.bench;

import static io.feedmill.bench.measure.Metric.CPU_MICROS;
import static io.feedmill.bench.measure.Metric.DELIVERIES_PER_SECOND;
import static io.feedmill.bench.measure.Metric.WRITE_UNITS;

import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.measure.Series;
import java.time.Instant;
import java.util.List;

/** A run as one might be, with a peer before the limit. */
final class Examples {

    private Examples() {}

    static Figures delivery() {
        return new Figures(
                "Delivery & more",
                DELIVERIES_PER_SECOND,
                List.of(
                        new Series("the article's loop", Role.PEER, List.of(rate(3_900), rate(4_100))),
                        new Series(
                                "Feedmill",
                                Role.OURS,
                                List.of(
                                        rate(14_000).with(CPU_MICROS, 7.5).with(WRITE_UNITS, 1),
                                        rate(15_580).with(CPU_MICROS, 8).with(WRITE_UNITS, 1))),
                        new Series(
                                "bare BatchWriteItem",
                                Role.LIMIT,
                                List.of(
                                        rate(16_000).with(CPU_MICROS, 4),
                                        rate(16_400).with(CPU_MICROS, 5)))));
    }

    static Run run() {
        return new Run(
                new Run.Machine(2, 24_000, "Linux 6.1", "25", 0.5),
                false,
                Instant.parse("2026-11-22T04:13:07Z"),
                List.of(new Run.Part(
                        "delivery",
                        "Delivery",
                        List.of("A note."),
                        List.of(delivery()),
                        List.of(Goal.DELIVERY_LIMIT.measured(0.9125)))));
    }

    private static Sample rate(double rate) {
        return Sample.of(Metric.DELIVERIES_PER_SECOND, rate);
    }
}
