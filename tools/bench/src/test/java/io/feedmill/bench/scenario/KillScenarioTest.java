package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.stack.load.StepFailure;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KillScenarioTest {
    private final AtomicInteger kills = new AtomicInteger();

    @Test
    void aKillThatTellsSomethingIsNotRepeated() {
        assertThat(tellingFrom(1)).isEqualTo(1);
        assertThat(kills).hasValue(1);
    }

    @Test
    void oneThatTellsNothingIsRepeatedThreeTimesAtMost() {
        assertThat(tellingFrom(4)).isEqualTo(4);
        kills.set(0);
        assertThatExceptionOfType(StepFailure.class)
                .isThrownBy(() -> tellingFrom(5))
                .withMessage("4 kills, one after the other, were no result: too late.");
        assertThat(kills).hasValue(4);
    }

    private int tellingFrom(int first) {
        return KillScenario.telling(kills::incrementAndGet, kill -> kill >= first, "too late.");
    }
}
