package io.feedmill.worker.listen;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.queue.QueueSchema;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How queues are worked off.
 *
 * @param concurrency messages of one queue under way at once in this process
 * @param deadline how long a message's work may write, counted from its receipt; at most half its visibility timeout of two minutes, at least
 *     10 s
 * @param pollTimeout how long a poll waits for messages; 1 to 20 s. A poll that is open when the process is told to stop is waited for
 * @param stopTimeout how long the messages under way have to finish or to be handed back when the process is told to stop
 */
@ConfigurationProperties("feedmill.listeners")
public record ListenerSettings(
        @DefaultValue("16") int concurrency,
        @DefaultValue("60s") Duration deadline,
        @DefaultValue("10s") Duration pollTimeout,
        @DefaultValue("20s") Duration stopTimeout) {
    /** A write is started only while there is time for a whole call: with less no message would ever be done. */
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

    /**
     * How long a message's work may write once the process is told to stop. A handler may then be in its last call, and needs another one to
     * hand back.
     */
    Duration deadlineAtStop() {
        Duration left = stopTimeout.minus(DynamoClients.CALL_TIMEOUT.multipliedBy(2));
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** How long a message may be under way: its last call may begin just before its deadline. */
    Duration longestWork() {
        return deadline.plus(DynamoClients.CALL_TIMEOUT);
    }

    private static void require(boolean condition, String sentence) {
        if (!condition) {
            throw new IllegalArgumentException("feedmill.listeners." + sentence);
        }
    }
}
