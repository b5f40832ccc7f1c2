package io.feedmill.worker.relay;

import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.queue.QueueMessage;
import java.time.Instant;
import java.util.Collection;

/** A kind of durable work. The relay sends its message again until the work ends. Each is a bean. Thread-safe. */
public interface WorkType {

    /** The {@link OpenWork#kind()} of its work. */
    String kind();

    /** Whether home feeds may lack posts, or changes of posts, while its work is open. */
    default boolean bringsPosts() {
        return true;
    }

    /** All stages of its work. */
    Collection<Stage> stages();

    /** Returns the message that does the work, or goes on with it. Throws an {@link IllegalArgumentException} if the type has no such work. */
    QueueMessage message(OpenWork work);

    /** Returns where the work is now. */
    WorkState state(OpenWork work);

    /** Where work is. */
    sealed interface WorkState {

        /** It is open, and made no progress since this time, as far as its own row tells. */
        record Open(Stage stage, Instant progressAt) implements WorkState {}

        /** It has ended: so has its outbox row, or this read ended both. */
        record Ended() implements WorkState {}

        /** Its own row is absent. */
        record Absent() implements WorkState {}
    }
}
