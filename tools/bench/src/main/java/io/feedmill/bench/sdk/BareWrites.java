package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;

/**
 * The limit of deliveries: bare BatchWriteItem calls with the rows that Feedmill writes. The first run, a warm-up, finds out which number of
 * concurrent calls is fastest.
 */
final class BareWrites {
    private static final List<Integer> CHOICES = List.of(4, 8, 16, 32);
    private static final int PART_OF_ROUND = 4;

    private final DynamoDbClient store;
    private final Deliveries deliveries;
    private int atOnce;

    BareWrites(DynamoDbClient store, Deliveries deliveries) {
        this.store = store;
        this.deliveries = deliveries;
    }

    Contender contender() {
        return Contender.limit("bare BatchWriteItem", this::run);
    }

    private Map<Metric, Double> run() {
        if (atOnce == 0) {
            atOnce = fastest();
        }
        return write(deliveries.batches(), atOnce).ofDeliveries(deliveries.count());
    }

    /** Tries each choice twice, the first time to warm up. */
    private int fastest() {
        record Try(int atOnce, double rate) {}
        CHOICES.forEach(this::rate);
        return CHOICES.stream()
                .map(choice -> new Try(choice, rate(choice)))
                .max(Comparator.comparingDouble(Try::rate))
                .orElseThrow()
                .atOnce();
    }

    private double rate(int choice) {
        int part = Math.ceilDiv(deliveries.batches(), PART_OF_ROUND);
        return write(part, choice).perSecond(part);
    }

    private Timing write(int count, int concurrent) {
        IntFunction<BatchWriteItemRequest> requests = deliveries.round();
        return Timing.ofCalls(count, concurrent, call -> store.batchWriteItem(requests.apply(call)));
    }
}
