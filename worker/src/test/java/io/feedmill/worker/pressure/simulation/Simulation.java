package io.feedmill.worker.pressure.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Workers that share a table. The same seed makes the same run. */
final class Simulation {
    private static final Duration BURST = Duration.ofSeconds(2);
    private static final double STAGGER = 1e8;

    private final Agenda agenda = new Agenda();
    private final List<SimulatedWorker> workers = new ArrayList<>();
    private final List<Double> capacities = new ArrayList<>();
    private final Supplier<Limit> limits;
    private final Random random;
    private final SimulatedTable table;

    Simulation(double capacity, Supplier<Limit> limits, long seed) {
        this.limits = limits;
        this.random = new Random(seed);
        this.table = new SimulatedTable(capacity, BURST, new Random(random.nextLong()));
    }

    /** Adds workers that start now, within a tenth of a second. */
    Simulation workers(int count) {
        for (int i = 0; i < count; i++) {
            SimulatedWorker worker = new SimulatedWorker(agenda, table, limits.get(), new Random(random.nextLong()));
            workers.add(worker);
            agenda.in((long) (random.nextDouble() * STAGGER), worker::start);
        }
        return this;
    }

    Simulation capacity(double unitsPerSecond) {
        table.setCapacity(agenda.now(), unitsPerSecond);
        return this;
    }

    Simulation refuseAtRandom(double share) {
        table.refuseAtRandom(share);
        return this;
    }

    /** Continues for this number of seconds. */
    Simulation run(int seconds) {
        for (int i = 0; i < seconds; i++) {
            capacities.add(table.unitsPerSecond());
            agenda.runUntil(Duration.ofSeconds(capacities.size()));
        }
        return this;
    }

    /** Seconds since the beginning. */
    int now() {
        return capacities.size();
    }

    /** Returns the results from one second to another. */
    Figures figures(int from, int to) {
        return new Figures(
                capacities.subList(from, to).stream()
                        .mapToDouble(Double::doubleValue)
                        .sum(),
                workers.stream().map(worker -> worker.share(from, to)).toList());
    }

    /** The last seconds. */
    Figures last(int seconds) {
        return figures(now() - seconds, now());
    }

    /**
     * One worker's part.
     *
     * @param throttled requests of which at least one unit was refused
     */
    record Share(long units, long requests, long throttled) {
        static final Share NONE = new Share(0, 0, 0);

        Share plus(Share other) {
            return new Share(units + other.units, requests + other.requests, throttled + other.throttled);
        }
    }

    /**
     * The results of all workers in a time.
     *
     * @param capacity units that the table could have written without its burst
     */
    record Figures(double capacity, List<Share> shares) {

        private Share all() {
            return shares.stream().reduce(Share.NONE, Share::plus);
        }

        /** Returns the written units. */
        long units() {
            return all().units;
        }

        double utilisation() {
            return units() / capacity;
        }

        /** The share of requests that were refused, wholly or in part. */
        double throttled() {
            return (double) all().throttled / all().requests;
        }

        /** Returns Jain's index: 1 if all workers got the same, 1/n if one got all. */
        double fairness() {
            double sum = units();
            double squares = shares.stream()
                    .mapToDouble(s -> (double) s.units() * s.units())
                    .sum();
            return sum * sum / shares.size() / squares;
        }

        /** Returns a worker's units as a multiple of the mean. */
        double fairShare(int worker) {
            return shares.get(worker).units() * shares.size() / (double) units();
        }
    }
}
