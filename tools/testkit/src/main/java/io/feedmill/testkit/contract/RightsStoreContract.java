package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.rights.RightsStore.Rights;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of {@link RightsStore}. */
public abstract class RightsStoreContract extends Contract {
    private static final Instant ONE = Instant.parse("2026-01-01T00:00:00.123456789Z");
    private static final Instant TWO = Instant.parse("1970-01-01T00:00:00Z");

    private final RightsStore store = stores.rights();
    private final String caller = fresh("caller");

    private List<ChangeNotice> notices(String of) {
        return stores.recalls().notices().rows().stream()
                .filter(notice -> notice instanceof ChangeNotice.OfCaller changed
                        && changed.caller().equals(of))
                .toList();
    }

    @Test
    void whoeverIsUnknownHasAllRights() {
        assertThat(store.find(caller)).isEqualTo(new Rights(null, false));
        assertThat(notices(caller)).isEmpty();
    }

    @Test
    void whatIsAbsentStays() {
        store.change(caller, null, false);
        assertThat(store.find(caller)).isEqualTo(Rights.FULL);
        store.change(caller, ONE, null);
        assertThat(store.find(caller)).isEqualTo(new Rights(ONE, false));
        store.change(caller, null, true);
        assertThat(store.find(caller)).isEqualTo(new Rights(ONE, true));
        store.change(caller, TWO, null);
        assertThat(store.find(caller)).isEqualTo(new Rights(TWO, true));
        store.change(caller, null, false);
        assertThat(store.find(caller)).isEqualTo(new Rights(TWO, false));
        store.change(caller, ONE, true);
        assertThat(store.find(caller)).isEqualTo(new Rights(ONE, true));
        store.change(caller, TWO, false);
        assertThat(store.find(caller)).isEqualTo(new Rights(TWO, false));
    }

    @Test
    void eachChangeHasANoticeOfItsOwn() {
        store.change(caller, ONE, null);
        store.change(caller, ONE, null);
        List<ChangeNotice> two = notices(caller);
        assertThat(new HashSet<>(two)).hasSize(2);
        store.change(caller, null, null);
        assertThat(notices(caller)).hasSize(2);
        stores.recalls().delete(two.subList(0, 1));
        assertThat(notices(caller)).isEqualTo(two.subList(1, 2));
        assertThat(store.find(caller)).isEqualTo(new Rights(ONE, false));
        assertThat(stores.recalls().notices().malformed()).isEmpty();
    }

    @Test
    void aServiceHasAnyName() {
        for (String name : List.of(caller + "|#5f7c@clients", "https://app.test/" + caller)) {
            store.change(name, null, true);
            assertThat(store.find(name).suspended()).isTrue();
            assertThat(notices(name)).hasSize(1);
        }
        assertThat(store.find(caller).suspended()).isFalse();
    }

    @Test
    void whatHoldsForAllHasARowOfItsOwn() {
        store.change(RightsStore.ALL, ONE, null);
        assertThat(store.find(RightsStore.ALL).tokensNotBefore()).isEqualTo(ONE);
        assertThat(store.find(caller)).isEqualTo(Rights.FULL);
        assertThat(notices(RightsStore.ALL)).isNotEmpty();
    }
}
