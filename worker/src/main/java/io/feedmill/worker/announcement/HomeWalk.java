package io.feedmill.worker.announcement;

import io.feedmill.common.announcement.Announcement;
import io.feedmill.common.key.UserId;
import io.feedmill.common.scan.MethodChoice;
import io.feedmill.common.scan.MethodChooser;
import io.feedmill.common.scan.PartitionLister;
import io.feedmill.common.scan.PartitionListing;
import io.feedmill.common.scan.ScanStore;
import io.feedmill.common.scan.ScannedTable;
import java.util.List;

/** The home feeds that there are, batch by batch: those of them whose partition is found behind where the listing is. */
public final class HomeWalk {
    private static final int SEGMENTS = 8;
    private static final int ITEMS_PER_READ = 32;

    private final ScanStore scans;
    private final String feeds;
    private final int batch;
    private final PartitionLister lister;

    /**
     * A walk.
     *
     * @param feeds the whole name of the table
     * @param batch a batch has so many home feeds, and up to 256 more that are read already
     */
    public HomeWalk(ScanStore scans, String feeds, int batch) {
        this.scans = scans;
        this.feeds = feeds;
        this.batch = batch;
        this.lister = new PartitionLister(scans, ITEMS_PER_READ);
    }

    /**
     * What comes next.
     *
     * @param homes whose they are; may be empty before the end
     * @param listing where it goes on behind them
     */
    record Next(List<UserId> homes, PartitionListing listing) {}

    Next behind(Announcement announcement) {
        ScannedTable table =
                scans.describe(feeds).orElseThrow(() -> new IllegalStateException("there is no table " + feeds));
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
}
