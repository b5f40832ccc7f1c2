package io.feedmill.contracts;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterRows;
import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.FaultRules;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A recount whose row another process writes between its reads and its write. */
class RecountsTest {
    private static final PostId POST = new PostId(1, "1".repeat(11));
    private static final ReactionKey BOBS = new ReactionKey(POST, "like", user("bob"));
    private static final ReactionKey CIDS = new ReactionKey(POST, "like", user("cid"));

    private final MemoryStores stores = new MemoryStores(new SettableClock());

    /** Recounts; before the first write of the row the other process does this. */
    private void recount(Runnable other) {
        AtomicBoolean first = new AtomicBoolean(true);
        FaultRules calls = new FaultRules();
        calls.before(call -> {
            if (call.isOneOf(Operation.PUT_ITEM) && first.getAndSet(false)) {
                other.run();
            }
        });
        stores.stores(calls).counters().recount(POST);
        assertThat(first).isFalse();
        assertThat(stores.counters().counts(List.of(POST)).get(POST))
                .isEqualTo(stores.counters().post(POST));
    }

    @Test
    void doesNotReplaceALaterOne() {
        stores.counters().add(BOBS);
        recount(() -> {
            stores.counters().add(CIDS);
            stores.counters().recount(POST);
        });
    }

    /** It had read the shards before the reaction. */
    @Test
    void comesAgainAfterAnEarlierOne() {
        stores.counters().add(BOBS);
        recount(() -> stores.put(
                CounterRows.TABLE,
                Attributes.key("post:" + POST.value(), "all").number("views", 0).number("revision", 1)));
    }

    /** The row has these counts already, but a recount that has read others is on its way. */
    @Test
    void isWrittenAlsoIfNothingHasChanged() {
        stores.counters().add(BOBS);
        stores.counters().recount(POST);
        stores.counters().add(CIDS);
        recount(() -> {
            stores.counters().remove(CIDS);
            stores.counters().recount(POST);
        });
    }
}
