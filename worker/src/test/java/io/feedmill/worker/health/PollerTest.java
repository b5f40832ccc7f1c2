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

    /** So that the relay is patient only as long as the queue is. */
    @Test
    void anEmptyPollEndsEarlierWaits() {
        poller.waited(MINUTE);
        poller.foundNone();
        assertThat(poller.maxWait()).contains(Duration.ZERO);
        poller.waited(Duration.ofSeconds(2));
        assertThat(poller.maxWait()).contains(Duration.ofSeconds(2));
    }

    /** Otherwise the first sweep after an outage would take every job for stalled. */
    @Test
    void theWaitIsUnknownAfterAPause() {
        poller.foundNone();
        poller.paused(false);
        assertThat(poller.maxWait()).isPresent();
        poller.paused(true);
        poller.paused(false);
        assertThat(poller.maxWait()).isEmpty();
        poller.waited(MINUTE);
        assertThat(poller.maxWait()).contains(MINUTE);
    }

    /** As while all permits are taken: messages may wait for longer and longer. */
    @Test
    void theWaitIsUnknownAfterMinutesWithoutAPoll() {
        poller.waited(Duration.ofSeconds(1));
        clock.advance(Poller.WAIT_WINDOW);
        assertThat(poller.maxWait()).contains(Duration.ofSeconds(1));
        clock.advance(Duration.ofMillis(1));
        assertThat(poller.maxWait()).isEmpty();
    }
}
