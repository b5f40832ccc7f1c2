package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dormant.DormancyPolicy;
import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.key.Ticks;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The contract of {@link DormancyStore}, whose tables have one row of it: what a test finds, another one may have left. */
public abstract class DormancyStoreContract extends Contract {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration FORTNIGHT = Duration.ofDays(14);

    private final DormancyStore store = stores.dormancy();

    @Test
    void aChangeCountsTwentyMinutesLater() {
        store.set(WEEK);
        clock.advance(Duration.ofMinutes(1));
        long from = Ticks.ofInstant(clock.instant().plus(Duration.ofMinutes(20)));
        assertThat(store.set(FORTNIGHT)).isEqualTo(new DormancyPolicy(FORTNIGHT, from));
        assertThat(store.get()).isEqualTo(new DormancyPolicy(FORTNIGHT, from));
        assertThat(store.set(null)).isEqualTo(new DormancyPolicy(null, from));
        assertThat(store.get()).isEqualTo(new DormancyPolicy(null, from));
    }

    @Test
    void aRepetitionChangesNothing() {
        DormancyPolicy week = store.set(WEEK);
        clock.advance(Duration.ofHours(1));
        assertThat(store.set(WEEK)).isEqualTo(week);
        store.set(null);
        DormancyPolicy ended = store.get();
        clock.advance(Duration.ofHours(1));
        assertThat(store.set(null)).isEqualTo(ended);
        assertThat(store.get()).isEqualTo(ended);
    }
}
