package io.feedmill.common.queue;

import io.feedmill.common.dynamo.StorageErrors;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * Sends to SQS. The message group of a standard queue is the author: fair queues keep one author's backlog from delaying the others.
 *
 * @see <a href="https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html">Fair queues</a>
 */
public final class SqsQueueSender implements QueueSender, DeadLetters {
    private final SqsClient client;
    private final QueueSchema queues;
    private final QueueUrls urls;

    public SqsQueueSender(SqsClient client, QueueSchema queues) {
        this.client = client;
        this.queues = queues;
        this.urls = new QueueUrls(client);
    }

    @Override
    public void send(QueueMessage message, Duration delay) {
        try {
            client.sendMessage(r -> r.queueUrl(urls.of(queues.name(Queue.of(message))))
                    .messageBody(MessageCodec.encode(message))
                    .messageGroupId(message.author())
                    .delaySeconds((int) delay.toSeconds()));
        } catch (SdkException e) {
            throw StorageErrors.classify(e);
        }
    }

    /** Sends it to the dead-letter queue, the reason as an attribute. */
    @Override
    public void putAside(Queue queue, String body, String reason) {
        try {
            client.sendMessage(r -> r.queueUrl(urls.of(queues.deadName(queue)))
                    .messageBody(body)
                    .messageAttributes(Map.of(
                            "reason",
                            MessageAttributeValue.builder()
                                    .dataType("String")
                                    .stringValue(reason)
                                    .build())));
        } catch (SdkException e) {
            throw StorageErrors.classify(e);
        }
    }
}
