package io.feedmill.api.rights;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.recall.NoticeListener;
import io.feedmill.api.recall.NoticeListener.Polls;
import io.feedmill.api.recall.Unsettled;
import io.feedmill.api.security.Caller.CallerRights;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.rights.RightsStore.Rights;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.stereotype.Component;

/** What was taken back from callers: a row is read once a minute while its caller calls or is named, and again after a notice. Thread-safe. */
@Component
public final class UserRights implements CallerRights, NoticeListener {
    static final Duration REMEMBERED = Duration.ofMinutes(1);
    static final int MAX_CALLERS = 100_000;

    /** The names that may have a row. */
    private static final Pattern NAME = Pattern.compile("[!-~]{1,255}");

    private final RightsStore store;
    private final Cache<String, Rights> known;
    private final AtomicLong changes = new AtomicLong();
    private final Unsettled<ChangeNotice.OfCaller, String> unsettled =
            new Unsettled<>(ChangeNotice.OfCaller.class, ChangeNotice.OfCaller::caller);
    private @Nullable Time from;

    public UserRights(RightsStore store, InstantSource clock) {
        this.store = store;
        this.known = Caffeine.newBuilder()
                .maximumSize(MAX_CALLERS)
                .expireAfterWrite(REMEMBERED)
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
                .executor(Runnable::run)
                .build();
    }

    static boolean isName(String caller) {
        return NAME.matcher(caller).matches();
    }

    /** Throws an {@link InternalAuthenticationServiceException} if the storage does not tell. */
    @Override
    public void requireCurrent(String name, Instant issued) {
        try {
            Stream.of(RightsStore.ALL, name)
                    .flatMap(caller -> Stream.ofNullable(of(caller).tokensNotBefore()))
                    .filter(issued::isBefore)
                    .forEach(notBefore -> {
                        throw new BadJwtException("It was issued before " + notBefore + ", and taken back");
                    });
        } catch (StorageException e) {
            throw new InternalAuthenticationServiceException("Cannot read what was taken back", e);
        }
    }

    /** Returns whether the caller may make no call, and nobody a call as this user. */
    public boolean isSuspended(String caller) {
        return of(caller).suspended();
    }

    @Override
    public void requireActive(String caller) {
        if (isSuspended(caller)) {
            throw ProblemException.refusal(
                    ProblemType.SUSPENDED, "The user is suspended: no call is made by it, nor for it.");
        }
    }

    /** Reads the row if it is not known; does not remember a read that a change may have overtaken. */
    private Rights of(String caller) {
        Rights remembered = known.getIfPresent(caller);
        if (remembered != null) {
            return remembered;
        }
        if (!caller.equals(RightsStore.ALL) && !isName(caller)) {
            return Rights.FULL;
        }
        long before = changes.get();
        Rights read = store.find(caller);
        known.put(caller, read);
        if (changes.get() != before) {
            known.invalidate(caller);
        }
        return read;
    }

    @Override
    public void polled(List<ChangeNotice> fresh, Polls polls) {
        if (!polls.from().equals(from)) {
            missed();
        }
        from = polls.from();
        unsettled.with(fresh, polls.until()).forEach(this::changed);
        unsettled.settle(polls.until());
    }

    /** Forgets the caller, whose rights have changed: also what a read says that began before. */
    public void changed(String caller) {
        changes.incrementAndGet();
        known.invalidate(caller);
    }

    long size() {
        known.cleanUp();
        return known.estimatedSize();
    }

    /** Forgets all: changes may have been missed. */
    void missed() {
        changes.incrementAndGet();
        known.invalidateAll();
    }
}
