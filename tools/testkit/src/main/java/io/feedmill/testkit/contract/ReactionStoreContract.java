package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.testkit.Race;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of the reactions of {@link CounterStore}. */
public abstract class ReactionStoreContract extends Contract {
    private final CounterStore store = stores.counters();
    private final PostId post = idAt(clock.instant());

    private ReactionKey reaction(String kind, String user) {
        return new ReactionKey(post, kind, user(user));
    }

    private Map<String, Long> counts() {
        return stores.counters().post(post).reactions();
    }

    @Test
    void aReactionCountsOnce() {
        assertThat(store.add(reaction("like", "bob"))).isTrue();
        assertThat(store.add(reaction("like", "bob"))).isFalse();
        assertThat(counts()).containsExactly(Map.entry("like", 1L));
    }

    @Test
    void aReactionIsRemovedOnce() {
        store.add(reaction("like", "amy"));
        store.add(reaction("like", "bob"));
        assertThat(store.remove(reaction("like", "bob"))).isTrue();
        assertThat(store.remove(reaction("like", "bob"))).isFalse();
        assertThat(counts()).containsExactly(Map.entry("like", 1L));
    }

    @Test
    void anAbsentReactionCannotBeRemoved() {
        assertThat(store.remove(reaction("like", "bob"))).isFalse();
        assertThat(stores.counters().post(post)).isEqualTo(PostCounters.ZERO);
    }

    @Test
    void aRemovedReactionMayBeAddedAgain() {
        store.add(reaction("like", "bob"));
        store.remove(reaction("like", "bob"));
        assertThat(counts()).isEmpty();
        assertThat(store.add(reaction("like", "bob"))).isTrue();
        assertThat(counts()).containsExactly(Map.entry("like", 1L));
    }

    @Test
    void aUserHasOneReactionOfEachKind() {
        store.add(reaction("like", "bob"));
        store.add(reaction("thumbs-up", "bob"));
        store.add(reaction("like", "cid"));
        assertThat(counts()).containsExactly(Map.entry("like", 2L), Map.entry("thumbs-up", 1L));
    }

    @Test
    void reactionsCountForTheirPostOnly() {
        store.add(reaction("like", "bob"));
        assertThat(stores.counters().post(newId())).isEqualTo(PostCounters.ZERO);
    }

    @Test
    void ofManyEqualReactionsOneCounts() {
        List<Boolean> added = Race.of(8, () -> store.add(reaction("like", "bob")));
        assertThat(added).containsOnlyOnce(true);
        List<Boolean> removed = Race.of(8, () -> store.remove(reaction("like", "bob")));
        assertThat(removed).containsOnlyOnce(true);
        assertThat(counts()).isEmpty();
    }

    @Test
    void reactionsOfManyUsersAddUp() {
        Race.of(IntStream.range(0, 24)
                .<Callable<Boolean>>mapToObj(i -> () -> store.add(reaction("like", "user" + i)))
                .toList());
        assertThat(counts()).containsExactly(Map.entry("like", 24L));
    }
}
