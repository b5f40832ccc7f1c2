package io.feedmill.common.cost;

import static io.feedmill.common.cost.Cost.queue;
import static io.feedmill.common.cost.Cost.read;
import static io.feedmill.common.cost.Cost.transaction;
import static io.feedmill.common.cost.Cost.write;

import io.feedmill.common.ledger.LedgerEntry;

/**
 * What each call costs with all work that it causes. Ignores places, permissions, {@code Idempotency-Key}, repeated messages, throttled writes, and texts whose
 * rows exceed 1 KB. Tests compare it with metered runs.
 */
public record Costs(RowSizes rows) {
    /** Followers of a slice, by default. A post to no more has none. */
    public static final int SLICE = 1_000;

    /** Items of a page, by default. The Query of a feed reads one more. */
    private static final int PAGE = 50;

    /** Rows that a page reads of an author's feed in a gap, and one more. */
    private static final int GAP_ROWS = 11;

    /** Shards of the notices, each polled once a second. */
    private static final double NOTICE_SHARDS = 4;

    private static final double OUTBOX_SHARDS = 64;

    /** Seconds between two sweeps. */
    private static final double SWEEP = 2;

    /** Seconds between two writes of a lease, and of a worker's row. */
    private static final double LEASE = 3 * SWEEP;

    /** Seconds until an API deletes a notice. */
    private static final double NOTICE_LIFE = 15;

    /** Send, receive and delete. */
    private static final Cost MESSAGE = queue(3);

    /** Slices are sent ten in a request. */
    private static final Cost SLICE_MESSAGE = queue(2.1);

    private static final String AUTHORS = "authors";
    private static final String COUNTERS = "counters";
    private static final String FANOUTS = "fanouts";
    private static final String FOLLOWS = "follows";
    private static final String HOMES = "homes";
    private static final String LEDGER = "ledger";
    private static final String OUTBOX = "outbox";
    private static final String POSTS = "posts";
    private static final String READERS = "readers";
    private static final String RECALLS = "recalls";
    private static final String VIEWS = "views";

    /** The notice that an author's feed has changed. Two APIs may delete it. */
    private static final Cost NOTICE = transaction(RECALLS).plus(write(RECALLS, 1.5));

    /** The newest version, both rows of the author, the job and its outbox row; at the end the job, the author's counter, the ledger's entry, the outbox row. */
    private static final Cost POST =
            transaction(POSTS, AUTHORS, HOMES, FANOUTS, OUTBOX).plus(transaction(FANOUTS, COUNTERS, LEDGER, OUTBOX));

    /** The slice's row, and the job's when the slice is planned and when it is finished. */
    private static final Cost SLICED = write(FANOUTS, 3);

    /** The job's row. */
    private static final Cost END_OF_PLAN = write(FANOUTS, 1);

    /** Both versions, both rows of the author, the job, the row that lists it, its outbox row; at the end the job and the outbox row. */
    private static final Cost EDIT =
            transaction(POSTS, POSTS, AUTHORS, HOMES, FANOUTS, FANOUTS, OUTBOX).plus(transaction(FANOUTS, OUTBOX));

    /** The metadata, both rows of the author, the ledger's entry, the recall and its notice, the job, the row that lists it and its outbox row. */
    private static final Cost RETRACTION =
            transaction(POSTS, AUTHORS, HOMES, LEDGER, RECALLS, RECALLS, FANOUTS, FANOUTS, OUTBOX);

    /** Returns a post whose job delivers it to all followers. */
    public Cost post(double followers) {
        return POST.plus(MESSAGE).plus(plan(followers)).plus(leavers(followers));
    }

    /** Returns a post that pages read from its author's feed: its job is born complete. */
    public static Cost postOnRead() {
        return transaction(POSTS, AUTHORS, HOMES, FANOUTS, COUNTERS, LEDGER).plus(NOTICE);
    }

    /** Returns an edit of a post. The API reads the post, and the plan whether there is a later change. */
    public Cost edit(double followers) {
        return EDIT.plus(MESSAGE)
                .plus(read(POSTS, 3))
                .plus(read(AUTHORS, 1))
                .plus(plan(followers))
                .plus(leavers(followers));
    }

    /** Returns an edit of a post on read, which has no job. */
    public static Cost editOnRead() {
        return transaction(POSTS, POSTS, AUTHORS, HOMES).plus(NOTICE).plus(read(POSTS, 3));
    }

    /** Returns a retraction. At the end the job, the outbox row and the recall change, with a notice; the text, the recall and both notices are deleted. */
    public Cost retraction(double followers) {
        return RETRACTION
                .plus(transaction(FANOUTS, OUTBOX, RECALLS, RECALLS))
                .plus(MESSAGE)
                .plus(write(POSTS, 2))
                .plus(write(RECALLS, 3))
                .plus(read(POSTS, 5))
                .plus(read(AUTHORS, 1))
                .plus(plan(followers));
    }

    public Cost retractionOnRead() {
        return retraction(0).plus(NOTICE);
    }

    /** Plans the job and writes home feeds: the job, the followers, the truth before and after. */
    private Cost plan(double followers) {
        double slices = slices(followers);
        if (slices == 0) {
            return write(HOMES, followers)
                    .plus(read(FANOUTS, 1))
                    .plus(read(FOLLOWS, followers(followers)))
                    .plus(read(AUTHORS, followers == 0 ? 0 : 2));
        }
        return write(HOMES, followers)
                .plus(SLICED.plus(SLICE_MESSAGE)
                        .plus(read(FANOUTS, 1))
                        .plus(read(AUTHORS, 2))
                        .times(slices))
                .plus(END_OF_PLAN)
                .plus(read(FANOUTS, 1))
                .plus(read(FOLLOWS, slices * followers(followers / slices) + 1));
    }

