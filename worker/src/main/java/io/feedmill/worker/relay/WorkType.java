package io.feedmill.worker.relay;

import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** A kind of durable work. The relay sends its message again until the work ends. Each is a bean. Thread-safe. */
public interface WorkType {

    /** The {@link OpenWork#kind()} of its work. */
    String kind();

    /** Whether home feeds lack new posts, or changes of posts, while its work is open: its work holds the notes of shards. */
    default boolean bringsPosts() {
        return false;
    }

    Collection<ResendPolicy> stages();

    /** Returns the message that does the work, or goes on with it. Throws an {@link IllegalArgumentException} if the type has no such work. */
    QueueMessage message(OpenWork work);

    WorkState state(OpenWork work);

    /** Work with one stage. A sweep reads its outbox row only: the handler removes it, or puts off the next resend, see {@link Resends}. */
    record OnePolicy(ResendPolicy policy, Function<OpenWork, QueueMessage> message) implements WorkType {

        @Override
        public String kind() {
            return policy.name();
        }

        @Override
        public List<ResendPolicy> stages() {
            return List.of(policy);
        }

        @Override
        public QueueMessage message(OpenWork work) {
            return message.apply(work);
        }

        @Override
        public WorkState state(OpenWork work) {
            return new WorkState.Open(policy, work.acceptedAt());
        }
    }

    sealed interface WorkState {

        /** It is open, and made no progress since this time, as far as its own row tells. */
        record Open(ResendPolicy policy, Instant progressAt) implements WorkState {}

        /** It has ended: so has its outbox row, or this read ended both. */
        record Ended() implements WorkState {}

        /** Its own row is absent. */
        record Absent() implements WorkState {}
    }

    /**
     * What open work waits for: it is stalled without progress for the minimum patience or this number of waits in its queues, whichever is longer, and
     * for its own delay.
     */
    record ResendPolicy(String name, Duration minPatience, List<Queue> queues, int queueWaits, Duration ownDelay) {
        private static final int WAITS = 2;

        /** Work that does not pause. Twice the wait of its queues is enough. */
        public ResendPolicy(String name, Duration minPatience, Queue... queues) {
            this(name, minPatience, List.of(queues), WAITS, Duration.ZERO);
        }
    }
}
