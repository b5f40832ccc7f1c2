package io.feedmill.api.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.deadletter.DeadLetterCounter.GroupResponse;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.queue.Queue;
import io.feedmill.testkit.MemoryDeadLetterStore;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadLetterCounterTest {
    private final SettableClock clock = new SettableClock();
    private final MemoryDeadLetterStore store = new MemoryDeadLetterStore(clock);
    private final DeadLetterCounter counter = new DeadLetterCounter(new DeadLetterBrowser(store, 10, clock), clock);

    @Test
    void anEmptyQueueIsComplete() {
        assertThat(counter.count().items()).isEmpty();
        assertThat(counter.count().complete()).isTrue();
    }

    @Test
    void groupsByQueueAndReasonWithTheOldest() {
        store.add(Queue.DELIVER, DeadLetterMessage.TOO_MANY_RECEIVES, "a");
        clock.advance(Duration.ofMinutes(3));
        store.add(Queue.DELIVER, "not-json", "b");
        store.add(Queue.PUBLISH, "not-json", "c");
        clock.advance(Duration.ofMillis(12_700));
        store.add(Queue.DELIVER, "not-json", "d");
        assertThat(counter.count().items())
                .containsExactly(
                        new GroupResponse("publish", "not-json", 1, "2026-03-01T12:03:00.000000000Z", "PT12S"),
                        new GroupResponse("deliver", "not-json", 2, "2026-03-01T12:03:00.000000000Z", "PT12S"),
                        new GroupResponse(
                                "deliver", "too-many-receives", 1, "2026-03-01T12:00:00.000000000Z", "PT3M12S"));
    }

    @Test
    void aSlowClockMakesNoNegativeAge() {
        store.add(Queue.DELIVER, "not-json", "a");
        clock.set(SettableClock.START.minusSeconds(5));
        assertThat(counter.count().items()).extracting(GroupResponse::oldestAge).containsExactly("PT0S");
    }

    @Test
    void isIncompleteAboveItsMaximum() {
        for (int i = 0; i < 11; i++) {
            store.add(Queue.PUBLISH, "not-json", "message " + i);
        }
        store.add(Queue.DELIVER, "not-json", "message");
        assertThat(counter.count().complete()).isFalse();
        assertThat(counter.count().items()).extracting(GroupResponse::count).containsExactly(10, 1);
    }

    @Test
    void addsUpMessagesInOtherCalls() {
        store.add(Queue.PUBLISH, "not-json", "a");
        store.add(Queue.DELIVER, "not-json", "b");
        store.receive(Queue.PUBLISH, Duration.ofMinutes(1));
        store.receive(Queue.DELIVER, Duration.ofMinutes(1));
        assertThat(counter.count().hidden()).isEqualTo(2);
    }
}
