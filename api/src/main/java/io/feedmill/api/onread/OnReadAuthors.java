package io.feedmill.api.onread;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.recall.NoticeListener;
import io.feedmill.api.recall.NoticeListener.Polls;
import io.feedmill.api.recall.Unsettled;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.onread.OnReadStore.ListResult;
import io.feedmill.common.post.Mode;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.storage.RefreshedCopy;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** The list of authors on read: read whole once, and by notices from then on; never older than 30 s where it is used. Thread-safe. */
@Component
public final class OnReadAuthors implements NoticeListener {
    /** After this time all other instances know the entry, too, and their calls that began without it have ended. */
    private static final Duration KNOWN_TO_ALL = Duration.ofMinutes(1);

    private final OnReadStore store;
    private final SuspendSafeClock clocks;
    private final RefreshedCopy<Copy> copy;
    private final Unsettled<ChangeNotice.OfListing, UserId> unsettled =
            new Unsettled<>(ChangeNotice.OfListing.class, ChangeNotice.OfListing::author);

    @Autowired
    OnReadAuthors(OnReadStore store, SuspendSafeClock clocks) {
        this(store, clocks, Thread::startVirtualThread);
    }

    /** @param background runs reads for which nobody waits */
    public OnReadAuthors(OnReadStore store, SuspendSafeClock clocks, Executor background) {
        this.store = store;
        this.clocks = clocks;
        this.copy = new RefreshedCopy<>(
                before -> Copy.read(store.all(), before, clocks.now()), clocks, background, RefreshedCopy.OLD);
    }

    /** The list as it was read. */
    private record Copy(Map<UserId, Entry> entries, List<OnReadAuthor> forAll) {

        Copy(Map<UserId, Entry> entries) {
            this(
                    entries,
                    entries.values().stream()
                            .map(Entry::author)
                            .filter(OnReadAuthor::everyone)
                            .toList());
        }

        /** The list after a read of all: those that are as they were stay known. */
        static Copy read(Collection<OnReadAuthor> authors, @Nullable Copy before, Time now) {
            Map<UserId, Entry> known = before == null ? Map.of() : before.entries();
            return new Copy(authors.stream().collect(Collectors.toMap(OnReadAuthor::author, author -> {
                Entry entry = known.get(author.author());
                return entry != null && entry.author().equals(author) ? entry : new Entry(author, now);
            })));
        }

        /** The list after changes of these authors' entries: they count as new ones. */
        Copy with(Collection<UserId> changed, Collection<OnReadAuthor> found, Time now) {
            Map<UserId, Entry> next = new HashMap<>(entries);
            changed.forEach(next::remove);
            found.forEach(author -> next.put(author.author(), new Entry(author, now)));
            return new Copy(next);
        }
    }

    /** @param since when this instance knew the author first, or the last change of the entry */
    private record Entry(OnReadAuthor author, Time since) {

        /** By the monotonic clock: the wall clock may be set ahead. */
        boolean isKnownFor(Duration time, Time now) {
            return now.nanos() - since.nanos() > time.toNanos();
        }
    }

    @Override
    public void polled(List<ChangeNotice> fresh, Polls polls) {
        Set<UserId> changed = unsettled.with(fresh, polls.until());
        if (!changed.isEmpty()) {
            try {
                change(changed);
                unsettled.settle(polls.until());
            } catch (StorageException e) {
                copy.missed();
            }
        }
        copy.upToDate(polls.from(), polls.until());
    }

    private void change(Collection<UserId> changed) {
        List<OnReadAuthor> found = store.find(changed);
        copy.change(before -> before.with(changed, found, clocks.now()));
    }

    /** Whether the list is empty. Throws a {@link StorageException} if it cannot be read, as do the others. */
    public boolean isEmpty() {
        return copy.fresh().entries().isEmpty();
    }

    public Optional<OnReadAuthor> find(UserId author) {
        return entry(author).map(Entry::author);
    }

    private Optional<Entry> entry(UserId author) {
        return Optional.ofNullable(copy.fresh().entries().get(author));
    }

    /** Returns those of these authors whom the list has, and those whose posts are for everyone. */
    public List<OnReadAuthor> sourcesOf(Collection<UserId> followed) {
        Copy now = copy.fresh();
        return Stream.concat(
                        followed.stream()
                                .flatMap(author ->
                                        Stream.ofNullable(now.entries().get(author)))
                                .map(Entry::author)
                                .filter(author -> !author.everyone()),
                        now.forAll().stream())
                .toList();
    }

    /** Whether the pages of all readers read the author's posts of this mode from the author's feed. */
    public boolean isForEveryone(UserId author, Mode mode) {
        return find(author)
                .filter(entry -> entry.everyone() && entry.reads(mode))
                .isPresent();
    }

    /** Returns how a new post is published: on read if all copies that pages go by have the author; pushed, always right, if that is unknown. */
    public Mode mode(UserId author) {
        try {
            return entry(author)
                    .filter(entry -> entry.author().listed() && entry.isKnownFor(RefreshedCopy.MAX_AGE, clocks.now()))
                    .map(entry -> Mode.ON_READ)
                    .orElse(Mode.PUSH);
        } catch (StorageException e) {
            return Mode.PUSH;
        }
    }

    /** Whether the list may have the author: not if a copy that is young enough does not. Asks no store. */
    boolean mayBeListed(UserId author) {
        Copy recent = copy.recent();
        return recent == null || recent.entries().containsKey(author);
    }

    /** Whether each change of the author's feed after this time has a notice. Asks no store. */
    boolean isNoticed(UserId author, Time from) {
        @Nullable Copy known = copy.known();
        Entry entry = known == null ? null : known.entries().get(author);
        return entry != null && entry.isKnownFor(KNOWN_TO_ALL, from);
    }

    /** Changes an author's entry, and returns it as it is then; this instance knows it at once. */
    <R> R changing(UserId author, Function<OnReadStore, R> change) {
        R result = change.apply(store);
        change(List.of(author));
        return result;
    }

    /** Lists the author as {@link OnReadStore#list}; this instance knows it at once. Throws 422 if the list is full. */
    public void list(UserId author, boolean everyone) {
        if (changing(author, lists -> lists.list(author, everyone)) == ListResult.FULL) {
            throw new ProblemException(
                    ProblemType.ON_READ_LIST_FULL,
                    "The list of authors on read has %,d: take others off.".formatted(OnReadStore.MAX));
        }
    }
}
