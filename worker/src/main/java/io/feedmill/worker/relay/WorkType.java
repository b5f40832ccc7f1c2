package io.feedmill.worker.relay;

import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.queue.QueueMessage;
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

    /** All stages of its work. */
    Collection<ResendPolicy> stages();

    /** Returns the message that does the work, or goes on with it. Throws an {@link IllegalArgumentException} if the type has no such work. */
    QueueMessage message(OpenWork work);

    /** Returns where the work is now. */
    WorkState state(OpenWork work);

    /** Returns a type of work with one stage, named as its kind. A handler that makes progress puts off the next resend, see {@link Resends}. */
    static OnePolicy of(ResendPolicy policy, Function<OpenWork, QueueMessage> message) {
        return new OnePolicy(policy, message);
    }

    /** Work with one stage. A sweep reads its outbox row only: the handler removes it. */
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

    /** Where work is. */
    sealed interface WorkState {

        /** It is open, and made no progress since this time, as far as its own row tells. */
        record Open(ResendPolicy policy, Instant progressAt) implements WorkState {}

        /** It has ended: so has its outbox row, or this read ended both. */
        record Ended() implements WorkState {}

        /** Its own row is absent. */
        record Absent() implements WorkState {}
    }
}
