package io.feedmill.testkit.contract;

import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.queue.Queue;
import io.feedmill.testkit.FakeDeadLetterStore;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

final class FakeDeadLetterBackend implements DeadLetterBackend {
    private final SettableClock clock = new SettableClock();
    private final FakeDeadLetterStore letters = new FakeDeadLetterStore(clock);

    FakeDeadLetterBackend() {
        clock.set(Instant.now());
    }

    @Override
    public DeadLetterStore store() {
        return letters;
    }

    @Override
    public void deadLetter(Queue queue, String reason, String body) {
        letters.add(queue, reason, body);
    }

    @Override
    public void wearOut(Queue queue, String body) {
        letters.add(queue, DeadLetterMessage.TOO_MANY_RECEIVES, body);
    }

    @Override
    public List<Arrived> arrived(Queue queue, int count) {
        return letters.redriven().stream()
                .filter(letter -> letter.queue() == queue)
                .map(letter -> new Arrived(letter.body(), letter.group()))
                .toList();
    }

    @Override
    public void pass(Duration time) {
        clock.advance(time);
    }
}
