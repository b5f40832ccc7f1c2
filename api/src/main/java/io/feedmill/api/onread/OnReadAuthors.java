package io.feedmill.api.onread;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.post.Mode;
import io.feedmill.common.storage.StorageException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The list of authors on read, as this instance read it. A question reads it anew in the background when it is 10 s old, and waits for that when it is
 * 30 s old: less than {@link OnReadAuthor#NOTICE}. Thread-safe.
 */
@Component
public final class OnReadAuthors {
    private static final Duration REFRESH = Duration.ofSeconds(10);
    private static final Duration MAX_AGE = Duration.ofSeconds(30);

    private final LoadingCache<Class<?>, Copy> copy;

    @Autowired
    OnReadAuthors(OnReadStore store) {
        this(store, System::nanoTime, Thread::startVirtualThread);
    }

    /**
     * @param nanoTime a monotonic clock
     * @param background runs reads for which nobody waits
     */
    public OnReadAuthors(OnReadStore store, Ticker nanoTime, Executor background) {
        this.copy = Caffeine.newBuilder()
                .refreshAfterWrite(REFRESH)
                .expireAfterWrite(MAX_AGE)
                .ticker(nanoTime)
                .executor(background)
                .build(ignored -> Copy.of(store.all()));
    }

    /** The authors as one read has found them. */
    private record Copy(Map<UserId, OnReadAuthor> byId, List<OnReadAuthor> everyones) {

        static Copy of(List<OnReadAuthor> all) {
            return new Copy(
                    all.stream().collect(Collectors.toUnmodifiableMap(OnReadAuthor::author, Function.identity())),
                    all.stream().filter(OnReadAuthor::everyone).toList());
        }
    }

    private Copy copy() {
        return Objects.requireNonNull(copy.get(Copy.class));
    }

    /** Whether the list is empty. Throws a {@link StorageException} if it cannot be read, as do the others. */
    public boolean isEmpty() {
        return copy().byId().isEmpty();
    }

    /** Returns the entry of this author. */
    public Optional<OnReadAuthor> find(UserId author) {
        return Optional.ofNullable(copy().byId().get(author));
    }

    /** Returns those of these authors who are on the list, and those whose posts are for everyone. */
    public List<OnReadAuthor> among(Collection<UserId> followed) {
        Copy now = copy();
        return Stream.concat(
                        followed.stream()
                                .flatMap(author -> Stream.ofNullable(now.byId().get(author)))
                                .filter(author -> !author.everyone()),
                        now.everyones().stream())
                .toList();
    }

    /** Returns how the author's new post is published. While the list cannot be read, it is pushed: that is always right. */
    public Mode mode(UserId author, PostId post) {
        try {
            return find(author)
                    .filter(entry -> entry.publishesOnRead(post.tick()))
                    .map(entry -> Mode.ON_READ)
                    .orElse(Mode.PUSH);
        } catch (StorageException e) {
            return Mode.PUSH;
        }
    }

    /** Forgets the list, which this instance has just changed. */
    void forget() {
        copy.invalidateAll();
    }
}
