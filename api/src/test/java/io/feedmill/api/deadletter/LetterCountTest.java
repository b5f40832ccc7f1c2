package io.feedmill.api.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.deadletter.DeadLetterMessage;
import io.feedmill.common.queue.Queue;
import io.feedmill.testkit.FakeDeadLetterStore;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LetterCountTest {
    private static final DeadLetterSettings SETTINGS = new DeadLetterSettings(Duration.ofSeconds(20), 10);

    private final SettableClock clock = new SettableClock();
    private final FakeDeadLetterStore store = new FakeDeadLetterStore(clock);
    private final Ticker ticker = new Ticker(clock::nanoTime, clock::advance);
    private final LetterCount count = new LetterCount(new LetterWalk(store, SETTINGS, ticker), SETTINGS, ticker, clock);

    @Test
    void noneIsComplete() {
        assertThat(count.count().items()).isEmpty();
        assertThat(count.count().complete()).isTrue();
    }

    @Test
    void groupsByQueueAndReasonWithTheOldest() {
        store.add(Queue.DELIVER, DeadLetterMessage.TOO_MANY_RECEIVES, "a");
        clock.advance(Duration.ofMinutes(3));
        store.add(Queue.DELIVER, "not-json", "b");
        store.add(Queue.PUBLISH, "not-json", "c");
        clock.advance(Duration.ofMillis(12_700));
        store.add(Queue.DELIVER, "not-json", "d");
        assertThat(count.count().items())
                .containsExactly(
                        new GroupResponse("publish", "not-json", 1, "2026-03-01T12:03:00.000000000Z", "PT12S"),
                        new GroupResponse("deliver", "not-json", 2, "2026-03-01T12:03:00.000000000Z", "PT12S"),
                        new GroupResponse(
                                "deliver", "too-many-receives", 1, "2026-03-01T12:00:00.000000000Z", "PT3M12S"));
    }

    @Test
    void aClockThatIsBehindMakesNoNegativeAge() {
        store.add(Queue.DELIVER, "not-json", "a");
        clock.set(SettableClock.START.minusSeconds(5));
        assertThat(count.count().items()).extracting(GroupResponse::oldestAge).containsExactly("PT0S");
    }

    @Test
    void isIncompleteIfOneQueueHasTooMany() {
        for (int i = 0; i < 11; i++) {
            store.add(Queue.PUBLISH, "not-json", "letter " + i);
        }
        store.add(Queue.DELIVER, "not-json", "letter");
        assertThat(count.count().complete()).isFalse();
        assertThat(count.count().items()).extracting(GroupResponse::count).containsExactly(10, 1);
    }

    @Test
    void addsUpWhatOthersHaveInHand() {
        store.add(Queue.PUBLISH, "not-json", "a");
        store.add(Queue.DELIVER, "not-json", "b");
        store.take(Queue.PUBLISH, Duration.ofMinutes(1));
        store.take(Queue.DELIVER, Duration.ofMinutes(1));
        assertThat(count.count().hidden()).isEqualTo(2);
    }
}
