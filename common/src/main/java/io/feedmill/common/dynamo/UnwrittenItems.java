package io.feedmill.common.dynamo;

import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The unwritten items of a batch, unprocessed ones first. Not thread-safe. */
final class UnwrittenItems {
    private final int all;
    private List<WriteRequest> items;
    private int refused;
    private int written;

    UnwrittenItems(List<WriteRequest> batch) {
        this.all = batch.size();
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
        List<WriteRequest> unsent = items.subList(count, items.size());
        items = back.isEmpty()
                ? unsent
                : Stream.concat(back.stream(), unsent.stream()).toList();
        refused = back.size() + Math.max(0, refused - count);
        if (refused == 0) {
            written = all - items.size();
        }
    }

    /** The number of items from the beginning that are written for certain. */
    int written() {
        return written;
    }
}
