package io.feedmill.bench;

import static io.feedmill.bench.measure.Metric.CPU_MICROS;
import static io.feedmill.bench.measure.Metric.DELIVERIES_PER_SECOND;
import static io.feedmill.bench.measure.Metric.WRITE_UNITS;

import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Figures.Series;
import io.feedmill.bench.measure.Goal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A run as one might be, with a peer before the limit. */
final class Examples {

    private Examples() {}

    static Figures delivery() {
        return new Figures(
                "Delivery & more",
                DELIVERIES_PER_SECOND,
                List.of(
                        new Series(
                                "the article's loop",
                                Role.PEER,
                                List.of(
                                        Map.of(DELIVERIES_PER_SECOND, 3_900.0),
                                        Map.of(DELIVERIES_PER_SECOND, 4_100.0))),
                        new Series(
                                "Feedmill",
                                Role.OURS,
                                List.of(
                                        Map.of(DELIVERIES_PER_SECOND, 14_000.0, CPU_MICROS, 7.5, WRITE_UNITS, 1.0),
                                        Map.of(DELIVERIES_PER_SECOND, 15_580.0, CPU_MICROS, 8.0, WRITE_UNITS, 1.0))),
                        new Series(
                                "bare BatchWriteItem",
                                Role.LIMIT,
                                List.of(
                                        Map.of(DELIVERIES_PER_SECOND, 16_000.0, CPU_MICROS, 4.0),
                                        Map.of(DELIVERIES_PER_SECOND, 16_400.0, CPU_MICROS, 5.0)))));
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
}
