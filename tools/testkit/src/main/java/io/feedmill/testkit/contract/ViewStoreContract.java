package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.counter.ViewStore;
import io.feedmill.common.counter.ViewStore.PostViews;
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

    private PostViews by(String... viewers) {
        return new PostViews(post, author, users(viewers));
    }

    private PostViews by(List<UserId> viewers) {
        return new PostViews(post, author, viewers);
    }

    private long count() {
        return stores.counters().post(post).views();
    }

    @Test
    void aNewPostHasNoViewers() {
        assertThat(store.unseen(by("bob", "amy"))).containsExactly(user("bob"), user("amy"));
        assertThat(stores.counters().post(post)).isEqualTo(PostCounters.ZERO);
    }

    @Test
    void aCountedViewerHasSeenThePostAndFailsTheWholeGroup() {
        assertThat(store.count(by("bob"))).isTrue();
        assertThat(store.unseen(by("amy", "bob", "cid"))).containsExactly(user("amy"), user("cid"));
        assertThat(count()).isEqualTo(1);
        assertThat(store.count(by("amy", "bob", "cid"))).isFalse();
        assertThat(store.unseen(by("amy", "cid"))).containsExactly(user("amy"), user("cid"));
        assertThat(count()).isEqualTo(1);
        assertThat(ledgerOf(post, clock.instant())).hasSize(1);
    }

    @Test
    void aGroupOfTheMaximumSizeIsCountedAtOnce() {
        List<UserId> viewers = users("viewer", PostViews.MAX);
        assertThat(store.count(by(viewers))).isTrue();
        assertThat(store.unseen(by(viewers))).isEmpty();
        assertThat(count()).isEqualTo(PostViews.MAX);
    }

    @Test
    void theLedgerHasOneEntryWithTheCount() {
        store.count(by("amy", "bob", "cid"));
        assertThat(ledgerOf(post, clock.instant()))
                .containsExactly(new Viewed(post, author, clock.instant().truncatedTo(ChronoUnit.SECONDS), 3));
    }

    @Test
    void viewsCountForTheirPostOnly() {
        store.count(by("bob"));
        PostViews other = new PostViews(newId(), author, users("bob"));
        assertThat(store.unseen(other)).containsExactly(user("bob"));
        assertThat(stores.counters().post(other.post()).views()).isZero();
    }

    @Test
    void viewersWithUnderscoresAreDistinct() {
        store.count(by("a_b"));
        assertThat(store.unseen(by("a", "b", "a_b", "a_b_"))).containsExactly(user("a"), user("b"), user("a_b_"));
    }

    @Test
    void concurrentCountsAddUp() {
        Race.of(IntStream.range(0, 24)
                .<Callable<Boolean>>mapToObj(i -> () -> store.count(by("a" + i, "b" + i)))
                .toList());
        assertThat(count()).isEqualTo(48);
    }
}
