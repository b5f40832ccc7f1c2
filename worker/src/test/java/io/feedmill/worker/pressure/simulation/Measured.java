package io.feedmill.worker.pressure.simulation;

import io.feedmill.worker.pressure.simulation.Simulation.Figures;
import java.util.Collection;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The results of one limit at one table: the worst values of several runs.
 *
 * @param utilisation of the table's capacity
 * @param throttled share of requests
 * @param fairness Jain's index
 * @param halved throttled share of requests from 5 s after the table has lost half of its capacity on
 * @param doubled seconds until 90 % of the doubled table is used; 60 if that takes longer than a minute
 * @param minLateShare minimum over all runs of a late worker's share after half a minute; 1 is a fair share
 * @param maxLateShare maximum over all runs of the same share
 */
record Measured(
        double utilisation,
        double throttled,
        double fairness,
        double halved,
        int doubled,
        double minLateShare,
        double maxLateShare) {
    private static final int SEEDS = 5;
    private static final int MINUTE = 60;

    static Measured worst(double capacity, int workers, Supplier<Limit> limits) {
        return worst(LongStream.rangeClosed(1, SEEDS)
                .mapToObj(seed -> once(capacity, workers, limits, seed))
                .toList());
    }

    private static Measured once(double capacity, int workers, Supplier<Limit> limits, long seed) {
        Figures settled =
                start(capacity, workers, limits, seed).run(20).run(MINUTE).last(MINUTE);
        Figures late = start(capacity, workers, limits, seed)
                .run(30)
                .workers(1)
                .run(30)
                .run(30)
                .last(30);
        Simulation halved = start(capacity, workers, limits, seed).run(30).capacity(capacity / 2);
        Simulation doubled = start(capacity, workers, limits, seed).run(30).capacity(2 * capacity);
        return new Measured(
                settled.utilisation(),
                settled.throttled(),
                settled.fairness(),
                halved.run(5).run(30).last(30).throttled(),
                secondsUntilFull(doubled.run(MINUTE)),
                late.fairShare(workers),
                late.fairShare(workers));
    }

    private static Simulation start(double capacity, int workers, Supplier<Limit> limits, long seed) {
        return new Simulation(capacity, limits, seed).workers(workers);
    }

    private static int secondsUntilFull(Simulation simulation) {
        int start = simulation.now() - MINUTE;
        return IntStream.range(0, MINUTE)
                        .filter(second -> simulation
                                        .figures(start + second, start + second + 1)
                                        .utilisation()
                                > 0.9)
                        .findFirst()
                        .orElse(MINUTE - 1)
                + 1;
    }

    private static Measured worst(Collection<Measured> runs) {
        return new Measured(
                runs.stream().mapToDouble(Measured::utilisation).min().orElseThrow(),
                runs.stream().mapToDouble(Measured::throttled).max().orElseThrow(),
                runs.stream().mapToDouble(Measured::fairness).min().orElseThrow(),
                runs.stream().mapToDouble(Measured::halved).max().orElseThrow(),
                runs.stream().mapToInt(Measured::doubled).max().orElseThrow(),
                runs.stream().mapToDouble(Measured::minLateShare).min().orElseThrow(),
                runs.stream().mapToDouble(Measured::maxLateShare).max().orElseThrow());
    }
}
