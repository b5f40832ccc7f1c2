package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.common.key.JobId;
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
        this.store = SdkClients.fastest(endpoints.dynamoDb(), DynamoDbClient.builder());
        this.queues = SdkClients.fastest(endpoints.queues(), SqsClient.builder());
    }

    /** Writes the deliveries in batches of 25. */
    public Contender writes(Deliveries deliveries) {
        return new BareWrites(store, deliveries).contender();
    }

    /** Publishes posts: for each its transaction, in tables of its own, and the message for the planner, in a queue of its own. */
    public Contender posts(int count) {
        FeedmillRequests.OWN_TABLES.create(store);
        String queue = queues.createQueue(r -> r.queueName("bare-" + UUID.randomUUID()))
                .queueUrl();
        Post post = Deliveries.post();
        String message = MessageCodec.encode(QueueMessage.Plan.of(JobId.of(post.id()), post.author()));
        return Contender.limit("bare transaction and send", () -> {
            List<TransactWriteItemsRequest> requests = FeedmillRequests.publish(count);
            return Timing.ofCalls(count, 1, call -> {
                        store.transactWriteItems(requests.get(call));
                        queues.sendMessage(r -> r.queueUrl(queue)
                                .messageBody(message)
                                .messageGroupId(post.author().value())
                                .delaySeconds(0));
                    })
                    .ofLatencies();
        });
    }

    /** Reads first pages of 50 of home feeds, by the API's query. */
    public Contender pages(List<String> readers, int count) {
        List<QueryRequest> requests =
                readers.stream().map(FeedmillRequests::homePage).toList();
        return Contender.limit(
                "bare Query of 50",
                () -> Timing.ofCalls(count, 1, call -> store.query(requests.get(call % requests.size())))
                        .ofLatencies());
    }

    @Override
    public void close() {
        try (store) {
            queues.close();
        }
    }
}
