package io.feedmill.worker.pressure.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.worker.pressure.simulation.Simulation.Figures;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The promises of the pressure control, for small and large tables and for few and many workers. */
class SimulationTest {
    private static final int SEEDS = 3;

    static Stream<Arguments> tables() {
        return Stream.of(500.0, 5_000.0, 40_000.0)
                .flatMap(capacity -> Stream.of(1, 3, 10)
                        .flatMap(workers -> Stream.iterate(1L, seed -> seed <= SEEDS, seed -> seed + 1)
                                .map(seed -> Arguments.of(capacity, workers, seed))));
    }

    private static Simulation of(double capacity, int workers, long seed) {
        return new Simulation(capacity, Limit.Ours::new, seed).workers(workers);
    }

    private static void assertSettled(Figures figures) {
        assertThat(figures.utilisation()).isGreaterThan(0.9);
        assertThat(figures.throttled()).isLessThan(0.05);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void workersUseNearlyAllOfATableAndAreSeldomThrottled(double capacity, int workers, long seed) {
        assertSettled(of(capacity, workers, seed).run(80).last(60));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("tables")
    void workersGetEqualShares(double capacity, int workers, long seed) {
        assertThat(of(capacity, workers, seed).run(80).last(60).fairness()).isGreaterThan(0.9);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void workersFollowATableThatHalves(double capacity, int workers, long seed) {
        Simulation simulation = of(capacity, workers, seed).run(30).capacity(capacity / 2);
        assertSettled(simulation.run(5).run(30).last(30));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("tables")
    void workersFillATableThatDoublesWithinSeconds(double capacity, int workers, long seed) {
        Simulation simulation =
                of(capacity, workers, seed).run(30).capacity(2 * capacity).run(36);
        assertThat(IntStream.range(30, 36)
                        .mapToDouble(
                                second -> simulation.figures(second, second + 1).utilisation()))
                .anyMatch(utilisation -> utilisation > 0.9);
        assertSettled(simulation.last(30));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("tables")
    void aLateWorkerGetsItsShare(double capacity, int workers, long seed) {
        Simulation simulation = of(capacity, workers, seed).run(30).workers(1);
        Figures figures = simulation.run(30).run(30).last(30);
        assertThat(figures.fairShare(workers)).isBetween(0.5, 1.5);
        assertSettled(figures);
    }

    /** What docs/pressure.md says about it: fair and quick, but refused two thirds of the time. */
    @Test
    void theLimitOfNetflixIsRefusedFarMoreOften() {
        Simulation simulation =
                new Simulation(5_000, Limit.Aimd::new, 1).workers(2).run(30).workers(1);
        Figures figures = simulation.run(10).run(30).last(30);
        assertThat(figures.fairness()).isGreaterThan(0.9);
        assertThat(figures.utilisation()).isGreaterThan(0.9);
        assertThat(figures.throttled()).isCloseTo(2.0 / 3, within(0.1));
    }

    /** Returns the units that BatchWriter writes with its back-off alone. */
    private static long unitsWithoutLimit(double refused, long seed) {
        Figures figures = new Simulation(40_000, () -> new Limit() {}, seed)
                .workers(3)
                .refuseAtRandom(refused)
                .run(120)
                .last(90);
        return figures.units();
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.6, 0.9})
    void aConstantShareOfRefusalsCostsLittle(double refused) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Simulation simulation = of(40_000, 3, seed).refuseAtRandom(refused).run(120);
            assertThat(simulation.last(90).units()).isGreaterThan((long) (0.5 * unitsWithoutLimit(refused, seed)));
        }
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("tables")
    void workersShareAgainWhenAStoreNoLongerRefusesAtRandom(double capacity, int workers, long seed) {
        Simulation simulation =
                of(capacity, workers, seed).run(20).refuseAtRandom(0.3).run(70).refuseAtRandom(0);
        assertSettled(simulation.run(30).run(30).last(30));
    }
}
