package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;

/**
 * The limit of mass writes: bare BatchWriteItem calls with the rows that Feedmill writes. The first run, a warm-up, finds out which number of
 * concurrent calls is fastest.
 */
final class BareWrites {
    private static final List<Integer> CHOICES = List.of(4, 8, 16, 32);
    private static final int PART_OF_ROUND = 4;

    private final DynamoDbClient store;
    private final int calls;
    private final Supplier<IntFunction<BatchWriteItemRequest>> rounds;
    private final Function<Timing, Map<Metric, Double>> values;
    private int atOnce;

    /**
     * Creates the limit.
     *
     * @param calls the number of calls of a round
     * @param rounds returns the requests of a new round, by their number
     * @param values the measured values of a round
     */
    BareWrites(
            DynamoDbClient store,
            int calls,
            Supplier<IntFunction<BatchWriteItemRequest>> rounds,
            Function<Timing, Map<Metric, Double>> values) {
        this.store = store;
        this.calls = calls;
        this.rounds = rounds;
        this.values = values;
    }

    Contender contender() {
        return Contender.limit("bare BatchWriteItem", this::run);
    }

    private Map<Metric, Double> run() {
        if (atOnce == 0) {
            atOnce = fastest();
        }
        return values.apply(write(calls, atOnce));
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
        int part = Math.ceilDiv(calls, PART_OF_ROUND);
        return write(part, choice).perSecond(part);
    }

    private Timing write(int count, int concurrent) {
        IntFunction<BatchWriteItemRequest> requests = rounds.get();
        return Timing.ofCalls(count, concurrent, call -> store.batchWriteItem(requests.apply(call)));
    }
}
