package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.onread.OnReadStore.ListResult;
import io.feedmill.common.recall.ChangeNotice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

    private OnReadAuthor entry(boolean listed, boolean everyone) {
        return new OnReadAuthor(author, listed, everyone);
    }

    private List<ChangeNotice> notices() {
        return stores.recalls().notices().rows().stream()
                .filter(notice -> notice instanceof ChangeNotice.OfListing of
                        && of.author().equals(author))
                .toList();
    }

    @Test
    void eachChangeHasANotice() {
        store.listIfAbsent(author);
        assertThat(notices()).hasSize(1);
        store.listIfAbsent(author);
        assertThat(notices()).hasSize(1);
        store.list(author, true);
        assertThat(notices()).hasSize(2);
        store.takeOff(author);
        assertThat(notices()).hasSize(3);
        store.takeOff(author);
        assertThat(notices()).hasSize(3);
        stores.recalls().delete(notices());
        assertThat(notices()).isEmpty();
    }

    @Test
    void entriesAreFoundByAuthor() {
        UserId stranger = freshUser("stranger");
        assertThat(store.find(List.of(author, stranger))).isEmpty();
        store.list(author, true);
        assertThat(store.find(List.of(author, stranger))).containsExactly(entry(true, true));
        assertThat(store.find(stranger)).isEmpty();
    }

    @Test
    void aRepetitionChangesNothing() {
        assertThat(listed()).isEmpty();
        assertThat(store.list(author, false)).isEqualTo(ListResult.LISTED);
        assertThat(listed()).contains(entry(true, false));
        assertThat(store.list(author, false)).isEqualTo(ListResult.UNCHANGED);
        assertThat(store.listIfAbsent(author)).isEqualTo(ListResult.UNCHANGED);
        assertThat(listed()).contains(entry(true, false));
    }

    @Test
    void aListedAuthorCanBecomeOneOfEverybody() {
        store.list(author, false);
        assertThat(store.list(author, true)).isEqualTo(ListResult.LISTED);
        assertThat(listed()).contains(entry(true, true));
        assertThat(store.list(author, false)).isEqualTo(ListResult.LISTED);
        assertThat(listed()).contains(entry(true, false));
    }

    @Test
    void whoIsTakenOffStaysUntilHomeFeedsKeepNoPost() {
        store.list(author, true);
        Instant off = clock.instant();
        assertThat(store.takeOff(author)).contains(entry(false, true));
        clock.advance(MINUTE);
        assertThat(store.takeOff(author)).contains(entry(false, true));
        Instant end = off.plus(Duration.ofMinutes(20)).plus(Duration.ofDays(30));
        clock.set(end.minusSeconds(1));
        assertThat(listed()).contains(entry(false, true));
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
        assertThat(listed()).contains(entry(true, false));
    }

    @Test
    void whoIsTakenOffIsListedAgainOnlyOnPurpose() {
        store.list(author, false);
        store.takeOff(author);
        assertThat(store.listIfAbsent(author)).isEqualTo(ListResult.UNCHANGED);
        assertThat(listed()).contains(entry(false, false));
        assertThat(store.list(author, false)).isEqualTo(ListResult.LISTED);
        clock.advance(Duration.ofDays(31));
        assertThat(listed()).contains(entry(true, false));
    }

    @Test
    void anAbsentAuthorIsListedButNotTakenOff() {
        assertThat(store.takeOff(author)).isEmpty();
        assertThat(listed()).isEmpty();
        assertThat(store.listIfAbsent(author)).isEqualTo(ListResult.LISTED);
        assertThat(listed()).contains(entry(true, false));
    }
}
