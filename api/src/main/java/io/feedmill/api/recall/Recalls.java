package io.feedmill.api.recall;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.api.recall.RecallCopy.ReadsWithoutRecalls;
import io.feedmill.common.key.PostId;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.recall.RecallStore.Listing;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * What this instance knows of recalled posts: what it has recalled itself, the notices of the others, and all recalls as it read them last. One thread
 * polls, one does the upkeep, any others ask. How long an ended recall is in force counts by this process's monotonic clock.
 */
@Component
public final class Recalls {
    /** The age of the copy from which pages do without it: an API shows a retracted post at most this long. */
    private static final Duration STALE = Duration.ofSeconds(2);

    /** A notice lives for {@link #NOTICE} at least. So polls with less than this between them, and the time of the later one, see all. */
    private static final Duration MAX_GAP = Duration.ofSeconds(5);

    /** When an instance deletes a notice that it has seen: from this time to twice this time, so that not all do. */
    private static final Duration NOTICE = Duration.ofSeconds(10);

    private static final Duration ALL = Duration.ofSeconds(30);

    /** Differences between clocks: nobody deletes a recall before it is over by each of them. */
    private static final Duration CLOCKS = Duration.ofMinutes(15);

    /** Longer than a page takes: it may have taken its copy before. */
    private static final Duration PAGE = Duration.ofMinutes(1);

    /** The maximum of deletions after a read of all, or a tenth: a row that other instances delete, too, costs each of them a write unit. */
    private static final int DELETIONS = 1_000;

    /** Items a second about which pages ask the author feeds while the copy is stale; a page that reads past hidden posts has up to 501. */
    private static final int STALE_READS = 1_000;

    /** About 160 MB. */
    private static final int KEPT = 500_000;

    private static final Logger LOG = LoggerFactory.getLogger(Recalls.class);

    private final Map<PostId, RecallState> known = new ConcurrentHashMap<>();
    private final RecallStore store;
    private final Bounds bounds;
    private final ReadsWithoutRecalls staleReads;
    private final SuspendSafeClock clocks;
    private final RandomGenerator random;
    private final List<NoticeListener> listeners;

    /** The notices that the last poll has seen, each with the time to delete it. */
    private Map<ChangeNotice, Long> notices = Map.of();

    private Reads reads = new Reads(null, null, null);
    private @Nullable Time unbroken;
    private volatile @Nullable Time asOf;

    /** When there was no room for a recall; null: all recalls since the last read of all are kept. */
    private volatile @Nullable Time leftOut;

    private volatile int rows;
    private volatile Listing<Recall> all = new Listing<>(List.of(), List.of());
    private volatile Listing<ChangeNotice> polled = new Listing<>(List.of(), List.of());

    @Autowired
    Recalls(
            RecallStore store,
            SuspendSafeClock clocks,
            RandomGenerator random,
            ApiMetrics metrics,
            List<NoticeListener> listeners) {
        this(store, new Bounds(STALE_READS, KEPT), clocks, random, () -> metrics.count(Event.PAGES_REFUSED), listeners);
        metrics.age("feedmill.recalls.age", "Time since the recalls were read", () -> Optional.of(age()));
        metrics.gauge("feedmill.recalls", "Posts that pages hide or check", this::size);
        metrics.gauge("feedmill.recalls.rows", "Rows of recalls, also of ended ones", this::rows);
        metrics.gauge("feedmill.recalls.malformed", "Malformed rows of recalls", this::malformed);
    }

    /**
     * @param refused is told of each page that is refused because the copy is stale
     * @param listeners are told of each poll
     */
    public Recalls(
            RecallStore store,
            Bounds bounds,
            SuspendSafeClock clocks,
            RandomGenerator random,
            Runnable refused,
            List<NoticeListener> listeners) {
        this.store = store;
        this.bounds = bounds;
        this.staleReads = new ReadsWithoutRecalls(bounds.staleReads(), clocks.nanoTime(), refused);
        this.clocks = clocks;
        this.random = random;
        this.listeners = listeners;
    }

    /**
     * What this instance takes.
     *
     * @param staleReads the maximum number of items a second about which pages ask the author feeds while the copy is stale
     * @param recalls the maximum number of recalls; beyond it the copy counts as stale
     */
    public record Bounds(int staleReads, int recalls) {}

    /**
     * When reads began; null: none succeeded.
     *
     * @param chain the first of the polls without a gap
     * @param poll the last poll
     * @param all the last read of all recalls
     */
    private record Reads(
            @Nullable Time chain,
            @Nullable Time poll,
            @Nullable Time all) {

        /** Whether notices may be gone that no poll has seen, and all recalls were not read since. */
        boolean hasGap() {
            return all == null || (chain != null && all.isBefore(chain));
        }
    }

    /** Returns a copy for one page. */
    public RecallCopy copy() {
        Time now = clocks.now();
        boolean stale = leftOut != null || age(now).compareTo(STALE) > 0;
        return new RecallCopy(post -> kind(post, now.nanos()), stale ? staleReads : null);
    }

    private @Nullable Kind kind(PostId post, long now) {
        RecallState recall = known.get(post);
        return recall != null && recall.isInForce(now) ? recall.kind() : null;
    }

    /** Adds a recall that this instance has committed, or knows of. */
    public void add(Recall recall) {
        add(recall, clocks.now().nanos());
    }

    private void add(Recall recall, long since) {
        if (known.size() >= bounds.recalls() && !known.containsKey(recall.post())) {
            leftOut = clocks.now();
            return;
        }
        known.merge(recall.post(), RecallState.added(recall, since), (old, added) -> added.with(old.kind()));
    }

