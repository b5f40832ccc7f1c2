package io.feedmill.bench.measure;

import io.feedmill.bench.measure.Figures.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * One way to do a scenario's job. Its data is set up before its first turn and stays until its last.
 *
 * @param name the name in tables, unique in its scenario
 * @param job does the job once and returns the measured values: the same number of deliveries or calls in every turn
 */
public record Contender(String name, Role role, Supplier<Map<Metric, Double>> job) {
    /** The name of Feedmill where a scenario has only one. */
    public static final String FEEDMILL = "Feedmill";

    /** The part in a comparison, in the order of a table's rows. */
    public enum Role {
        /** The bare calls: nothing that makes them can be faster. */
        LIMIT,
        OURS,
        /** A way in which people do the job today. */
        PEER
    }

    public static Contender limit(String name, Supplier<Map<Metric, Double>> job) {
        return new Contender(name, Role.LIMIT, job);
    }

    public static Contender ours(String name, Supplier<Map<Metric, Double>> job) {
        return new Contender(name, Role.OURS, job);
    }

    public static Contender peer(String name, Supplier<Map<Metric, Double>> job) {
        return new Contender(name, Role.PEER, job);
    }

    /** Takes a turn. */
    public Map<Metric, Double> run() {
        return job.get();
    }

    /**
     * Gives each contender one turn a round; the first one changes from round to round.
     *
     * @param warmUps rounds before those that count
     * @param progress is told of each round
     */
    public static List<Series> takeTurns(
            List<Contender> contenders, int warmUps, int rounds, Consumer<String> progress) {
        List<Series> all = contenders.stream()
                .map(each -> new Series(each.name(), each.role(), new ArrayList<>()))
                .toList();
        for (int round = -warmUps; round < rounds; round++) {
            int first = round;
            progress.accept(round < 0 ? "warm-up" : "round %d of %d".formatted(round + 1, rounds));
            IntStream.range(0, contenders.size())
                    .map(turn -> Math.floorMod(turn + first, contenders.size()))
                    .forEach(next -> {
                        Map<Metric, Double> sample = contenders.get(next).run();
                        if (first >= 0) {
                            all.get(next).rounds().add(sample);
                        }
                    });
        }
        return all;
    }
}
