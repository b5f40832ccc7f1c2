package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import io.feedmill.common.feed.FeedRows.HomeRows;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Gatherers;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The limit of a delivery: bare BatchWriteItem calls with the rows that Feedmill writes. The first run, a warm-up, finds out which number of
 * concurrent calls is fastest.
 */
final class BareWrites {
    private static final List<Integer> CHOICES = List.of(4, 8, 16, 32);
    private static final int PART_OF_ROUND = 4;

    private final DynamoDbClient store;
    private final Deliveries deliveries;
    private final List<List<String>> batches;
    private int atOnce;

    BareWrites(DynamoDbClient store, Deliveries deliveries) {
        this.store = store;
        this.deliveries = deliveries;
        this.batches = deliveries.recipients().stream()
                .gather(Gatherers.windowFixed(Deliveries.BATCH))
                .toList();
    }

    Contender contender() {
        return Contender.limit("bare BatchWriteItem", this::run);
    }

    private Map<Metric, Double> run() {
        if (atOnce == 0) {
            atOnce = fastest();
        }
        return write(calls(), atOnce).ofDeliveries(deliveries.count());
    }

    private int calls() {
        return deliveries.posts() * batches.size();
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
        int calls = Math.ceilDiv(calls(), PART_OF_ROUND);
        return write(calls, choice).perSecond(calls);
    }

    private Timing write(int calls, int concurrent) {
        List<HomeRows> posts = deliveries.rows();
        return Timing.ofCalls(
                calls,
                concurrent,
                call -> store.batchWriteItem(
                        Deliveries.batch(posts.get(call / batches.size()), batches.get(call % batches.size()))));
    }
}
