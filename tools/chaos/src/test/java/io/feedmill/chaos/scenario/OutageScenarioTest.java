package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.scenario.OutageScenario.Phase;
import io.feedmill.chaos.scenario.OutageScenario.Sample;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutageScenarioTest {

    private final Phase phase =
            new Phase("outage", List.of(sample(0, 2, 0, 100, 1), sample(1, 1, 1, 104, 2), sample(2, 0, 0, 108, 5)));

    @Test
    void countsWhatGrewFromItsFirstSampleToItsLast() {
        assertThat(phase.pollsPerSecond()).isEqualTo(4);
        assertThat(phase.calls()).isEqualTo(4);
        assertThat(phase.length()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void returnsTheExtremes() {
        assertThat(phase.minReady()).isZero();
        assertThat(phase.maxReady()).isEqualTo(2);
        assertThat(phase.maxDown()).isEqualTo(1);
    }

    @Test
    void countsTheTimeFromItsBeginning() {
        assertThat(phase.until(sample -> sample.ready() == 0)).isEqualTo("2.0 s");
        assertThat(phase.until(sample -> sample.ready() == 3)).isEqualTo("never");
    }

    private static Sample sample(int second, int ready, int down, long polls, int posts) {
        return new Sample(Duration.ofSeconds(second), ready, down, polls, posts);
    }
}
