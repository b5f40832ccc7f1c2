package io.feedmill.bench.limit;

import io.feedmill.bench.stack.Endpoints;
import io.feedmill.bench.work.Deliveries;
import io.feedmill.bench.work.HomeRows;
import io.feedmill.bench.work.SdkClients;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Makes the contenders that make bare calls, with the SDK at its best. They may run until this is closed. Where {@code atOnce} is 0, they find out
 * for themselves how many calls at once are answered fastest.
 */
public final class Limits implements AutoCloseable {
    private final DynamoDbClient store;
    private final SqsClient queues;
    private final OwnQueue queue;

    private Limits(DynamoDbClient store, SqsClient queues) {
        this.store = store;
        this.queues = queues;
        this.queue = OwnQueue.create(queues);
    }

    /** Bare calls to these services. Creates a queue, and tables for {@link #transactions}, where they are not disturbed. */
    public static Limits of(Endpoints endpoints) {
        return new Limits(SdkClients.fastest(endpoints.dynamoDb()), SdkClients.fastestOfQueues(endpoints.queues()));
    }

    /** The deliveries as batches of 25 of the very rows that Feedmill writes. */
    public Limit batchWrites(Deliveries deliveries) {
        return new Limit(
                "bare BatchWriteItem", new Limit.Unit.Deliveries(deliveries.count()), () -> batches(deliveries), 0);
    }

    private Round batches(Deliveries deliveries) {
        List<HomeRows> posts = deliveries.items().stream().map(HomeRows::new).toList();
        List<List<String>> batches = deliveries.recipients().stream()
                .gather(Gatherers.windowFixed(HomeRows.BATCH))
                .toList();
        return Round.of(
                posts.size() * batches.size(),
                call -> store.batchWriteItem(
                        posts.get(call / batches.size()).batch(batches.get(call % batches.size()))));
    }

    /** The very transactions with which the API publishes so many posts. */
    public Limit transactions(int posts, int atOnce) {
        OwnRequests.APART.create(store);
        return calls("bare TransactWriteItems", atOnce, () -> {
            List<TransactWriteItemsRequest> requests = OwnRequests.publishing(posts);
            return Round.of(posts, call -> store.transactWriteItems(requests.get(call)));
        });
    }

    /** What publishing takes at least: for each post its transaction, and then the message that has it planned. */
    public Limit posts(int posts, int atOnce) {
        OwnRequests.APART.create(store);
        return calls("bare transaction and send", atOnce, () -> {
            List<TransactWriteItemsRequest> requests = OwnRequests.publishing(posts);
            return new Round(
                    posts,
                    call -> {
                        store.transactWriteItems(requests.get(call));
                        queue.send();
                    },
                    queue::drain);
        });
    }

    /** So many first pages of 50 of home feeds, one reader's after the other's, by the very query that the API sends. */
    public Limit queries(List<String> readers, int pages, int atOnce) {
        List<QueryRequest> requests =
                readers.stream().map(OwnRequests::homePage).toList();
        return calls(
                "bare Query of 50",
                atOnce,
                () -> Round.of(pages, call -> store.query(requests.get(call % requests.size()))));
    }

    /** So many sends of one message. */
    public Limit sends(int messages, int atOnce) {
        return calls("bare SQS send", atOnce, () -> new Round(messages, call -> queue.send(), queue::drain));
    }

    /** So many sends of ten messages. */
    public Limit batchSends(int batches, int atOnce) {
        return calls("bare SQS send of 10", atOnce, () -> new Round(batches, call -> queue.sendBatch(), queue::drain));
    }

    /** So many times the receipt of one message and its deletion: two calls that count as one. */
    public Limit takes(int messages, int atOnce) {
        return calls("bare SQS receive and delete", atOnce, () -> {
            fill(Math.ceilDiv(messages, OwnQueue.BATCH));
            return new Round(messages, call -> queue.take(), queue::drain);
        });
    }

    /** So many times the receipt of ten messages and their deletion: two calls that count as one. */
    public Limit batchTakes(int batches, int atOnce) {
        return calls("bare SQS receive and delete of 10", atOnce, () -> {
            fill(batches);
            return new Round(batches, call -> queue.takeBatch(), queue::drain);
        });
    }

    private void fill(int batches) {
        IntStream.range(0, batches).forEach(batch -> queue.sendBatch());
    }

    private static Limit calls(String name, int atOnce, Supplier<Round> rounds) {
        return new Limit(name, new Limit.Unit.Call(), rounds, atOnce);
    }

    @Override
    public void close() {
        try (store;
                queues) {
            queue.delete();
        }
    }
}
