package io.feedmill.worker.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PollerTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SettableClock clock = new SettableClock();
    private final Poller poller = new Poller("deliver", clock::nanoTime);

    @Test
    void theWaitIsUnknownUntilAPollTellsIt() {
        assertThat(poller.maxWait()).isEmpty();
        poller.answered();
        assertThat(poller.maxWait()).isEmpty();
        poller.waited(Duration.ZERO);
        assertThat(poller.maxWait()).contains(Duration.ZERO);
    }

    @Test
    void theLongestWaitOfTheLastMinutesCounts() {
        poller.waited(MINUTE.multipliedBy(6));
        clock.advance(MINUTE.multipliedBy(2));
        poller.waited(Duration.ofSeconds(200));
        poller.waited(Duration.ZERO);
        assertThat(poller.maxWait()).contains(MINUTE.multipliedBy(6));
        clock.advance(MINUTE.multipliedBy(3));
        poller.waited(Duration.ofSeconds(100));
        assertThat(poller.maxWait()).contains(Duration.ofSeconds(200));
        clock.advance(MINUTE.multipliedBy(2));
        assertThat(poller.maxWait()).contains(Duration.ofSeconds(100));
    }

    /** As while polling is paused: messages may wait for longer and longer. */
    @Test
    void theWaitIsUnknownAfterMinutesWithoutAPoll() {
        poller.waited(Duration.ofSeconds(1));
        clock.advance(Poller.WAIT_WINDOW);
        assertThat(poller.maxWait()).contains(Duration.ofSeconds(1));
        clock.advance(Duration.ofMillis(1));
        assertThat(poller.maxWait()).isEmpty();
    }
}
