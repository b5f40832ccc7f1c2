package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedTimeTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final VirtualTime time = new VirtualTime(Instant.EPOCH);
    private final SimulatedTime process = new SimulatedTime(time);
    private final List<Long> wentOn = new ArrayList<>();

    /** Returns when a thread goes on that begins to wait in its process, which stands still for 200 s. */
    private long goesOn() {
        process.standStill(200 * SECOND);
        time.start("process", () -> {
            process.awake();
            wentOn.add(time.now());
        });
        time.runUntil(() -> !wentOn.isEmpty());
        return wentOn.getFirst();
    }

    @Test
    void aProcessGoesOnWhenItHasStoodStill() {
        assertThat(goesOn()).isEqualTo(200 * SECOND);
    }

    /** Else one still stands when a story is at rest, and does what it had begun after that. */
    @Test
    void aProcessGoesOnWhenAStoryEndsThat() {
        time.after(10 * SECOND, () -> process.standStill(0));
        assertThat(goesOn()).isEqualTo(10 * SECOND);
    }

    @Test
    void aProcessThatIsToStandLongerDoes() {
        time.after(10 * SECOND, () -> process.standStill(300 * SECOND));
        assertThat(goesOn()).isEqualTo(300 * SECOND);
    }
}
