package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dormant.Dormancy;
import io.feedmill.common.dormant.DormancyStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The contract of {@link DormancyStore}, whose tables have one row of it: what a test finds, another one may have left. */
public abstract class DormancyStoreContract extends Contract {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration FORTNIGHT = Duration.ofDays(14);
    private static final Duration RETENTION = Duration.ofDays(30);

    private final DormancyStore store = stores.dormancy();

    @Test
    void aChangeIsAsItsArithmeticSays() {
        store.set(WEEK);
        Dormancy week = store.get();
        assertThat(week.away()).isEqualTo(WEEK);
        clock.advance(Duration.ofMinutes(1));
        Dormancy raised = store.set(FORTNIGHT);
        assertThat(raised).isEqualTo(week.with(FORTNIGHT, clock.instant(), RETENTION));
        assertThat(store.get()).isEqualTo(raised);
        Dormancy ended = store.set(null);
        assertThat(ended).isEqualTo(raised.with(null, clock.instant(), RETENTION));
        assertThat(store.get()).isEqualTo(ended);
    }

    @Test
    void aRepetitionChangesNothing() {
        Dormancy week = store.set(WEEK);
        clock.advance(Duration.ofHours(1));
        assertThat(store.set(WEEK)).isEqualTo(week);
        store.set(null);
        Dormancy ended = store.get();
        clock.advance(Duration.ofHours(1));
        assertThat(store.set(null)).isEqualTo(ended);
        assertThat(store.get()).isEqualTo(ended);
    }
}
