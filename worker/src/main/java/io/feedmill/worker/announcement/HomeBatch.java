package io.feedmill.worker.announcement;

import io.feedmill.common.feed.FeedName;
import io.feedmill.common.key.UserId;
import io.feedmill.common.scan.KeyValue;
import io.feedmill.common.scan.ListingSink;
import io.feedmill.common.scan.PartitionListing;
import java.util.ArrayList;
import java.util.List;

/** Home feeds that a listing finds, as many as are written together; the author's own is passed over, because publishing writes it. */
final class HomeBatch implements ListingSink {
    /** Where there are hardly any home feeds, that none were found is worth keeping. */
    private static final int MAX_READS = 1_000;

    private final UserId author;
    private final int enough;
    private final List<UserId> homes = new ArrayList<>();
    private int reads;

    HomeBatch(UserId author, int enough) {
        this.author = author;
        this.enough = enough;
    }

    @Override
    public void accept(List<KeyValue> found, PartitionListing now) {
        for (KeyValue partition : found) {
            UserId reader = new FeedName(partition.text()).reader();
            if (reader != null && !reader.equals(author)) {
                homes.add(reader);
            }
        }
        reads++;
    }

    @Override
    public boolean wantsMore() {
        return homes.size() < enough && reads < MAX_READS;
    }

    /** Whose they are. */
    List<UserId> homes() {
        return homes;
    }
}
