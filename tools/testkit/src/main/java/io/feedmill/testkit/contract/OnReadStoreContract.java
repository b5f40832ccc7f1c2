package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.Ticks;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.onread.OnReadStore.ListResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of {@link OnReadStore}. */
public abstract class OnReadStoreContract extends Contract {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final OnReadStore store = stores.onRead();

    private Optional<OnReadAuthor> listed() {
        return store.all().stream()
                .filter(entry -> entry.author().equals(author))
                .findFirst();
    }

    private long inAMinute() {
        return Ticks.ofInstant(clock.instant().plus(MINUTE));
    }

    @Test
    void postsAreOnReadFromAMinuteAfterTheListingAndARepetitionKeepsTheBegin() {
        assertThat(listed()).isEmpty();
        assertThat(store.list(author, false)).isEqualTo(ListResult.LISTED);
        Optional<OnReadAuthor> before = listed();
        assertThat(before).contains(new OnReadAuthor(author, inAMinute(), null, false));
        clock.advance(MINUTE);
        assertThat(store.list(author, false)).isEqualTo(ListResult.UNCHANGED);
        assertThat(store.listIfAbsent(author)).isEqualTo(ListResult.UNCHANGED);
        assertThat(listed()).isEqualTo(before);
    }

    @Test
    void aListedAuthorCanBecomeOneOfEverybody() {
        store.list(author, false);
        long from = listed().orElseThrow().from();
        clock.advance(MINUTE);
        assertThat(store.list(author, true)).isEqualTo(ListResult.LISTED);
        assertThat(listed()).contains(new OnReadAuthor(author, from, null, true));
        assertThat(store.list(author, false)).isEqualTo(ListResult.LISTED);
        assertThat(listed()).contains(new OnReadAuthor(author, from, null, false));
    }

    @Test
    void whoIsTakenOffStaysUntilHomeFeedsKeepNoPost() {
        store.list(author, true);
        long from = listed().orElseThrow().from();
        Instant off = clock.instant();
        long until = inAMinute();
        OnReadAuthor taken = new OnReadAuthor(author, from, until, true);
        assertThat(store.takeOff(author)).contains(taken);
        clock.advance(MINUTE);
        assertThat(store.takeOff(author)).contains(taken);
        Instant end = off.plus(MINUTE).plus(Duration.ofMinutes(20)).plus(Duration.ofDays(30));
        clock.set(end.minusSeconds(1));
        assertThat(listed()).contains(taken);
        clock.set(end.plusSeconds(1));
        assertThat(listed()).isEmpty();
        assertThat(store.takeOff(author)).isEmpty();
    }

    /** TTL deletes late. */
    @Test
    void anExpiredEntryIsNone() {
        store.list(author, true);
        store.takeOff(author);
        clock.advance(Duration.ofDays(31));
        assertThat(store.listIfAbsent(author)).isEqualTo(ListResult.LISTED);
        assertThat(listed()).contains(new OnReadAuthor(author, inAMinute(), null, false));
    }

    @Test
    void whoIsTakenOffIsListedAgainOnlyOnPurpose() {
        store.list(author, false);
        OnReadAuthor taken = store.takeOff(author).orElseThrow();
        clock.advance(MINUTE.multipliedBy(5));
        assertThat(store.listIfAbsent(author)).isEqualTo(ListResult.UNCHANGED);
        assertThat(listed()).contains(taken);
        assertThat(store.list(author, false)).isEqualTo(ListResult.LISTED);
        assertThat(listed()).contains(new OnReadAuthor(author, inAMinute(), null, false));
    }

    @Test
    void anAbsentAuthorIsListedButNotTakenOff() {
        assertThat(store.takeOff(author)).isEmpty();
        assertThat(listed()).isEmpty();
        assertThat(store.listIfAbsent(author)).isEqualTo(ListResult.LISTED);
        assertThat(listed()).contains(new OnReadAuthor(author, inAMinute(), null, false));
    }
}
