package io.feedmill.testkit.contract;

import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.queue.Queue;
import io.feedmill.testkit.MemoryDeadLetterStore;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Runs the contract with the fake. */
class MemoryDeadLetterStoreTest extends DeadLetterStoreContract {
    private final SettableClock clock = new SettableClock();
    private final MemoryDeadLetterStore letters = new MemoryDeadLetterStore(clock);

    MemoryDeadLetterStoreTest() {
        clock.set(Instant.now());
    }

    @Override
    protected DeadLetterStore store() {
        return letters;
    }

    @Override
    protected void deadLetter(Queue queue, String reason, String body) {
        letters.add(queue, reason, body);
    }

    @Override
    protected void wearOut(Queue queue, String body) {
        letters.add(queue, DeadLetterMessage.TOO_MANY_RECEIVES, body);
    }

    @Override
    protected List<Arrived> arrived(Queue queue, int count) {
        return letters.redriven().stream()
                .filter(letter -> letter.queue() == queue)
                .map(letter -> new Arrived(letter.body(), letter.group()))
                .toList();
    }

    @Override
    protected void pass(Duration time) {
        clock.advance(time);
    }
}
