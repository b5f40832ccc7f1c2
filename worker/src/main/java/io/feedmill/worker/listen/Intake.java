package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.ListenerMode;
import io.awspring.cloud.sqs.listener.MessageListener;
import io.awspring.cloud.sqs.listener.acknowledgement.handler.AcknowledgementMode;
import java.time.Duration;

/**
 * How a queue's container takes messages.
 *
 * @param most under way at once
 * @param batch asked for at once, at most
 * @param polls open at once, at most
 * @param pollTimeout how long a poll waits for them
 * @param mode of the listener: one message at a time, which is acknowledged unless the listener throws, or batches, whose messages the listener
 *     acknowledges
 */
record Intake(
        int most, int batch, int polls, Duration pollTimeout, ListenerMode mode, MessageListener<String> listener) {

    AcknowledgementMode acknowledgement() {
        return switch (mode) {
            case SINGLE_MESSAGE -> AcknowledgementMode.ON_SUCCESS;
            case BATCH -> AcknowledgementMode.MANUAL;
        };
    }
}
