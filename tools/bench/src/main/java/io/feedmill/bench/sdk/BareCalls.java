package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.stack.Endpoints;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage;
import java.util.List;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Creates the contenders that make the bare calls of the SDK, without retries and timeouts. They run until this is closed. */
public final class BareCalls implements AutoCloseable {
    private final DynamoDbClient store;
    private final SqsClient queues;

    public BareCalls(Endpoints endpoints) {
        this.store = SdkClients.fastest(endpoints.dynamoDb());
        this.queues = SdkClients.fastestOfQueues(endpoints.queues());
    }

    /** Writes the deliveries in batches of 25. */
    public BareWrites writes(Deliveries deliveries) {
        return new BareWrites(store, deliveries);
    }

    /** Publishes posts: for each its transaction, in tables of its own, and the message for the planner, in a queue of its own. */
    public Calls posts(int count) {
        FeedmillRequests.OWN_TABLES.create(store);
        String queue = queues.createQueue(r -> r.queueName("bare-" + UUID.randomUUID()))
                .queueUrl();
        Post post = Deliveries.post();
        String message = MessageCodec.encode(QueueMessage.Plan.of(post.id(), post.author()));
        return new Calls("bare transaction and send", Role.LIMIT, count, () -> {
            List<TransactWriteItemsRequest> requests = FeedmillRequests.publish(count);
            return call -> {
                store.transactWriteItems(requests.get(call));
                queues.sendMessage(r -> r.queueUrl(queue)
                        .messageBody(message)
                        .messageGroupId(post.author())
                        .delaySeconds(0));
            };
        });
    }

    /** Reads first pages of 50 of home feeds, by the API's query. */
    public Calls pages(List<String> readers, int count) {
        List<QueryRequest> requests =
                readers.stream().map(FeedmillRequests::homePage).toList();
        return new Calls(
                "bare Query of 50", Role.LIMIT, count, () -> call -> store.query(requests.get(call % requests.size())));
    }

    @Override
    public void close() {
        try (store) {
            queues.close();
        }
    }
}
