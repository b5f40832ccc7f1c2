package io.feedmill.contracts;

import static org.awaitility.Awaitility.await;

import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.deadletter.SqsDeadLetterStore;
import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import io.feedmill.testkit.Messages;
import io.feedmill.testkit.contract.DeadLetterStoreContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** The contract with queues in a real server, new ones for each test. */
abstract class SqsDeadLetterContract extends DeadLetterStoreContract {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final SqsClient client;
    private final QueueSettings settings = new QueueSettings("t" + UUID.randomUUID() + "-", false);
    private final QueueSchema schema = settings.schema();

    protected SqsDeadLetterContract(SqsClient client) {
        this.client = client;
        schema.create(client);
    }

    @Override
    protected DeadLetterStore store() {
        return new SqsDeadLetterStore(client, settings, Messages.CODEC);
    }

    @Override
    protected void deadLetter(Queue queue, String reason, String body) {
        MessageAttributeValue value = MessageAttributeValue.builder()
                .dataType("String")
                .stringValue(reason)
                .build();
        client.sendMessage(r -> r.queueUrl(url(schema.deadName(queue)))
                .messageBody(body)
                .messageAttributes(Map.of(DeadLetterSender.REASON, value)));
    }

    /** Receives the message, with visibility timeout 0, until the server has moved it. */
    @Override
    protected void wearOut(Queue queue, String body) {
        String url = url(schema.name(queue));
        client.sendMessage(r -> r.queueUrl(url).messageBody(body));
        await().atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> client.receiveMessage(
                                r -> r.queueUrl(url).visibilityTimeout(0).waitTimeSeconds(1))
                        .messages()
                        .isEmpty());
    }

    @Override
    protected List<Arrived> arrived(Queue queue, int count) {
        List<Arrived> all = new ArrayList<>();
        await().atMost(TIMEOUT).until(() -> {
            receive(url(schema.name(queue))).stream()
                    .map(SqsDeadLetterContract::arrived)
                    .forEach(all::add);
            return all.size() >= count;
        });
        return all;
    }

    private List<Message> receive(String url) {
        return client.receiveMessage(r -> r.queueUrl(url)
                        .maxNumberOfMessages(10)
                        .waitTimeSeconds(1)
                        .messageSystemAttributeNames(MessageSystemAttributeName.MESSAGE_GROUP_ID))
                .messages();
    }

    private static Arrived arrived(Message message) {
        return new Arrived(message.body(), message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID));
    }

    private String url(String name) {
        return client.getQueueUrl(r -> r.queueName(name)).queueUrl();
    }
}