    /** Reads the notices: what has changed since the last poll. */
    public void poll() {
        Time began = clocks.now();
        Listing<ChangeNotice> listing = store.notices();
        Time end = clocks.now();
        List<ChangeNotice> fresh = fresh(listing.rows());
        fresh.forEach(notice -> {
            if (notice instanceof ChangeNotice.OfPost of) {
                add(of.recall(), end.nanos());
            }
        });
        Time from = unbroken(began, end);
        listeners.forEach(listener -> listener.polled(fresh, from, began));
        polled(listing.rows(), began, end);
        report(polled, listing);
        polled = listing;
    }

    /** Returns those that the last poll had not seen. */
    private synchronized List<ChangeNotice> fresh(List<ChangeNotice> listed) {
        return listed.stream().filter(notice -> !notices.containsKey(notice)).toList();
    }

    /** Returns the begin of the first of the polls up to this one that have no gap between them. */
    private synchronized Time unbroken(Time began, Time end) {
        Time last = reads.poll();
        Time first = unbroken;
        unbroken = first == null || last == null || isGap(last, end) ? began : first;
        return unbroken;
    }

    private synchronized void polled(List<ChangeNotice> listed, Time began, Time end) {
        Map<ChangeNotice, Long> seen = new HashMap<>();
        for (ChangeNotice notice : listed) {
            Long delete = notices.get(notice);
            seen.put(
                    notice,
                    delete == null ? end.nanos() + NOTICE.toNanos() + random.nextLong(NOTICE.toNanos()) : delete);
        }
        notices = seen;
        Time last = reads.poll() == null ? reads.all() : reads.poll();
        boolean gap = last == null || isGap(last, end);
        reads = new Reads(gap ? began : reads.chain(), began, reads.all());
        if (!reads.hasGap()) {
            asOf = began;
        }
    }

    private static boolean isGap(Time last, Time end) {
        return end.since(last).compareTo(MAX_GAP) > 0;
    }

    /** Reads all recalls if it is time, or if notices were missed; deletes what all instances have seen, until notices are missed. */
    public void upkeep() {
        List<Recall> over = isDue() ? over(readAll()) : List.of();
        store.delete(due());
        over.stream().takeWhile(recall -> !hasGap()).forEach(store::delete);
    }

    private synchronized boolean hasGap() {
        return reads.hasGap();
    }

    private List<Recall> readAll() {
        Time began = clocks.now();
        Listing<Recall> listing = store.all(bounds.recalls());
        read(listing.rows(), began, clocks.now().nanos());
        report(all, listing);
        rows = listing.rows().size();
        all = new Listing<>(List.of(), listing.malformed());
        return listing.rows();
    }

    private synchronized boolean isDue() {
        return reads.hasGap()
                || reads.all() == null
                || clocks.now().since(reads.all()).compareTo(ALL) >= 0;
    }

    private synchronized void read(List<Recall> listed, Time begin, long ended) {
        long began = begin.nanos();
        Set<PostId> posts = new HashSet<>();
        for (Recall recall : listed) {
            posts.add(recall.post());
            known.compute(recall.post(), (post, old) -> RecallState.read(recall, old, began, ended));
        }
        known.replaceAll((post, old) -> posts.contains(post) ? old : old.missing(began, ended));
        known.entrySet()
                .removeIf(entry ->
                        !posts.contains(entry.getKey()) && !entry.getValue().isInForce(ended - PAGE.toNanos()));
        Time left = leftOut;
        if (listed.size() >= bounds.recalls()) {
            leftOut = begin;
        } else if (left != null && left.isBefore(begin)) {
            leftOut = null;
        }
        Time poll = reads.poll();
        reads = new Reads(reads.chain(), poll, begin);
        asOf = poll == null || reads.hasGap() || poll.isBefore(begin) ? begin : poll;
    }

    private static void report(Listing<?> before, Listing<?> listing) {
        List<String> malformed = listing.malformed();
        if (before.malformed().isEmpty() && !malformed.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("rows", malformed.size())
                    .addKeyValue("row", malformed.getFirst())
                    .log("Malformed recalls");
        }
    }

    /** Some of those that are over: not the same ones as other instances. */
    private List<Recall> over(List<Recall> listed) {
        List<Recall> some = new ArrayList<>(listed);
        some.removeIf(recall -> !recall.isOver(clocks.wall().instant().minus(CLOCKS)));
        Collections.shuffle(some, random);
        return some.subList(0, Math.min(some.size(), Math.max(DELETIONS, listed.size() / 10)));
    }

    private synchronized List<ChangeNotice> due() {
        long now = clocks.now().nanos();
        return notices.entrySet().stream()
                .filter(notice -> now - notice.getValue() >= 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the time of which all recalls are known, as an age; very long if they were never read. */
    Duration age() {
        return age(clocks.now());
    }

    private Duration age(Time now) {
        Time read = asOf;
        return read == null ? Duration.ofDays(1) : now.since(read);
    }

    /** Returns the number of recalls in force. */
    int size() {
        long now = clocks.now().nanos();
        return (int)
                known.values().stream().filter(recall -> recall.isInForce(now)).count();
    }

    /** Returns the number of rows at the last reads: of recalls, also of those that have ended, and of notices. */
    int rows() {
        return rows + polled.rows().size();
    }

    /** Returns the number of malformed rows at the last reads. */
    int malformed() {
        return all.malformed().size() + polled.malformed().size();
    }
}
