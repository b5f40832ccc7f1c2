package io.feedmill.api.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void theFirstGoAtOnce() {
        assertThat(new Pace(50, 7).due()).isEqualTo(7);
    }

    @Test
    void soManyGoInASecond() {
        Pace pace = new Pace(50, 0);
        for (int i = 0; i < 5; i++) {
            pace.went(10, pace.due());
        }
        assertThat(pace.due()).isEqualTo(SECOND);
    }

    @Test
    void whatWasNotUsedIsNotMadeUpFor() {
        Pace pace = new Pace(1, 0);
        pace.went(1, 10 * SECOND);
        assertThat(pace.due()).isEqualTo(11 * SECOND);
    }
}
