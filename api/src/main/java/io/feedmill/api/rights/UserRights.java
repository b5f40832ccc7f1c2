package io.feedmill.api.rights;

import io.feedmill.api.access.FreshReads;
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
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.stereotype.Component;

/** What was taken back from callers: a row is read once a minute while its caller calls or is named, and again after a notice. Thread-safe. */
@Component
public final class UserRights implements CallerRights, NoticeListener {
    /** Of 100,000 callers. */
    private static final int MAX_BYTES = 100_000_000;

    private static final Duration REMEMBERED = Duration.ofMinutes(1);

    /** The names that may have a row. */
    private static final Pattern NAME = Pattern.compile("[!-~]{1,255}");

    private final RightsStore store;
    private final FreshReads<String, Rights> rows;
    private final Unsettled<ChangeNotice.OfCaller, String> unsettled =
            new Unsettled<>(ChangeNotice.OfCaller.class, ChangeNotice.OfCaller::caller);
    private @Nullable Time from;

    public UserRights(RightsStore store, SuspendSafeClock clocks) {
        this.store = store;
        this.rows = new FreshReads<>(clocks, REMEMBERED, MAX_BYTES, row -> 0);
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

    private Rights of(String caller) {
        return rows.known(caller).orElseGet(() -> mayHaveRow(caller) ? rows.get(caller, store::find) : Rights.FULL);
    }

    private static boolean mayHaveRow(String caller) {
        return caller.equals(RightsStore.ALL) || isName(caller);
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
        rows.forget(caller);
    }

    /** Forgets all: changes may have been missed. */
    void missed() {
        rows.forgetAll();
    }
}
