package io.feedmill.api.security;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.rights.UserRights;
import io.feedmill.api.security.OngoingCall.Refusal;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.storage.StorageException;
import io.feedmill.testkit.FakeStores;
import io.feedmill.testkit.SettableClock;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.Jwt;

class OngoingCallTest {
    private static final Instant START = SettableClock.START;

    private final SettableClock clock = new SettableClock();
    private final RightsStore store = new FakeStores(clock).rights();
    private final UserRights rights = new UserRights(store, clock);

    /** Of a service for Ann, whose token lives for an hour. */
    private OngoingCall call(UserRights known) {
        Jwt token = Jwt.withTokenValue("x")
                .header("alg", "ES256")
                .issuedAt(START)
                .expiresAt(START.plus(Duration.ofHours(1)))
                .build();
        Caller backend = new Caller("backend", Set.of(Scope.ACT_AS, Scope.FEED), user("ann"), user("feedmill"), known);
        return new OngoingCall(backend, token, clock);
    }

    private Optional<Refusal> refusal() {
        return call(rights).refusal(user("ann"));
    }

    @Test
    void endsExactlyWithItsToken() {
        clock.advance(Duration.ofHours(1).minusNanos(1));
        assertThat(refusal()).isEmpty();
        clock.advance(Duration.ofNanos(1));
        assertThat(refusal()).contains(Refusal.EXPIRED);
    }

    @Test
    void endsWhenTheUserOrTheServiceIsSuspended() {
        for (String name : new String[] {"ann", "backend"}) {
            assertThat(refusal()).isEmpty();
            change(name, null, true);
            assertThat(refusal()).as(name).contains(Refusal.REFUSED);
            change(name, null, false);
        }
    }

    @Test
    void endsWhenTheTokenIsTakenBack() {
        change("backend", START.plusSeconds(1), null);
        assertThat(refusal()).contains(Refusal.REFUSED);
        change("backend", START, null);
        assertThat(refusal()).isEmpty();
        change(RightsStore.ALL, START.plusSeconds(1), null);
        assertThat(refusal()).contains(Refusal.REFUSED);
    }

    private void change(String name, @Nullable Instant notBefore, @Nullable Boolean suspended) {
        store.change(name, notBefore, suspended);
        rights.changed(name);
    }

    @Test
    void itIsTheStoragesFailureIfTheRightsAreUnknown() {
        RightsStore broken = (RightsStore) Proxy.newProxyInstance(
                RightsStore.class.getClassLoader(), new Class<?>[] {RightsStore.class}, (proxy, method, arguments) -> {
                    throw new StorageException(StorageException.Kind.TRANSIENT, "no answer");
                });
        assertThatThrownBy(() -> call(new UserRights(broken, clock)).refusal(user("ann")))
                .isInstanceOf(StorageException.class);
    }
}
