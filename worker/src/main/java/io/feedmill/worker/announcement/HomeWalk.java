package io.feedmill.worker.announcement;

import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.key.UserId;
import io.feedmill.common.scan.KeyValue;
import io.feedmill.common.scan.MethodChoice;
import io.feedmill.common.scan.MethodChooser;
import io.feedmill.common.scan.PartitionLister;
import io.feedmill.common.scan.PartitionLister.ListingSink;
import io.feedmill.common.scan.PartitionListing;
import io.feedmill.common.scan.ScanStore;
import io.feedmill.common.scan.ScannedTable;
import java.util.ArrayList;
import java.util.List;

/** Lists the existing home feeds in batches. */
public final class HomeWalk {
    private static final int SEGMENTS = 8;
    private static final int ITEMS_PER_READ = 32;

    private final ScanStore scans;
    private final String feeds;
    private final int batch;
    private final PartitionLister lister;

    /**
     * Creates a walk.
     *
     * @param feeds the table's full name
     * @param batch minimum of home feeds in a batch; up to 256 more come with the last read
     */
    public HomeWalk(ScanStore scans, String feeds, int batch) {
        this.scans = scans;
        this.feeds = feeds;
        this.batch = batch;
        this.lister = new PartitionLister(scans, ITEMS_PER_READ);
    }

    /**
     * A batch of home feeds.
     *
     * @param homes their owners; may be empty before the end
     * @param listing the position after them
     */
    record Next(List<UserId> homes, PartitionListing listing) {}

    Next after(Announcement announcement) {
        ScannedTable table =
                scans.describe(feeds).orElseThrow(() -> new IllegalStateException("Table not found: " + feeds));
        PartitionListing earlier = announcement.listing();
        PartitionListing from = earlier == null ? begin(table) : earlier;
        HomeBatch found = new HomeBatch(announcement.author(), batch);
        PartitionListing to = lister.list(table, from, Double.MAX_VALUE, found);
        return new Next(found.homes(), to);
    }

    private PartitionListing begin(ScannedTable table) {
        MethodChoice choice = new MethodChooser(scans).choose(table, null);
        return PartitionListing.begin(table.name(), choice, SEGMENTS);
    }

    /** A batch of home feeds from a listing, without the author's own, which publishing writes. */
    static final class HomeBatch implements ListingSink {
        /** In a table with few home feeds, ends the batch so that the position is stored. */
        private static final int MAX_READS = 1_000;

        private final UserId author;
        private final int size;
        private final List<UserId> homes = new ArrayList<>();
        private int reads;

        HomeBatch(UserId author, int size) {
            this.author = author;
            this.size = size;
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
            return homes.size() < size && reads < MAX_READS;
        }

        /** Returns their owners. */
        List<UserId> homes() {
            return homes;
        }
    }
}
