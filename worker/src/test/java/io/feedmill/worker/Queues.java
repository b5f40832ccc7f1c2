package io.feedmill.worker;

import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.queue.QueueSizes.QueueSize;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/** The queues as an operator sees them. */
record Queues(SqsClient client, QueueSchema schema) {
    private static final Duration SEND_TIMEOUT = Duration.ofMinutes(1);

    void send(Queue queue, String body) {
        send(queue, body, settings -> {});
    }

    /** Sends any body once, with these settings: a repeated attempt would leave a second message. */
    void send(Queue queue, String body, Consumer<SendMessageRequest.Builder> settings) {
        client.sendMessage(r -> r.queueUrl(url(schema.name(queue)))
                .messageBody(body)
                .overrideConfiguration(c -> c.apiCallTimeout(SEND_TIMEOUT).apiCallAttemptTimeout(SEND_TIMEOUT))
                .applyMutation(settings));
    }

    QueueSize size(Queue queue) {
        return new QueueSizes(client, schema).of(queue);
    }

    long total(Queue queue) {
        QueueSize size = size(queue);
        return size.visible() + size.inFlight() + size.delayed();
    }

    /** Receives up to ten messages and releases them at once. */
    List<String> look(Queue queue) {
        return client
                .receiveMessage(r -> r.queueUrl(url(schema.name(queue)))
                        .maxNumberOfMessages(10)
                        .visibilityTimeout(0))
                .messages()
                .stream()
                .map(Message::body)
                .toList();
    }

    /** Sets the visibility timeout of the queue. */
    void visibility(Queue queue, Duration timeout) {
        Map<QueueAttributeName, String> attributes =
                Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, Long.toString(timeout.toSeconds()));
        client.setQueueAttributes(r -> r.queueUrl(url(schema.name(queue))).attributes(attributes));
    }

    /** Removes up to ten dead-letter messages from their queue, with their attributes. */
    List<Message> takeDead(Queue queue) {
        String dead = url(schema.deadName(queue));
        List<Message> messages = client.receiveMessage(
                        r -> r.queueUrl(dead).maxNumberOfMessages(10).messageAttributeNames("All"))
                .messages();
        messages.forEach(message -> client.deleteMessage(r -> r.queueUrl(dead).receiptHandle(message.receiptHandle())));
        return messages;
    }

    private String url(String name) {
        return client.getQueueUrl(r -> r.queueName(name)).queueUrl();
    }
}
