package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.counter.ViewStore;
import io.feedmill.common.counter.Views;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry.Viewed;
import io.feedmill.testkit.Race;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link ViewStore}. */
public abstract class ViewStoreContract extends Contract {
    private final ViewStore store = stores.views();
    private final PostId post = idAt(clock.instant());

    private List<UserId> unseen(String... viewers) {
        return store.unseen(post, users(viewers));
    }

    private boolean view(String... viewers) {
        return store.count(post, author, users(viewers));
    }

    private long count() {
        return stores.counters().post(post).views();
    }

    @Test
    void aNewPostHasNoViewers() {
        assertThat(unseen("bob", "amy")).containsExactly(user("bob"), user("amy"));
        assertThat(stores.counters().post(post)).isEqualTo(PostCounters.ZERO);
    }

    @Test
    void aCountedViewerHasSeenThePostAndFailsTheWholeGroup() {
        assertThat(view("bob")).isTrue();
        assertThat(unseen("amy", "bob", "cid")).containsExactly(user("amy"), user("cid"));
        assertThat(count()).isEqualTo(1);
        assertThat(view("amy", "bob", "cid")).isFalse();
        assertThat(unseen("amy", "cid")).containsExactly(user("amy"), user("cid"));
        assertThat(count()).isEqualTo(1);
        assertThat(ledgerOf(post, clock.instant())).hasSize(1);
    }

    @Test
    void aGroupOfTheMaximumSizeIsCountedAtOnce() {
        List<UserId> viewers = users("viewer", Views.MAX);
        assertThat(store.count(post, author, viewers)).isTrue();
        assertThat(store.unseen(post, viewers)).isEmpty();
        assertThat(count()).isEqualTo(Views.MAX);
    }

    @Test
    void theLedgerHasOneEntryWithTheCount() {
        view("amy", "bob", "cid");
        assertThat(ledgerOf(post, clock.instant()))
                .containsExactly(new Viewed(post, author, clock.instant().truncatedTo(ChronoUnit.SECONDS), 3));
    }

    @Test
    void viewsCountForTheirPostOnly() {
        view("bob");
        PostId other = newId();
        assertThat(store.unseen(other, users("bob"))).containsExactly(user("bob"));
        assertThat(stores.counters().post(other).views()).isZero();
    }

    @Test
    void viewersWithUnderscoresAreDistinct() {
        view("a_b");
        assertThat(unseen("a", "b", "a_b", "a_b_")).containsExactly(user("a"), user("b"), user("a_b_"));
    }

    @Test
    void concurrentCountsAddUp() {
        Race.of(IntStream.range(0, 24)
                .<Callable<Boolean>>mapToObj(i -> () -> view("a" + i, "b" + i))
                .toList());
        assertThat(count()).isEqualTo(48);
    }
}
