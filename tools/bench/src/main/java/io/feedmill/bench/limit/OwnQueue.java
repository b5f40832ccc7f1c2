package io.feedmill.bench.limit;

import io.feedmill.bench.work.Deliveries;
import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** A queue that nobody else listens to. Its messages are plans, as the API sends them. */
final class OwnQueue {
    /** What SQS takes in one batch at most. */
    static final int BATCH = 10;

    private final SqsClient client;
    private final String url;
    private final String group;
    private final String body;

    private OwnQueue(SqsClient client, String url, Post post) {
        this.client = client;
        this.url = url;
        this.group = post.author().value();
        this.body = MessageCodec.encode(QueueMessage.Plan.of(JobId.of(post.id()), post.author()));
    }

    static OwnQueue create(SqsClient client) {
        String name = "limit-" + UUID.randomUUID();
        return new OwnQueue(client, client.createQueue(r -> r.queueName(name)).queueUrl(), Deliveries.post());
    }

    void send() {
        client.sendMessage(
                r -> r.queueUrl(url).messageBody(body).messageGroupId(group).delaySeconds(0));
    }

    void sendBatch() {
        List<SendMessageBatchRequestEntry> entries = IntStream.range(0, BATCH)
                .mapToObj(entry -> SendMessageBatchRequestEntry.builder()
                        .id(Integer.toString(entry))
                        .messageBody(body)
                        .messageGroupId(group)
                        .build())
                .toList();
        client.sendMessageBatch(r -> r.queueUrl(url).entries(entries));
    }

    /** Receives a message and deletes it. */
    void take() {
        receive(1)
                .forEach(message -> client.deleteMessage(r -> r.queueUrl(url).receiptHandle(message.receiptHandle())));
    }

    /** Receives up to {@link #BATCH} messages and deletes them at once; whether there were any. */
    boolean takeBatch() {
        List<Message> messages = receive(BATCH);
        if (messages.isEmpty()) {
            return false;
        }
        List<DeleteMessageBatchRequestEntry> entries = messages.stream()
                .map(message -> DeleteMessageBatchRequestEntry.builder()
                        .id(message.messageId())
                        .receiptHandle(message.receiptHandle())
                        .build())
                .toList();
        client.deleteMessageBatch(r -> r.queueUrl(url).entries(entries));
        return true;
    }

    private List<Message> receive(int most) {
        return client.receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(most))
                .messages();
    }

    /** Takes all that is there. */
    void drain() {
        boolean more = true;
        while (more) {
            more = takeBatch();
        }
    }

    void delete() {
        client.deleteQueue(r -> r.queueUrl(url));
    }
}
