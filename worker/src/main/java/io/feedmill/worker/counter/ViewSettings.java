package io.feedmill.worker.counter;

import io.feedmill.common.dynamo.DynamoClients;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The batches in which views are counted. The more views of a post a batch holds, the fewer writes a view takes.
 *
 * @param batch messages at which a batch closes; 1 to 10000
 * @param batches that this process handles at the same time; up to {@code batch} times {@code batches} messages are received and not deleted
 * @param batchWindow how long a batch waits for more messages; 0 to 10 s
 * @param parallel groups of a batch that are counted at the same time
 * @param deadline how long a batch may write, from its first receipt; 15 to 30 s, which is half its queue's visibility timeout, and at least 15 s
 *     more than it waits
 */
@Validated
@ConfigurationProperties("feedmill.views")
public record ViewSettings(
        @DefaultValue("1000") @Min(1) @Max(10_000) int batch,
        @DefaultValue("2") @Min(1) int batches,

        @DefaultValue("1s") @DurationMin @DurationMax(seconds = 10)
        Duration batchWindow,

        @DefaultValue("8") @Min(1) int parallel,
        @DefaultValue("30s") @DurationMax(seconds = 30) Duration deadline) {
    /** A read, a write and a call to requeue. */
    private static final Duration MIN_WORK = DynamoClients.CALL_TIMEOUT.multipliedBy(3);

    public ViewSettings {
        if (deadline.compareTo(MIN_WORK.plus(batchWindow)) < 0) {
            throw new IllegalArgumentException("feedmill.views.deadline must be at least 15 s more than batch-window");
        }
    }
}
