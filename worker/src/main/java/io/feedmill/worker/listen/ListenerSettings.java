package io.feedmill.worker.listen;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.queue.QueueSchema;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The listeners of the queues.
 *
 * @param concurrency messages of one queue that this process handles at the same time
 * @param deadline how long the handler of a message may write, from its receipt; 10 to 60 s, which is half its visibility timeout
 * @param pollTimeout how long a poll waits for messages; 1 to 20 s. A stop waits for an open poll
 * @param stopTimeout how long messages in process have to finish or to be requeued at a stop
 */
@ConfigurationProperties("feedmill.listeners")
public record ListenerSettings(
        @DefaultValue("16") int concurrency,
        @DefaultValue("60s") Duration deadline,
        @DefaultValue("10s") Duration pollTimeout,
        @DefaultValue("20s") Duration stopTimeout) {
    /** A write starts only with time for a whole call: with less, no message would ever be done. */
    private static final Duration MIN_DEADLINE = DynamoClients.CALL_TIMEOUT.multipliedBy(2);

    private static final Duration MAX_DEADLINE = QueueSchema.VISIBILITY.dividedBy(2);
    private static final Duration MAX_POLL = Duration.ofSeconds(20);

    public ListenerSettings {
        require(concurrency >= 1, "concurrency must be at least 1");
        require(
                deadline.compareTo(MIN_DEADLINE) >= 0 && deadline.compareTo(MAX_DEADLINE) <= 0,
                "deadline must be 10 to 60 s");
        require(pollTimeout.toSeconds() >= 1 && pollTimeout.compareTo(MAX_POLL) <= 0, "poll-timeout must be 1 to 20 s");
        require(stopTimeout.toMillis() >= 1, "stop-timeout must be at least 1 ms");
    }

    /** Returns how long handlers may write once the process stops. After that, one may end its last call and make another one to requeue. */
    Duration deadlineAtStop() {
        Duration left = stopTimeout.minus(DynamoClients.CALL_TIMEOUT.multipliedBy(2));
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Returns how long a message may be in process: its last call may begin just before its deadline. */
    Duration maxProcessing() {
        return deadline.plus(DynamoClients.CALL_TIMEOUT);
    }

    private static void require(boolean condition, String sentence) {
        if (!condition) {
            throw new IllegalArgumentException("feedmill.listeners." + sentence);
        }
    }
}
