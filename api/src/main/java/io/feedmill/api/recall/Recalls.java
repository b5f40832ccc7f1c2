package io.feedmill.api.recall;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.api.recall.NoticeListener.Polls;
import io.feedmill.api.recall.RecallCopy.ReadsWithoutRecalls;
import io.feedmill.common.key.JobId;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.recall.RecallStore.Listing;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** What this instance knows of recalled posts: its own, the notices of others, and reads of all. One thread polls, one does the upkeep, any ask. */
@Component
public final class Recalls {
    /** The age of the copy from which pages do without it: an API shows a retracted post at most this long. */
    private static final Duration STALE = Duration.ofSeconds(2);

    /** A notice lives for {@link #NOTICE} at least. So polls with less than this between them, and the time of the later one, see all. */
    private static final Duration MAX_GAP = Duration.ofSeconds(5);

    /** When an instance deletes a notice that it has seen: from this time to twice this time, so that not all do. */
    private static final Duration NOTICE = Duration.ofSeconds(10);

    /** The least time between two reads of all while ends may have had no notice. */
    private static final Duration ALL = Duration.ofSeconds(30);

    /** Differences between clocks: nobody deletes a recall before it is over by each of them. */
    private static final Duration CLOCKS = Duration.ofMinutes(15);

    /** The maximum of deletions a second. */
    private static final int DELETIONS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Recalls.class);

    private final RecallStore store;
    private final KnownRecalls known;
    private final Bounds bounds;
    private final ReadsWithoutRecalls staleReads;
    private final SuspendSafeClock clocks;
    private final RandomGenerator random;
    private final List<NoticeListener> listeners;

    /** The notices that the last poll has seen, each with the time to delete it. */
    private final Map<ChangeNotice, Long> notices = new HashMap<>();

    /** Ended recalls whose rows this instance deletes: those that it has read, or whose notice it has deleted. Known to the upkeep alone. */
    private final Set<Recall> ended = new LinkedHashSet<>();

    private @Nullable Polls polls;
    /** When the last read of all recalls began. */
    private @Nullable Time allRead;

    /** Whether notices may be gone that no poll has seen, and all recalls were not read since. */
    private boolean missed = true;

    /** Since when a recall may end without a notice that this instance understands, unless all were read later. */
    private volatile @Nullable Time unsure;

    private volatile @Nullable Time asOf;
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
        this(store, Bounds.OF_API, clocks, random, () -> metrics.count(Event.PAGES_REFUSED), listeners);
        metrics.age("feedmill.recalls.age", "Time since the recalls were read", () -> Optional.of(age()));
        metrics.gauge("feedmill.recalls", "Posts that pages hide or check", this::size);
        metrics.gauge("feedmill.recalls.rows", "Rows of recalls, also of ended ones", this::rows);
        metrics.gauge("feedmill.recalls.malformed", "Malformed rows of recalls", this::malformed);
    }

    /** @param refused is told of each page that is refused because the copy is stale */
    public Recalls(
            RecallStore store,
            Bounds bounds,
            SuspendSafeClock clocks,
            RandomGenerator random,
            Runnable refused,
            List<NoticeListener> listeners) {
        this.store = store;
        this.bounds = bounds;
        this.known = new KnownRecalls(bounds.recalls());
        this.staleReads = new ReadsWithoutRecalls(bounds.staleReads(), clocks.nanoTime(), refused);
        this.clocks = clocks;
        this.random = random;
        this.listeners = listeners;
    }

    /** Items a second about which pages of a stale copy ask author feeds, up to 501 for one; and recalls (160 MB) beyond which it is stale. */
    public record Bounds(int staleReads, int recalls) {
        private static final Bounds OF_API = new Bounds(1_000, 500_000);
    }

    /** Returns a copy for one page. */
    public RecallCopy copy() {
        Time now = clocks.now();
        boolean stale = known.lacksSome() || age().compareTo(STALE) > 0;
        return new RecallCopy(post -> known.kind(post, now.nanos()), stale ? staleReads : null);
    }

    /** Adds a recall that this instance has committed with this change; null: that of another one. */
    public void add(Recall recall, @Nullable JobId change) {
        add(recall, change, clocks.now());
    }

    private void add(Recall recall, @Nullable JobId change, Time since) {
        if (known.add(recall, change, since)) {
            unsure = since;
        }
    }

    /** Reads the notices: what has changed since the last poll. */
    public void poll() {
        Time began = clocks.now();
        Listing<ChangeNotice> listing = store.notices();
        Time end = clocks.now();
        List<ChangeNotice> fresh = fresh(listing.rows());
        for (ChangeNotice notice : fresh) { // of a post the ends come last, in the order of keys
            if (notice instanceof ChangeNotice.OfPost of) {
                add(of.recall(), of.change(), end);
            }
        }
        Polls unbroken = unbroken(began, end);
        listeners.forEach(listener -> listener.polled(fresh, unbroken));
        polled(listing.rows(), unbroken, end);
        report(polled, listing);
        polled = listing;
    }

    private synchronized List<ChangeNotice> fresh(List<ChangeNotice> listed) {
        return listed.stream().filter(notice -> !notices.containsKey(notice)).toList();
    }

    private synchronized Polls unbroken(Time began, Time end) {
        return new Polls(polls == null || isGap(polls.until(), end) ? began : polls.from(), began);
    }

    private synchronized void polled(List<ChangeNotice> listed, Polls unbroken, Time end) {
        notices.keySet().retainAll(Set.copyOf(listed));
        listed.forEach(notice -> notices.computeIfAbsent(
                notice, fresh -> end.nanos() + NOTICE.toNanos() + random.nextLong(NOTICE.toNanos())));
        Time last = polls == null ? allRead : polls.until();
        if (last == null || isGap(last, end)) {
            missed = allRead == null || allRead.isBefore(unbroken.until());
        }
        polls = unbroken;
        if (!missed) {
            asOf = unbroken.until();
        }
    }

    private static boolean isGap(Time last, Time end) {
        return end.since(last).compareTo(MAX_GAP) > 0;
    }

    /** Reads all recalls if notices were missed, or may not tell all; deletes what all instances have seen, by this time, until notices are missed. */
    public void upkeep(Instant now) {
        if (isDue()) {
            readAll().stream().filter(recall -> recall.end() != null).forEach(ended::add);
        }
        List<ChangeNotice> due = due();
        store.delete(due);
        for (ChangeNotice notice : due) {
            if (notice instanceof ChangeNotice.OfPost of && of.recall().end() != null) {
                ended.add(of.recall());
            }
        }
        List<Recall> over = ended.stream()
                .filter(recall -> recall.isOver(now.minus(CLOCKS)))
                .limit(DELETIONS)
                .toList();
        over.stream().takeWhile(recall -> !hasMissed()).forEach(recall -> {
            store.delete(recall);
            ended.remove(recall);
        });
        rows = known.forget(clocks.now().nanos());
    }

    private synchronized boolean hasMissed() {
        return missed;
    }

    private List<Recall> readAll() {
        Time began = clocks.now();
        Listing<Recall> listing = store.all(bounds.recalls());
        read(listing.rows(), began, clocks.now());
        report(all, listing);
        all = new Listing<>(List.of(), listing.malformed());
        return listing.rows();
    }

    private synchronized boolean isDue() {
        Time doubt = unsure;
        return missed
                || allRead == null
                || ((known.lacksSome() || (doubt != null && !doubt.isBefore(allRead)))
                        && clocks.now().since(allRead).compareTo(ALL) >= 0);
    }

    private synchronized void read(List<Recall> listed, Time began, Time ended) {
        known.read(listed, began, ended);
        allRead = began;
        missed &= polls != null && began.isBefore(polls.from());
        asOf = polls == null || missed || polls.until().isBefore(began) ? began : polls.until();
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

    private synchronized List<ChangeNotice> due() {
        long now = clocks.now().nanos();
        return notices.entrySet().stream()
                .filter(notice -> now - notice.getValue() >= 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the time of which all recalls are known, as an age; very long if they were never read. */
    Duration age() {
        Time read = asOf;
        return read == null ? Duration.ofDays(1) : clocks.now().since(read);
    }

    int size() {
        return known.size(clocks.now().nanos());
    }

    /** Returns the number of recalls, also of those that have ended, and of notices, after the last upkeep and poll. */
    int rows() {
        return rows + polled.rows().size();
    }

    int malformed() {
        return all.malformed().size() + polled.malformed().size();
    }
}
