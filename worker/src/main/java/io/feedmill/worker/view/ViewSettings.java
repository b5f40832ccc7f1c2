package io.feedmill.worker.view;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.queue.Queue;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The batches in which views are counted. The more views of a post a batch holds, the fewer writes a view takes.
 *
 * @param batch messages at which a batch closes; 1 to 10000
 * @param batches that this process handles at the same time; up to {@code batch} times {@code batches} messages are received and not deleted
 * @param gather how long a batch waits for more messages; 0 to 10 s
 * @param parallel groups of a batch that are counted at the same time
 * @param deadline how long a batch may write, from its first receipt; 15 to 30 s, which is half its queue's visibility timeout, and at least 15 s
 *     more than it waits
 */
@ConfigurationProperties("feedmill.views")
public record ViewSettings(
        @DefaultValue("1000") int batch,
        @DefaultValue("2") int batches,
        @DefaultValue("1s") Duration gather,
        @DefaultValue("8") int parallel,
        @DefaultValue("30s") Duration deadline) {
    private static final int MAX_BATCH = 10_000;
    private static final Duration MAX_GATHER = Duration.ofSeconds(10);

    /** A read, a write and a call to requeue. */
    private static final Duration MIN_WORK = DynamoClients.CALL_TIMEOUT.multipliedBy(3);

    private static final Duration MAX_DEADLINE = Queue.VIEWS.visibility().dividedBy(2);

    public ViewSettings {
        require(batch >= 1 && batch <= MAX_BATCH, "batch must be 1 to " + MAX_BATCH);
        require(batches >= 1, "batches must be at least 1");
        require(!gather.isNegative() && gather.compareTo(MAX_GATHER) <= 0, "gather must be 0 to 10 s");
        require(parallel >= 1, "parallel must be at least 1");
        require(
                deadline.compareTo(MIN_WORK.plus(gather)) >= 0 && deadline.compareTo(MAX_DEADLINE) <= 0,
                "deadline must be 15 to 30 s, and at least 15 s more than gather");
    }

    private static void require(boolean condition, String sentence) {
        if (!condition) {
            throw new IllegalArgumentException("feedmill.views." + sentence);
        }
    }
}
