package io.feedmill.common.deadletter;

import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.MessageCodec.UnreadableMessageException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message that nobody could handle.
 *
 * @param reason the code of the {@link io.feedmill.common.queue.DeadLetterReason} that a worker put it aside for, or {@link #TOO_MANY_RECEIVES}
 * @param sentAt when it was put aside; one that SQS moved keeps the time at which it was sent to its queue. From here on its retention counts
 */
public record DeadLetterMessage(Handle handle, String reason, Instant sentAt, String body) {
    /** The reason of a letter that has none: SQS moved it, because its receives came to no end. */
    public static final String TOO_MANY_RECEIVES = "too-many-receives";

    /**
     * What whoever took a letter puts it back or removes it by.
     *
     * @param id the letter's, the same whenever it is taken
     * @param receipt of this one time
     */
    public record Handle(String id, String receipt) {}

    /** Whose post it is about, the message group of its queue; null where the body does not say. */
    public @Nullable UserId author() {
        try {
            return MessageCodec.decode(body).author();
        } catch (UnreadableMessageException e) {
            return null;
        }
    }
}
