package io.feedmill.worker.view;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.queue.Queue;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How views are counted. The more of them are in a batch, the fewer writes each takes.
 *
 * @param batch messages that are taken and grouped at once, at most; 1 to 100
 * @param batches of this process under way at once
 * @param pollTimeout how long a batch waits for more messages than are there, 1 to 20 s
 * @param deadline how long a batch's work may write, counted from its receipt; at most half its queue's visibility timeout of a minute, at least
 *     15 s
 */
@ConfigurationProperties("feedmill.views")
public record ViewSettings(
        @DefaultValue("100") int batch,
        @DefaultValue("2") int batches,
        @DefaultValue("1s") Duration pollTimeout,
        @DefaultValue("30s") Duration deadline) {
    private static final int LARGEST_BATCH = 100;
    private static final Duration LONGEST_POLL = Duration.ofSeconds(20);

    /** A read and a write, and one call more to hand back. */
    private static final Duration SHORTEST_DEADLINE = DynamoClients.CALL_TIMEOUT.multipliedBy(3);

    private static final Duration LONGEST_DEADLINE = Queue.VIEWS.visibility().dividedBy(2);

    public ViewSettings {
        require(batch >= 1 && batch <= LARGEST_BATCH, "batch must be 1 to " + LARGEST_BATCH);
        require(batches >= 1, "batches must be at least 1");
        require(
                pollTimeout.toSeconds() >= 1 && pollTimeout.compareTo(LONGEST_POLL) <= 0,
                "poll-timeout must be 1 to 20 s");
        require(
                deadline.compareTo(SHORTEST_DEADLINE) >= 0 && deadline.compareTo(LONGEST_DEADLINE) <= 0,
                "deadline must be 15 to 30 s");
    }

    private static void require(boolean condition, String sentence) {
        if (!condition) {
            throw new IllegalArgumentException("feedmill.views." + sentence);
        }
    }
}
