package io.feedmill.worker.listen;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.queue.HandlerLife;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The listeners of the queues.
 *
 * @param concurrency messages of one queue that this process handles at the same time
 * @param deadline how long the handler of a message may write, from its receipt; 30 to 60 s, two thirds of its visibility timeout. A plan begins no loop in
 *     the last 25 s, and a slice no write in the last 15 s
 * @param maxDeadline the longest deadline of any worker: what waits for earlier handlers goes by it, so that workers with other deadlines may run
 *     beside this one; 30 to 60 s
 * @param pollTimeout how long a poll waits for messages; 1 to 20 s. A stop waits for an open poll
 * @param newerVersions how long a message that only a newer version can handle is requeued, from its first send, before it is dead-lettered; 0 to
 *     24 h; 0: at once
 * @param stopTimeout how long messages in process have to finish or to be requeued at a stop
 */
@Validated
@ConfigurationProperties("feedmill.listeners")
public record ListenerSettings(
        @DefaultValue("16") @Min(1) int concurrency,

        @DefaultValue("60s") @DurationMin(seconds = 30) @DurationMax(seconds = HandlerLife.MAX_DEADLINE_SECONDS)
        Duration deadline,

        @DefaultValue("60s") @DurationMin(seconds = 30) @DurationMax(seconds = HandlerLife.MAX_DEADLINE_SECONDS)
        Duration maxDeadline,

        @DefaultValue("10s") @DurationMin(seconds = 1) @DurationMax(seconds = 20)
        Duration pollTimeout,

        @DefaultValue("15m") @DurationMin @DurationMax(hours = 24)
        Duration newerVersions,

        @DefaultValue("20s") @DurationMin(millis = 1) Duration stopTimeout) {

    public ListenerSettings {
        if (deadline.compareTo(maxDeadline) > 0) {
            throw new IllegalArgumentException("feedmill.listeners.deadline is longer than max-deadline");
        }
    }

    HandlerLife life() {
        return HandlerLife.of(maxDeadline);
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
}
