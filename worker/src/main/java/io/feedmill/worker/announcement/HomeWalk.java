package io.feedmill.worker.announcement;

import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.key.UserId;
import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.MethodChoice;
import io.feedmill.common.partition.MethodChooser;
import io.feedmill.common.partition.PartitionLister;
import io.feedmill.common.partition.PartitionLister.ListingSink;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.partition.ScannedTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists the existing home feeds in batches.
 *
 * @param table the full name of the table of home feeds
 * @param batch minimum of home feeds in a batch; up to 200 more come with the last reads
 * @param part minimum of home feeds in each part of a batch; up to 24 more come with its last read
 */
public record HomeWalk(ScanStore scans, String table, int batch, int part) {
    private static final int SEGMENTS = 8;
    /** A read returns up to as many home feeds. */
    private static final int ITEMS_PER_READ = 25;

    /**
     * A part of a batch of home feeds.
     *
     * @param homes their owners; may be empty before the end
     * @param listing the position after them
     */
    record Part(List<UserId> homes, PartitionListing listing) {}

    /** Returns the next batch in parts, at least one. */
    List<Part> after(Announcement announcement) {
        ScannedTable homes =
                scans.describe(table).orElseThrow(() -> new IllegalStateException("Table not found: " + table));
        PartitionListing earlier = announcement.listing();
        PartitionListing from = earlier == null ? begin(homes) : earlier;
        HomeBatch found = new HomeBatch(announcement.author(), batch, part);
        PartitionListing to = new PartitionLister(scans, ITEMS_PER_READ).list(homes, from, Double.MAX_VALUE, found);
        return found.parts().isEmpty() ? List.of(new Part(List.of(), to)) : found.parts();
    }

    private PartitionListing begin(ScannedTable homes) {
        MethodChoice choice = new MethodChooser(scans).choose(homes, null);
        return PartitionListing.begin(homes.name(), choice, SEGMENTS);
    }

    /** A batch of home feeds from a listing, without the author's own, which publishing writes. */
    static final class HomeBatch implements ListingSink {
        /** In a table with few home feeds, ends the batch so that the position is stored. */
        private static final int MAX_READS = 1_000;

        private final UserId author;
        private final int size;
        private final int part;
        private final List<Part> parts = new ArrayList<>();
        private int count;
        private int reads;

        HomeBatch(UserId author, int size, int part) {
            this.author = author;
            this.size = size;
            this.part = part;
        }

        /** Extends the last part until it is large enough. */
        @Override
        public void accept(List<KeyValue> found, PartitionListing now) {
            boolean extended = !parts.isEmpty() && parts.getLast().homes().size() < part;
            List<UserId> homes = extended ? parts.removeLast().homes() : new ArrayList<>();
            for (KeyValue partition : found) {
                UserId reader = new FeedName(partition.text()).reader();
                if (reader != null && !reader.equals(author)) {
                    homes.add(reader);
                    count++;
                }
            }
            parts.add(new Part(homes, now));
            reads++;
        }

        @Override
        public boolean wantsMore() {
            return count < size && reads < MAX_READS;
        }

        List<Part> parts() {
            return parts;
        }
    }
}