    /** Reads again who follows, to find who left. */
    private Cost leavers(double followers) {
        double parts = Math.max(1, slices(followers));
        return read(FOLLOWS, followers == 0 ? 0 : parts * followers(followers / parts));
    }

    private double followers(double number) {
        return RowSizes.units(number, rows.follow());
    }

    /** Returns the number of slices of a post; 0: it is delivered inline. */
    public static double slices(double followers) {
        return followers <= SLICE ? 0 : Math.ceil(followers / SLICE);
    }

    /** Returns what it changes that slices pass over some of the recipients: no row, but half a unit to read when each was seen. Active ones are remembered. */
    public static Cost passedOver(double readers) {
        return write(HOMES, -readers).plus(read(READERS, readers / 2));
    }

    /** Returns the note that a reader was seen: once a day, and at a return. */
    public static Cost seen() {
        return write(READERS, 1);
    }

    /** Returns what the page of a reader who was away reads besides: the follows, the newest rows of the reader's own feed and of each author's. */
    public Cost gap(double follows) {
        return read(FOLLOWS, followers(follows))
                .plus(read(AUTHORS, (follows + 1) * RowSizes.units(GAP_ROWS, rows.author())));
    }

    /** Returns a follow that puts these posts into a home feed of these items, and its end, which reads the home feed twice, once at half the price. */
    public Cost follow(double posts, double items) {
        return transaction(FOLLOWS, FOLLOWS, FOLLOWS, READERS, READERS, READERS, READERS, OUTBOX)
                .plus(transaction(FOLLOWS, FOLLOWS, READERS, READERS, READERS, OUTBOX, OUTBOX))
                .plus(write(OUTBOX, 1))
                .plus(write(HOMES, 2 * posts))
                .plus(MESSAGE.times(3))
                .plus(read(FOLLOWS, 12.5))
                .plus(read(READERS, 2))
                .plus(read(AUTHORS, 1.5 * RowSizes.units(posts, rows.author())))
                .plus(read(HOMES, 1.5 * RowSizes.units(items, rows.home())));
    }

    /** Returns a view of a post that is alone in its second: views of one post at once cost less. The API reads the post and two keys of blocks. */
    public static Cost view() {
        return viewWrites(1)
                .plus(MESSAGE)
                .plus(read(VIEWS, 1))
                .plus(read(POSTS, 1))
                .plus(read(READERS, 2));
    }

    /** Returns a reaction, or its end. */
    public static Cost reaction() {
        return transaction("reactions", COUNTERS).plus(read(POSTS, 1)).plus(read(READERS, 2));
    }

    /** Returns the first page of a home feed; the share {@code unknown} of pages reads whom the reader follows. */
    public Cost page(double items, double follows, double unknown) {
        return read(HOMES, RowSizes.units(Math.min(items, PAGE + 1.0), rows.home()))
                .plus(read(READERS, 1))
                .plus(read(FOLLOWS, unknown * RowSizes.units(follows, rows.follow())));
    }

    /** Returns a look at the home feed of a user with a live feed: its newest rows, and the reader's. */
    public static Cost look() {
        return read(HOMES, 1).plus(read(READERS, 1));
    }

    public Cost head() {
        return read(AUTHORS, RowSizes.units(RowSizes.HEAD, rows.author()));
    }

    /** Returns what an API does each second: notices, of which all APIs and workers put so many a second; the workers' notes, how long readers may be away. */
    public static Cost idleApi(double notices) {
        double shard = RowSizes.units(notices * NOTICE_LIFE / NOTICE_SHARDS, RowSizes.NOTICE);
        return read(RECALLS, NOTICE_SHARDS * shard).plus(read(OUTBOX, 1)).plus(read(FANOUTS, 0.1));
    }

    /** Returns what one of so many workers does each second: lease and row, the list of leases, how long readers may be away, due reports, long polls, and the sizes of queues. */
    public static Cost idleWorker(int workers) {
        return write(OUTBOX, 2 / LEASE)
                .plus(read(OUTBOX, RowSizes.units(workers, RowSizes.LEASE) / 2 / LEASE))
                .plus(read(FANOUTS, 0.1))
                .plus(read("reports", 0.1))
                .plus(queue(0.53));
    }

    /** Returns what so many workers do together each second: the sweep of the outbox, the notes of those that have a shard, and the ledger's reports. */
    public static Cost idleWorkers(int workers) {
        return read(OUTBOX, OUTBOX_SHARDS / SWEEP)
                .plus(write(OUTBOX, Math.min(workers, OUTBOX_SHARDS) / SWEEP))
                .plus(read(LEDGER, 256 / 3_600.0));
    }

    public static long writeUnits(LedgerEntry.OfPost event) {
        return switch (event) {
            case LedgerEntry.Posted p -> units(POST) + deliveries(p.delivered(), p.slices());
            case LedgerEntry.Viewed v -> units(viewWrites((double) v.count()));
            case LedgerEntry.Retracted ignored -> units(RETRACTION);
        };
    }

    private static long units(Cost cost) {
        return (long) cost.total().write();
    }

    private static long deliveries(long delivered, long slices) {
        return delivered + (slices == 0 ? 0 : slices * units(SLICED) + units(END_OF_PLAN));
    }

    /** A marker for each viewer, the counter and the ledger's entry. */
    private static Cost viewWrites(double viewers) {
        return transaction(VIEWS).times(viewers).plus(transaction(COUNTERS, LEDGER));
    }
}
