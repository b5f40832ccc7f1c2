package io.feedmill.worker.story;

import io.feedmill.common.queue.QueueMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Workers that share a world's queue. As in SQS, messages come in any order, and some come twice or to two workers at once. Messages of a dead
 * worker are redelivered.
 */
final class SeveralWorkers {
    static final Duration POLL = Duration.ofMillis(1);
    private static final int DUPLICATE_ODDS = 4;

    private final World world;
    private final Random random;
    private final List<QueueMessage> ready = new ArrayList<>();
    private int duplicatesLeft;
    private int held;

    SeveralWorkers(World world, Random random, int duplicates) {
        this.world = world;
        this.random = random;
        this.duplicatesLeft = duplicates;
    }

    /** The source of a worker's messages. Public, so that a proxy may call it. */
    public interface Inbox {

        /** Returns the next message; empty if none waits. */
        Optional<QueueMessage> take();
    }

    /** Works until no message waits or is handled. */
    Runnable worker() {
        return new Worker();
    }

    private Optional<QueueMessage> receive() {
        world.clock.advance(POLL);
        for (Optional<QueueMessage> due = world.queue.take(); due.isPresent(); due = world.queue.take()) {
            ready.add(due.get());
        }
        if (ready.isEmpty()) {
            return Optional.empty();
        }
        int chosen = random.nextInt(ready.size());
        if (duplicatesLeft > 0 && random.nextInt(DUPLICATE_ODDS) == 0) {
            duplicatesLeft--;
            return Optional.of(ready.get(chosen));
        }
        return Optional.of(ready.remove(chosen));
    }

    /** One worker. Its receive call is a step. */
    private final class Worker implements Runnable, Inbox {
        private @Nullable QueueMessage holds;

        @Override
        public void run() {
            Inbox inbox = world.steps.watch(Inbox.class, this);
            try {
                do {
                    inbox.take().ifPresent(world::receive);
                    acknowledge();
                } while (held > 0 || !ready.isEmpty());
            } finally {
                comeBack();
            }
        }

        @Override
        public Optional<QueueMessage> take() {
            Optional<QueueMessage> message = receive();
            message.ifPresent(this::hold);
            return message;
        }

        private void hold(QueueMessage message) {
            holds = message;
            held++;
        }

        private void acknowledge() {
            if (holds != null) {
                holds = null;
                held--;
            }
        }

        private void comeBack() {
            if (holds != null) {
                ready.add(holds);
                acknowledge();
            }
        }
    }

    /** Returns messages that were not received to the queue. */
    void end() {
        ready.forEach(world.queue::send);
        ready.clear();
    }
}
