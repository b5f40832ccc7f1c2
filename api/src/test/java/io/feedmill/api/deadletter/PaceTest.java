package io.feedmill.api.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.deadletter.Redriver.Redrive;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void sendsTheFirstMessageAtOnce() {
        assertThat(new Redrive.Pace(50, 7).due()).isEqualTo(7);
    }

    @Test
    void keepsItsRate() {
        Redrive.Pace pace = new Redrive.Pace(50, 0);
        for (int i = 0; i < 5; i++) {
            pace.sent(10, pace.due());
        }
        assertThat(pace.due()).isEqualTo(SECOND);
    }

    @Test
    void doesNotSaveUnusedCapacity() {
        Redrive.Pace pace = new Redrive.Pace(1, 0);
        pace.sent(1, 10 * SECOND);
        assertThat(pace.due()).isEqualTo(11 * SECOND);
    }
}
