package io.feedmill.api.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.storage.StorageException;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.oauth2.jwt.BadJwtException;

class UserRightsTest {
    private static final Instant START = SettableClock.START;

    private final SettableClock clock = new SettableClock();
    private final Rows rows = new Rows();
    private final UserRights rights = new UserRights(rows, clock);

    /** The rows, which another instance may change. */
    private static final class Rows implements RightsStore {
        private final Map<String, Rights> rows = new HashMap<>();
        private final List<String> reads = Collections.synchronizedList(new ArrayList<>());
        private Runnable afterRead = () -> {};
        private boolean broken;

        @Override
        public Rights find(String caller) {
            reads.add(caller);
            Rights read = rows.getOrDefault(caller, Rights.FULL);
            afterRead.run();
            if (broken) {
                throw new StorageException(StorageException.Kind.TRANSIENT, "broken for the test");
            }
            return read;
        }

        @Override
        public void change(String caller, @Nullable Instant tokensNotBefore, @Nullable Boolean suspended) {
            rows.put(caller, new Rights(tokensNotBefore, Boolean.TRUE.equals(suspended)));
        }
    }

    @Test
    void aTokenOfBeforeIsTakenBackAndALaterOneIsNot() {
        rows.change("ann", START, null);
        assertThatThrownBy(() -> rights.requireCurrent("ann", START.minusMillis(1)))
                .isInstanceOf(BadJwtException.class)
                .hasMessageContaining("2026-03-01T12:00:00Z");
        rights.requireCurrent("ann", START);
        rights.requireCurrent("bob", START.minusMillis(1));
    }

    @Test
    void theTokensOfAllAreTakenBackAtOnce() {
        rows.change(RightsStore.ALL, START, null);
        rows.change("ann", START.minusSeconds(9), null);
        for (String caller : List.of("ann", "bob", "https://app.test/a b")) {
            assertThatThrownBy(() -> rights.requireCurrent(caller, START.minusSeconds(1)))
                    .isInstanceOf(BadJwtException.class);
            rights.requireCurrent(caller, START);
        }
    }

    @Test
    void aSuspendedUserIsRefused() {
        rows.change("ann", null, true);
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
        assertThat(rows.reads).containsExactlyInAnyOrder("ann", RightsStore.ALL);
        rights.requireCurrent("ann", START);
        assertThat(rows.reads).hasSize(4);
    }

    @Test
    void aChangeIsSeenWithTheNextCall() {
        assertThat(rights.isSuspended("ann")).isFalse();
        rows.change("ann", null, true);
        assertThat(rights.isSuspended("ann")).isFalse();
        rights.changed("bob");
        assertThat(rights.isSuspended("ann")).isFalse();
        rights.changed("ann");
        assertThat(rights.isSuspended("ann")).isTrue();
    }

    /** The read began before the change, and ends after its notice was seen. */
    @Test
    void aReadThatAChangeOvertookIsNotRemembered() {
        rows.afterRead = () -> {
            rows.change("ann", null, true);
            rights.changed("ann");
        };
        assertThat(rights.isSuspended("ann")).isFalse();
        rows.afterRead = () -> {};
        assertThat(rights.isSuspended("ann")).isTrue();
        rows.change("ann", null, false);
        rights.changed("ann");
        rows.afterRead = () -> {
            rows.change("ann", null, true);
            rights.missed();
        };
        assertThat(rights.isSuspended("ann")).isFalse();
        rows.afterRead = () -> {};
        assertThat(rights.isSuspended("ann")).isTrue();
    }

    @Test
    void afterMissedChangesAllAreReadAgain() {
        rights.isSuspended("ann");
        rights.isSuspended("bob");
        rights.missed();
        rights.isSuspended("ann");
        rights.isSuspended("bob");
        assertThat(rows.reads).containsExactly("ann", "bob", "ann", "bob");
    }

    /** Who is known is served for its minute; nobody else. */
    @Test
    void whileTheStorageDoesNotAnswerUnknownCallersAreRefused() {
        rights.requireCurrent("ann", START);
        rows.broken = true;
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
        rows.broken = false;
        rights.requireCurrent("bob", START);
    }

    @Test
    void namesThatCanHaveNoRowAreNotAskedFor() {
        for (String name : List.of("a b", "é", "x".repeat(256))) {
            assertThatCode(() -> rights.requireActive(name)).doesNotThrowAnyException();
        }
        assertThat(rows.reads).isEmpty();
        rights.requireActive("x".repeat(255));
        assertThat(rows.reads).hasSize(1);
    }

    @Test
    void remembersABoundedNumberOfCallers() {
        for (int i = 0; i < UserRights.MAX_CALLERS + 5_000; i++) {
            rights.isSuspended("user-" + i);
        }
        assertThat(rights.size()).isLessThanOrEqualTo(UserRights.MAX_CALLERS);
    }
}
