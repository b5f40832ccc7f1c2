package io.feedmill.api.onread;

import static java.util.Objects.requireNonNull;

import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.onread.OnReadStore.ListResult;
import io.feedmill.common.post.Mode;
import io.feedmill.common.storage.RefreshedCopy;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** The list of authors on read, as this instance read it, up to 30 s ago. Thread-safe. */
@Component
public final class OnReadAuthors {
    private final OnReadStore store;
    private final SuspendSafeClock clocks;
    private final RefreshedCopy<Copy> copy;

    @Autowired
    OnReadAuthors(OnReadStore store, SuspendSafeClock clocks) {
        this(store, clocks, Thread::startVirtualThread);
    }

    /** @param background runs reads for which nobody waits */
    public OnReadAuthors(OnReadStore store, SuspendSafeClock clocks, Executor background) {
        this.store = store;
        this.clocks = clocks;
        this.copy = new RefreshedCopy<>(this::read, clocks, background);
    }

    /** The list as a read found it. */
    private record Copy(Map<UserId, Entry> entries, NavigableSet<UserId> followable, List<OnReadAuthor> everyones) {}

    /** @param since the begin of the first read that has found the author */
    private record Entry(OnReadAuthor author, Time since) {}

    private Copy read(@Nullable Copy before, Time began) {
        Map<UserId, Entry> entries = new HashMap<>();
        NavigableSet<UserId> followable = new TreeSet<>();
        List<OnReadAuthor> everyones = new ArrayList<>();
        store.all().forEach(author -> {
            entries.put(author.author(), new Entry(author, since(author, before, began)));
            if (author.everyone()) {
                everyones.add(author);
            } else {
                followable.add(author.author());
            }
        });
        return new Copy(entries, followable, everyones);
    }

    private static Time since(OnReadAuthor author, @Nullable Copy before, Time now) {
        Entry known = before == null ? null : before.entries().get(author.author());
        return known == null ? now : known.since();
    }

    /** Whether the list is empty. Throws a {@link StorageException} if it cannot be read, as do the others. */
    boolean isEmpty() {
        return copy.fresh().entries().isEmpty();
    }

    /** Returns the entry of this author. */
    public Optional<OnReadAuthor> find(UserId author) {
        return Optional.ofNullable(copy.fresh().entries().get(author)).map(Entry::author);
    }

    /**
     * Returns those whose posts are for everyone, and the others whom a reader follows.
     *
     * @param followed returns whom the reader follows: of these authors, or of all
     */
    List<OnReadAuthor> readBy(Function<NavigableSet<UserId>, Collection<UserId>> followed) {
        Copy now = copy.fresh();
        Stream<OnReadAuthor> listed = followed.apply(now.followable()).stream()
                .filter(now.followable()::contains)
                .map(author -> requireNonNull(now.entries().get(author)).author());
        return Stream.concat(listed, now.everyones().stream()).toList();
    }

    /** Whether the pages of all readers read the author's posts of this mode from the author's feed. */
    public boolean isForEveryone(UserId author, Mode mode) {
        return find(author)
                .filter(entry -> entry.everyone() && entry.reads(mode))
                .isPresent();
    }

    /**
     * Returns how the author's new post is published: on read only if all copies of the list that pages go by have the author. While the list cannot be read,
     * the post is pushed: that is always right.
     */
    public Mode mode(UserId author) {
        try {
            return Optional.ofNullable(copy.fresh().entries().get(author))
                    .filter(entry -> entry.author().listed())
                    .filter(entry -> clocks.now().since(entry.since()).compareTo(RefreshedCopy.MAX_AGE) > 0)
                    .map(entry -> Mode.ON_READ)
                    .orElse(Mode.PUSH);
        } catch (StorageException e) {
            return Mode.PUSH;
        }
    }

    /** Returns the entry of this author as it is now: this or another instance may have changed it. */
    Optional<OnReadAuthor> current(UserId author) {
        return Optional.ofNullable(copy.read().entries().get(author)).map(Entry::author);
    }

    /** Lists the author as {@link OnReadStore#list}; this instance knows it at once. */
    public ListResult list(UserId author, boolean everyone) {
        ListResult result = store.list(author, everyone);
        copy.read();
        return result;
    }
}
