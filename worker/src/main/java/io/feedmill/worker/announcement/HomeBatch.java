package io.feedmill.worker.announcement;

import io.feedmill.common.feed.FeedName;
import io.feedmill.common.scan.KeyValue;
import io.feedmill.common.scan.ListingSink;
import io.feedmill.common.scan.PartitionListing;
import java.util.ArrayList;
import java.util.List;

/** A batch of home feeds from a listing, without the author's own, which publishing writes. */
final class HomeBatch implements ListingSink {
    /** In a table with few home feeds, ends the batch so that the position is stored. */
    private static final int MAX_READS = 1_000;

    private final String author;
    private final int size;
    private final List<String> homes = new ArrayList<>();
    private int reads;

    HomeBatch(String author, int size) {
        this.author = author;
        this.size = size;
    }

    @Override
    public void accept(List<KeyValue> found, PartitionListing now) {
        for (KeyValue partition : found) {
            String reader = new FeedName(partition.text()).reader();
            if (reader != null && !reader.equals(author)) {
                homes.add(reader);
            }
        }
        reads++;
    }

    @Override
    public boolean wantsMore() {
        return homes.size() < size && reads < MAX_READS;
    }

    /** Returns their owners. */
    List<String> homes() {
        return homes;
    }
}
