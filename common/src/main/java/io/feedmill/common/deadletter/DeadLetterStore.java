package io.feedmill.common.deadletter;

import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The dead letters of each queue. SQS shows nobody a message without handing it out: a letter that was taken is hidden from everybody else
 * until it is put back or its time is over. All calls but {@link #putBack} may throw a {@link io.feedmill.common.storage.StorageException}.
 * Thread-safe.
 */
public interface DeadLetterStore {

    /** How many letters one call takes or redrives, at most. */
    int MAX_AT_ONCE = 10;

    /**
     * Takes up to ten letters; none once there is none left to take, which takes a second to tell.
     *
     * @param hidden for how long nobody else may take them: whole seconds, up to 12 hours
     */
    List<DeadLetterMessage> take(Queue queue, Duration hidden);

    /** Lets everybody take these letters again. One that cannot be put back is only hidden for as long as was said when it was taken. */
    void putBack(Queue queue, Collection<DeadLetterMessage.Handle> letters);

    /**
     * Sends the bodies to their queue as new messages, then removes the letters. A crash between the two leaves a letter whose work may be
     * done twice, which harms nothing.
     *
     * @param letters at most ten
     * @return those that were sent and removed
     */
    List<DeadLetterMessage> redrive(Queue queue, List<DeadLetterMessage> letters);

    /** About how many letters are taken at the moment, by whomever. SQS may be a minute behind. */
    int taken(Queue queue);

    /** The dead letters in SQS. */
    static DeadLetterStore in(SqsClient client, QueueSchema queues) {
        return new SqsDeadLetterStore(client, queues);
    }
}
