package io.feedmill.api.recall;

import io.feedmill.common.key.PostId;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.common.recall.RecallStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What this instance knows of recalled posts: the table as it was read last, and what the instance itself has recalled since. Thread-safe. */
public final class Recalls {
    private final RecallStore store;
    private final RecallSettings settings;
    private final LongSupplier nanoTime;
    private volatile Known known = Known.of(List.of(), null, List.of());

    /**
     * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
     */
    public Recalls(RecallStore store, RecallSettings settings, LongSupplier nanoTime) {
        this.store = store;
        this.settings = settings;
        this.nanoTime = nanoTime;
    }

    /**
     * What is known.
     *
     * @param readAt when the read of the table began; null: it was never read
     * @param own recalls that the table may have had only after that
     * @param posts the posts of all of them
     */
    private record Known(List<Recall> table, @Nullable Long readAt, List<Own> own, Map<Kind, Set<PostId>> posts) {

        static Known of(List<Recall> table, @Nullable Long readAt, List<Own> own) {
            Stream<Recall> all = Stream.concat(table.stream(), own.stream().map(Own::recall));
            return new Known(table, readAt, own, RecallCopy.byKind(all));
        }
    }

    private record Own(Recall recall, long addedAt) {}

    /** Returns a copy for one page. */
    public RecallCopy copy() {
        Known now = known;
        return new RecallCopy(now.posts(), age(now).compareTo(settings.stale()) > 0);
    }

    /** Adds a recall that this instance has committed. */
    public synchronized void add(Recall recall) {
        Own added = new Own(recall, nanoTime.getAsLong());
        known = Known.of(
                known.table(),
                known.readAt(),
                Stream.concat(known.own().stream(), Stream.of(added)).toList());
    }

    /** Reads the table. What was added before the read began is in it, or has ended. */
    public void refresh() {
        long readAt = nanoTime.getAsLong();
        read(store.all(), readAt);
    }

    private synchronized void read(List<Recall> table, long readAt) {
        known = Known.of(
                table,
                readAt,
                known.own().stream().filter(own -> own.addedAt() - readAt >= 0).toList());
    }

    /** Returns the time since the last successful read began; very long if there was none. */
    Duration age() {
        return age(known);
    }

    private Duration age(Known at) {
        Long readAt = at.readAt();
        return readAt == null ? Duration.ofDays(1) : Duration.ofNanos(nanoTime.getAsLong() - readAt);
    }

    /** Returns the number of recalls. */
    int size() {
        return known.table().size() + known.own().size();
    }
}
