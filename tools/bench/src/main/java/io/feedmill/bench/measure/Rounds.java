package io.feedmill.bench.measure;

import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.measure.Figures.Series;
import io.feedmill.bench.measure.Figures.Stats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How long contenders take turns: rounds to warm up, then at least the fewest, and no more once Feedmill's ratios to the others are known well enough. */
public record Rounds(int warmUps, int fewest, int most) {
    private static final Path PRESSURE = Path.of("/proc/pressure/cpu");

    /** The share of a round's time by which tasks may wait longer for a core than in the quiet rounds. */
    private static final double MORE_PRESSURE = 0.1;

    /** Half of the width of an interval, as a share of the ratio. */
    private static final double NARROW = 0.025;

    public static Rounds fixed(int warmUps, int rounds) {
        return new Rounds(warmUps, rounds, rounds);
    }

    /** One turn of each contender, and the share of its time in which a task of the machine waited for a core. */
    private record Round(double pressure, List<Map<Metric, Double>> samples) {}

    /** As {@link #of(String, Metric, List, DoubleSupplier, Consumer)}, with the pressure that Linux measures; elsewhere there is none. */
    public Figures of(String title, Metric primary, List<Contender> contenders, Consumer<String> progress) {
        return of(title, primary, contenders, Rounds::waited, progress);
    }

    /** Gives each contender one turn a round, in changing order. Drops rounds in which tasks waited for a core, by a sum of seconds: the machine had other work. */
    Figures of(
            String title,
            Metric primary,
            List<Contender> contenders,
            DoubleSupplier waited,
            Consumer<String> progress) {
        List<Round> rounds = new ArrayList<>();
        for (int number = -warmUps; number < most; number++) {
            progress.accept(number < 0 ? "warm-up" : "round %d of up to %d".formatted(number + 1, most));
            Round round = take(number, contenders, waited);
            if (number >= 0) {
                rounds.add(round);
            }
            Figures figures = figures(title, primary, contenders, quiet(rounds));
            if (figures.rounds() >= fewest && isNarrow(figures)) {
                break;
            }
        }
        progress.accept("%d rounds, %d of them dropped, for other work of the machine"
                .formatted(rounds.size(), rounds.size() - quiet(rounds).size()));
        return figures(title, primary, contenders, quiet(rounds));
    }

    private static Round take(int number, List<Contender> contenders, DoubleSupplier waited) {
        List<Map<Metric, Double>> samples = new ArrayList<>(
                contenders.stream().map(contender -> Map.<Metric, Double>of()).toList());
        double before = waited.getAsDouble();
        long began = System.nanoTime();
        IntStream.range(0, contenders.size())
                .map(turn -> Math.floorMod(turn + number, contenders.size()))
                .forEach(next -> samples.set(next, contenders.get(next).run()));
        double seconds = (System.nanoTime() - began) / 1e9;
        return new Round((waited.getAsDouble() - before) / seconds, samples);
    }

    private static List<Round> quiet(List<Round> rounds) {
        if (rounds.isEmpty()) {
            return rounds;
        }
        double[] pressures = rounds.stream().mapToDouble(Round::pressure).toArray();
        double bound = Stats.quantile(0.25, pressures) + MORE_PRESSURE;
        return rounds.stream().filter(round -> round.pressure() <= bound).toList();
    }

    private static Figures figures(String title, Metric primary, List<Contender> contenders, List<Round> rounds) {
        List<Series> series = IntStream.range(0, contenders.size())
                .mapToObj(number -> new Series(
                        contenders.get(number).name(),
                        contenders.get(number).role(),
                        rounds.stream()
                                .map(round -> round.samples().get(number))
                                .toList()))
                .toList();
        return new Figures(title, primary, series);
    }

    /** Returns whether the primary metric and CPU of Feedmill are known, over those of each other contender. */
    private static boolean isNarrow(Figures figures) {
        return figures.series().stream()
                .filter(series -> series.role() != Role.OURS)
                .flatMap(other -> Stream.of(figures.primary(), Metric.CPU_MICROS, Metric.CALL_CPU_MICROS)
                        .filter(metric -> other.stats(metric).isPresent())
                        .map(metric -> figures.ratio(Contender.FEEDMILL, other.name(), metric)))
                .allMatch(ratio -> ratio.high() - ratio.low() <= 2 * NARROW * ratio.value());
    }

    /** Reads a line such as {@code some avg10=0.00 avg60=0.00 avg300=0.00 total=1234}, of microseconds. */
    private static double waited() {
        if (!Files.isReadable(PRESSURE)) {
            return 0;
        }
        try {
            String some = Files.readAllLines(PRESSURE).getFirst();
            return Long.parseLong(some.substring(some.lastIndexOf('=') + 1)) / 1e6;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
