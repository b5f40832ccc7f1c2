package io.feedmill.api.onread;

import static java.util.Objects.requireNonNull;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.onread.OnReadStore.ListResult;
import io.feedmill.common.post.Mode;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.TwoClocks;
import io.feedmill.common.storage.TwoClocks.Time;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The list of authors on read, as this instance read it. A question reads it again in the background when the copy is 10 s old, and first when it is 30 s
 * old. Thread-safe.
 */
@Component
public final class OnReadAuthors {
    private static final Duration REFRESH = Duration.ofSeconds(10);
    private static final Duration MAX_AGE = Duration.ofSeconds(30);
    private static final Logger LOG = LoggerFactory.getLogger(OnReadAuthors.class);

    private final OnReadStore store;
    private final TwoClocks clocks;
    private final Executor background;
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile @Nullable Copy copy;

    @Autowired
    OnReadAuthors(OnReadStore store, Clock clock) {
        this(store, new TwoClocks(System::nanoTime, clock), Thread::startVirtualThread);
    }

    /** @param background runs reads for which nobody waits */
    public OnReadAuthors(OnReadStore store, TwoClocks clocks, Executor background) {
        this.store = store;
        this.clocks = clocks;
        this.background = background;
    }

    /** The list as a read found it that began then. */
    private record Copy(
            Time readAt, Map<UserId, Entry> entries, NavigableSet<UserId> followable, List<OnReadAuthor> everyones) {}

    /** @param since the begin of the first read that has found the author with this begin */
    private record Entry(OnReadAuthor author, Time since) {}

    private Copy fresh() {
        Copy known = copy;
        if (known == null || isOlder(known, MAX_AGE)) {
            return readUnlessAnotherDid();
        }
        if (isOlder(known, REFRESH) && refreshing.compareAndSet(false, true)) {
            background.execute(this::refresh);
        }
        return known;
    }

    private boolean isOlder(Copy known, Duration age) {
        return clocks.now().since(known.readAt()).compareTo(age) >= 0;
    }

    private synchronized Copy readUnlessAnotherDid() {
        Copy known = copy;
        return known == null || isOlder(known, MAX_AGE) ? read() : known;
    }

    private void refresh() {
        try {
            read();
        } catch (StorageException e) {
            LOG.atDebug().setCause(e).log("Cannot read the list of authors on read");
        } finally {
            refreshing.set(false);
        }
    }

    private synchronized Copy read() {
        Time began = clocks.now();
        Map<UserId, Entry> entries = new HashMap<>();
        NavigableSet<UserId> followable = new TreeSet<>();
        List<OnReadAuthor> everyones = new ArrayList<>();
        store.all().forEach(author -> {
            entries.put(author.author(), new Entry(author, since(author, began)));
            if (author.everyone()) {
                everyones.add(author);
            } else {
                followable.add(author.author());
            }
        });
        Copy read = new Copy(began, entries, followable, everyones);
        copy = read;
        return read;
    }

    private Time since(OnReadAuthor author, Time now) {
        Entry before = copy == null ? null : copy.entries().get(author.author());
        return before != null && before.author().from() == author.from() ? before.since() : now;
    }

    /** Whether the list is empty. Throws a {@link StorageException} if it cannot be read, as do the others. */
    boolean isEmpty() {
        return fresh().entries().isEmpty();
    }

    /** Returns the entry of this author. */
    public Optional<OnReadAuthor> find(UserId author) {
        return Optional.ofNullable(fresh().entries().get(author)).map(Entry::author);
    }

    /**
     * Returns those whose posts are for everyone, and the others whom a reader follows.
     *
     * @param followed returns whom the reader follows: of these authors, or of all
     */
    List<OnReadAuthor> readBy(Function<NavigableSet<UserId>, Collection<UserId>> followed) {
        Copy now = fresh();
        Stream<OnReadAuthor> listed = followed.apply(now.followable()).stream()
                .filter(now.followable()::contains)
                .map(author -> requireNonNull(now.entries().get(author)).author());
        return Stream.concat(listed, now.everyones().stream()).toList();
    }

    /** Whether the pages of all readers read the author's post from the author's feed. */
    public boolean isForEveryone(UserId author, PostId post) {
        return find(author)
                .filter(entry -> entry.everyone() && entry.isReadFromAuthor(post.tick()))
                .isPresent();
    }

    /**
     * Returns how the author's new post is published, whose tick was taken before: on read only if all copies of the list that pages go by have the
     * author. While the list cannot be read, the post is pushed: that is always right.
     */
    public Mode mode(UserId author, PostId post) {
        try {
            return Optional.ofNullable(fresh().entries().get(author))
                    .filter(entry -> entry.author().publishesOnRead(post.tick()))
                    .filter(entry -> clocks.now().since(entry.since()).compareTo(MAX_AGE) > 0)
                    .map(entry -> Mode.ON_READ)
                    .orElse(Mode.PUSH);
        } catch (StorageException e) {
            return Mode.PUSH;
        }
    }

    /** Returns the entry of this author as it is now: this or another instance may have changed it. */
    Optional<OnReadAuthor> current(UserId author) {
        return Optional.ofNullable(read().entries().get(author)).map(Entry::author);
    }

    /** Lists the author as {@link OnReadStore#list}; this instance knows it at once. */
    public ListResult list(UserId author, boolean everyone) {
        ListResult result = store.list(author, everyone);
        read();
        return result;
    }
}
