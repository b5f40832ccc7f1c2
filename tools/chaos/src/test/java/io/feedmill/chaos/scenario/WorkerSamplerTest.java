package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.scenario.WorkerSampler.Phase;
import io.feedmill.chaos.scenario.WorkerSampler.Sample;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerSamplerTest {

    private static final List<Sample> SAMPLES =
            List.of(sample(0, 2, 0, 100, 1), sample(1, 1, 1, 104, 2), sample(2, 0, 0, 108, 5), sample(3, 2, 0, 120, 9));

    private final Phase phase = Phase.of("all but the last", SAMPLES, Duration.ZERO, Duration.ofSeconds(3));

    @Test
    void countsWhatGrewFromItsFirstSampleToItsLast() {
        assertThat(phase.pollsPerSecond()).isEqualTo(4);
        assertThat(phase.posts()).isEqualTo(4);
        assertThat(phase.length()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void returnsTheExtremes() {
        assertThat(phase.minReady()).isZero();
        assertThat(phase.maxReady()).isEqualTo(2);
        assertThat(phase.maxDown()).isEqualTo(1);
    }

    @Test
    void withoutASampleEverythingIsZero() {
        Phase none = Phase.of("none", SAMPLES, Duration.ofSeconds(8), Duration.ofSeconds(9));
        assertThat(none.pollsPerSecond()).isZero();
        assertThat(none.posts()).isZero();
        assertThat(none.maxReady()).isZero();
    }

    private static Sample sample(int second, int ready, int down, long polls, int posts) {
        return new Sample(Duration.ofSeconds(second), ready, down, polls, posts);
    }
}
