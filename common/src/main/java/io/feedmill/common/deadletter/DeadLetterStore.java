package io.feedmill.common.deadletter;

import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dead-letter messages of each queue. A message can only be read by receiving it, which hides it from other receivers
 * until it is released or its visibility timeout ends. All calls but {@link #release} may throw a {@link io.feedmill.common.storage.StorageException}.
 * Thread-safe.
 */
public interface DeadLetterStore {

    /** Maximum of messages that one call receives or redrives. */
    int MAX_AT_ONCE = 10;

    /** Receives up to ten messages, and hides them for whole seconds, up to 12 hours. An empty result takes a second. */
    List<DeadLetterMessage> receive(Queue queue, Duration hidden);

    /** Makes these messages visible again. One that cannot be released stays hidden until its visibility timeout ends. */
    void release(Queue queue, Collection<DeadLetterMessage.Handle> messages);

    /**
     * Sends the {@linkplain DeadLetterMessage#redriven next attempts} of up to ten messages to their queue, then removes the dead-letter messages.
     * Returns those of which both was done. A crash between the two leaves a message whose work may be done twice, which is harmless.
     */
    List<DeadLetterMessage> redrive(Queue queue, List<DeadLetterMessage> messages);

    /** The approximate number of received messages, up to a minute late. */
    int inFlight(Queue queue);

    /**
     * A message of a dead-letter queue.
     *
     * @param reason the code of the {@link io.feedmill.common.queue.DeadLetterReason} of the worker, or {@link #TOO_MANY_RECEIVES}
     * @param sentAt when it was dead-lettered; a message that SQS moved keeps the time at which it was sent to its queue. Its retention counts from this time
     */
    record DeadLetterMessage(Handle handle, String reason, Instant sentAt, String body) {
        /** The reason of a message that SQS moved after too many receives. */
        public static final String TOO_MANY_RECEIVES = "too-many-receives";

        /** The handle of a received message, to release or remove it: its id, the same for each receive, and the receipt of this one. */
        public record Handle(String id, String receipt) {}

        /** The message that a redrive sends: a later attempt of the same work. An unreadable body stays as it is. */
        public String redriven(MessageCodec codec) {
            try {
                return MessageCodec.encode(codec.decode(body).next().withFirstSentAt(sentAt));
            } catch (DeadLetterException e) {
                return body;
            }
        }

        /** The author of the post, which is the message group; null if the body is unreadable. */
        public @Nullable UserId author(MessageCodec codec) {
            try {
                return codec.decode(body).author();
            } catch (DeadLetterException e) {
                return null;
            }
        }
    }
}
