package io.feedmill.worker.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.recall.RecallRows;
import io.feedmill.common.storage.StorageException;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.worker.health.StubSqs;
import io.feedmill.worker.relay.Patience;
import io.feedmill.worker.relay.RelaySettings;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** How long the recalls that a worker ends stay in force, by the attributes of its queues and the waits of their messages. */
class RecallSurplusTest {
    private final Map<String, String> timeouts =
            new HashMap<>(Map.of("t-publish", "90", "t-deliver", "90", "t-upkeep", "90", "t-views", "43200"));

    private final Map<Queue, Duration> waits = new EnumMap<>(Map.of(
            Queue.PUBLISH, Duration.ZERO,
            Queue.DELIVER, Duration.ZERO,
            Queue.UPKEEP, Duration.ZERO,
            Queue.VIEWS, Duration.ofHours(1)));

    private RecallRows rows() {
        RelaySettings relay = BoundSettings.bind("feedmill.relay", RelaySettings.class, Map.of());
        Patience patience = new Patience(relay.maxBackoff(), queue -> Optional.ofNullable(waits.get(queue)));
        QueueSizes queues = new QueueSizes(new StubSqs(this::attributes), new QueueSchema("t-"));
        RecallRows rows =
                new RecallRows(RecallRows.SHARDS, QueuedSurplus.surplus(queues, HandlerLife.LONGEST, patience));
        assertThat(rows.shards()).isEqualTo(4);
        return rows;
    }

    private Duration keepAfterEnd() {
        return rows().keepAfterEnd().now();
    }

    /** Batches of views write no home feed. */
    @Test
    void withOurOwnQueuesItIsTheDefault() {
        assertThat(keepAfterEnd()).isEqualTo(HandlerLife.LAST_WRITE);
    }

    @Test
    void theLongestTimeoutCounts() {
        timeouts.put("t-upkeep", "300");
        timeouts.put("t-deliver", "30");
        assertThat(keepAfterEnd()).isEqualTo(Duration.ofSeconds(925));
    }

    /** A requeued message, one that comes back, and a recheck: the user's page hides the post until the last of them is handled. */
    @Test
    void threeMessagesWaitInTheLongestQueue() {
        waits.put(Queue.UPKEEP, Duration.ofMinutes(20));
        assertThat(keepAfterEnd()).isEqualTo(HandlerLife.LAST_WRITE.plusMinutes(60));
    }

    @Test
    void anUnknownWaitIsTheMaximumBackOffOfTheSweep() {
        waits.remove(Queue.DELIVER);
        assertThat(keepAfterEnd()).isEqualTo(HandlerLife.LAST_WRITE.plusMinutes(30));
    }

    /** More than APIs accept would be a malformed row. */
    @Test
    void itIsADayAtMost() {
        waits.put(Queue.UPKEEP, Duration.ofDays(4));
        assertThat(rows().end(Instant.EPOCH).keepAfterEnd()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void anAttributeThatTheServerLeavesOutIsOurOwn() {
        timeouts.put("t-publish", "");
        timeouts.put("t-deliver", "30");
        timeouts.put("t-upkeep", "30");
        assertThat(keepAfterEnd()).isEqualTo(HandlerLife.LAST_WRITE);
    }

    /** Training runs of images have no queues, and a queue may be out of reach for a while. */
    @Test
    void aWorkerStartsWithoutItsQueuesAndAsksAgain() {
        timeouts.remove("t-upkeep");
        RecallRows rows = rows();
        assertThatExceptionOfType(StorageException.class)
                .isThrownBy(() -> rows.keepAfterEnd().now());
        timeouts.put("t-upkeep", "300");
        assertThat(rows.keepAfterEnd().now()).isEqualTo(Duration.ofSeconds(925));
    }

    private @Nullable Map<QueueAttributeName, String> attributes(String queue) {
        String seconds = timeouts.get(queue);
        if (seconds == null) {
            return null;
        }
        return seconds.isEmpty() ? Map.of() : Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, seconds);
    }
}
