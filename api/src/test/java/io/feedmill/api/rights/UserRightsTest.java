package io.feedmill.api.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.FaultRules;
import io.feedmill.testkit.memory.Faults.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.oauth2.jwt.BadJwtException;

class UserRightsTest {
    private static final Instant START = SettableClock.START;

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    /** Another instance changes rights here. */
    private final RightsStore store = stores.rights();

    private final List<String> reads = Collections.synchronizedList(new ArrayList<>());
    private Runnable afterRead = () -> {};
    private final FaultRules calls = new FaultRules()
            .before(call -> reads.add(caller(call.items().getFirst())))
            .after(call -> afterRead.run());
    private final UserRights rights =
            new UserRights(stores.stores(calls).rights(), new SuspendSafeClock(clock::nanoTime, clock));

    private static String caller(Item row) {
        return row.partition().substring("caller:".length());
    }

    @Test
    void aTokenOfBeforeIsTakenBackAndALaterOneIsNot() {
        store.change("ann", START, null);
        assertThatThrownBy(() -> rights.requireCurrent("ann", START.minusMillis(1)))
                .isInstanceOf(BadJwtException.class)
                .hasMessageContaining("2026-03-01T12:00:00Z");
        rights.requireCurrent("ann", START);
        rights.requireCurrent("bob", START.minusMillis(1));
    }

    @Test
    void theTokensOfAllAreTakenBackAtOnce() {
        store.change(RightsStore.ALL, START, null);
        store.change("ann", START.minusSeconds(9), null);
        for (String caller : List.of("ann", "bob", "https://app.test/a b")) {
            assertThatThrownBy(() -> rights.requireCurrent(caller, START.minusSeconds(1)))
                    .isInstanceOf(BadJwtException.class);
            rights.requireCurrent(caller, START);
        }
    }

    @Test
    void aSuspendedUserIsRefused() {
        store.change("ann", null, true);
        assertThat(rights.isSuspended("ann")).isTrue();
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> rights.requireActive("ann"))
                .satisfies(problem -> assertThat(problem.refusal()).isEqualTo(ProblemType.SUSPENDED));
        rights.requireActive("bob");
    }

    @Test
    void eachRowIsReadOnceAMinuteHoweverOftenItIsAskedFor() {
        for (int second = 0; second < 60; second++) {
            rights.requireCurrent("ann", START);
            rights.isSuspended("ann");
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(reads).containsExactlyInAnyOrder("ann", RightsStore.ALL);
        rights.requireCurrent("ann", START);
        assertThat(reads).hasSize(4);
    }

    @Test
    void aChangeIsSeenWithTheNextCall() {
        assertThat(rights.isSuspended("ann")).isFalse();
        store.change("ann", null, true);
        assertThat(rights.isSuspended("ann")).isFalse();
        rights.changed("bob");
        assertThat(rights.isSuspended("ann")).isFalse();
        rights.changed("ann");
        assertThat(rights.isSuspended("ann")).isTrue();
    }

    /** The read began before the change, and ends after its notice was seen. */
    @Test
    void aReadThatAChangeOvertookIsNotRemembered() {
        afterRead = () -> {
            store.change("ann", null, true);
            rights.changed("ann");
        };
        assertThat(rights.isSuspended("ann")).isFalse();
        afterRead = () -> {};
        assertThat(rights.isSuspended("ann")).isTrue();
        store.change("ann", null, false);
        rights.changed("ann");
        afterRead = () -> {
            store.change("ann", null, true);
            rights.missed();
        };
        assertThat(rights.isSuspended("ann")).isFalse();
        afterRead = () -> {};
        assertThat(rights.isSuspended("ann")).isTrue();
    }

    @Test
    void afterMissedChangesAllAreReadAgain() {
        rights.isSuspended("ann");
        rights.isSuspended("bob");
        rights.missed();
        rights.isSuspended("ann");
        rights.isSuspended("bob");
        assertThat(reads).containsExactly("ann", "bob", "ann", "bob");
    }

    /** Who is known is served for its minute; nobody else. */
    @Test
    void whileTheStorageDoesNotAnswerUnknownCallersAreRefused() {
        rights.requireCurrent("ann", START);
        calls.refuse(call -> true, Kind.TRANSIENT);
        rights.requireCurrent("ann", START);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> rights.requireCurrent("bob", START))
                    .isInstanceOf(InternalAuthenticationServiceException.class)
                    .hasCauseInstanceOf(StorageException.class);
            assertThatThrownBy(() -> rights.requireActive("bob")).isInstanceOf(StorageException.class);
        }
        clock.advance(Duration.ofMinutes(1));
        assertThatThrownBy(() -> rights.requireCurrent("ann", START))
                .isInstanceOf(InternalAuthenticationServiceException.class);
        calls.clear();
        rights.requireCurrent("bob", START);
    }

    @Test
    void namesThatCanHaveNoRowAreNotAskedFor() {
        for (String name : List.of("a b", "é", "x".repeat(256))) {
            assertThatCode(() -> rights.requireActive(name)).doesNotThrowAnyException();
        }
        assertThat(reads).isEmpty();
        rights.requireActive("x".repeat(255));
        assertThat(reads).hasSize(1);
    }

    @Test
    void remembersABoundedNumberOfCallers() {
        for (int i = 0; i < 2 * 105_000; i++) {
            rights.isSuspended("user-" + i % 105_000);
        }
        assertThat(reads).hasSizeGreaterThanOrEqualTo(105_000 + 5_000);
    }
}
