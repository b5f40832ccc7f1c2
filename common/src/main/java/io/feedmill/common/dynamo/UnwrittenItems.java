package io.feedmill.common.dynamo;

import io.feedmill.common.dynamo.BatchWriter.OnRefusal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The unwritten items of a batch, unprocessed ones first, but those that are refused again and again last. Not thread-safe. */
final class UnwrittenItems {
    /** The part of a batch that may be put off: of a table that refuses more, most partitions are overloaded. */
    private static final int MAX_PART = 3;

    /** OnRefusal of a write after which it may be put off. */
    private static final int MAX_REFUSALS = 2;

    /** A smaller batch that is refused as a whole says nothing about the table: its partitions may be at their limits. */
    private static final int MIN_BATCH = 5;

    /** OnRefusal of each item of such a batch after which it may be put off: about a second. */
    private static final int MAX_REFUSALS_OF_FEW = 5;

    private final List<Object> all;
    private final Map<Object, Integer> refusals = new HashMap<>();
    private List<WriteRequest> items;

    UnwrittenItems(List<WriteRequest> batch) {
        this.all = batch.stream().map(UnwrittenItems::key).toList();
        this.items = batch;
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    int size() {
        return items.size();
    }

    List<WriteRequest> first(int count) {
        return items.subList(0, count);
    }

    /** The first {@code sent} items were sent, and these came back unprocessed. */
    void sent(int count, List<WriteRequest> back) {
        back.forEach(item -> refusals.merge(key(item), 1, Integer::sum));
        List<WriteRequest> unsent = items.subList(count, items.size());
        items = Stream.concat(back.stream(), unsent.stream())
                .sorted(Comparator.comparing(item -> isRefused(item, MAX_REFUSALS)))
                .toList();
    }

    boolean isAnyRefused() {
        return !refusals.isEmpty();
    }

    /** Whether those that are left are put off, as the option says. */
    boolean isPutOff(OnRefusal option) {
        return switch (option) {
            case RETRY -> false;
            case PUT_OFF ->
                (items.size() * MAX_PART <= all.size() && areRefused(MAX_REFUSALS))
                        || (all.size() < MIN_BATCH && areRefused(MAX_REFUSALS_OF_FEW));
            case PUT_OFF_ALL -> areRefused(MAX_REFUSALS);
        };
    }

    private boolean areRefused(int times) {
        return items.stream().allMatch(item -> isRefused(item, times));
    }

    private boolean isRefused(WriteRequest item, int times) {
        return refusals.getOrDefault(key(item), 0) >= times;
    }

    /** The positions in the batch of the items that are left, ascending. */
    List<Integer> positions() {
        return items.stream().map(item -> all.indexOf(key(item))).sorted().toList();
    }

    /** The store returns unprocessed items as equal objects, or not: their keys are the same. */
    private static Object key(WriteRequest write) {
        Map<String, AttributeValue> row = write.putRequest() == null
                ? write.deleteRequest().key()
                : write.putRequest().item();
        return Arrays.asList(row.get(TableSchema.PK), row.get(TableSchema.SK));
    }

    /** The number of items from the beginning that are written. */
    int written() {
        return items.isEmpty() ? all.size() : positions().getFirst();
    }
}
