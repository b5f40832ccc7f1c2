package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.measure.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamFrameworkScenarioTest {

    @Test
    void eachGoalIsJudgedAgainstTheBetterOfTheirs() {
        Figures figures = new Figures(
                "",
                Metric.DELIVERIES_PER_SECOND,
                List.of(
                        series(Contender.FEEDMILL, Role.OURS, 100_000, 5),
                        series("faster", Role.PEER, 25_000, 60),
                        series("cheaper", Role.PEER, 20_000, 45)));
        assertThat(StreamFrameworkScenario.goals(figures))
                .containsExactly(Goal.SF_CPU.measured(9), Goal.SF_RATE.measured(4));
    }

    private static Series series(String name, Role role, double rate, double cpu) {
        Sample round = Sample.of(Metric.DELIVERIES_PER_SECOND, rate).with(Metric.CPU_MICROS, cpu);
        return new Series(name, role, List.of(round));
    }
}
