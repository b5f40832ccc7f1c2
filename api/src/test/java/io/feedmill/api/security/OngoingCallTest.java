package io.feedmill.api.security;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.TestTokens;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.rights.UserRights;
import io.feedmill.api.security.OngoingCall.Refusal;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.FaultRules;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;

class OngoingCallTest {
    private static final Instant START = SettableClock.START;

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final RightsStore store = stores.rights();
    private final SuspendSafeClock clocks = new SuspendSafeClock(clock::nanoTime, clock);
    private final UserRights rights = new UserRights(store, clocks);
    private final OngoingCall call = call(tokens(TestTokens.location(TestTokens.keys()), rights), rights);

    private JwtDecoder tokens(String keys, UserRights known) {
        SecuritySettings settings = BoundSettings.bind(
                "feedmill.security", SecuritySettings.class, Map.of("feedmill.security.public-key-location", keys));
        TokenScopes scopes = TestScopes.of(Map.of("feedmill.security.services", TestTokens.CLIENT));
        return new TokenVerification()
                .tokens(settings, scopes, clock, known, new ApiMetrics(new SimpleMeterRegistry()));
    }

    /** Of a service for Ann, whose token lives for an hour. */
    private OngoingCall call(JwtDecoder tokens, UserRights known) {
        Jwt token = tokens.decode(TestTokens.sign(TestTokens.claims("backend", Scope.ACT_AS, Scope.FEED)
                .issueTime(Date.from(START))
                .expirationTime(Date.from(START.plus(Duration.ofHours(1))))
                .build()));
        Caller backend = new Caller("backend", Set.of(Scope.ACT_AS, Scope.FEED), user("ann"), user("feedmill"), known);
        return new OngoingCall(backend, token, tokens, clock);
    }

    private Optional<Refusal> refusal() {
        return call.refusal(user("ann"));
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
        RightsStore broken = stores.stores(new FaultRules().refuse(any -> true, StorageException.Kind.TRANSIENT))
                .rights();
        UserRights unknown = new UserRights(broken, clocks);
        OngoingCall ofUnknown = new OngoingCall(
                new Caller("backend", Set.of(), user("ann"), user("feedmill"), unknown),
                call.token(),
                tokens(TestTokens.location(TestTokens.keys()), unknown),
                clock);
        assertThatThrownBy(() -> ofUnknown.refusal(user("ann"))).isInstanceOf(StorageException.class);
    }

    /** As of a stolen one: the token is verified again each minute, and the file is read each ten seconds. */
    @Test
    void endsWhenTheKeyOfItsTokenIsRemoved(@TempDir Path folder) throws Exception {
        String stolen = TestTokens.pem(TestTokens.keys().toECPublicKey());
        String other = TestTokens.pem(TestTokens.generate().toECPublicKey());
        Path keys = Files.writeString(folder.resolve("keys.pem"), stolen + other);
        OngoingCall ofStolen = call(tokens(keys.toString(), rights), rights);
        for (int minute = 0; minute < 3; minute++) {
            assertThat(ofStolen.refusal(user("ann"))).isEmpty();
            clock.advance(Duration.ofMinutes(1));
        }
        assertThat(ofStolen.refusal(user("ann"))).isEmpty();
        Files.writeString(keys, other);
        clock.advance(Duration.ofSeconds(70));
        assertThat(ofStolen.refusal(user("ann"))).contains(Refusal.REFUSED);
    }
}
