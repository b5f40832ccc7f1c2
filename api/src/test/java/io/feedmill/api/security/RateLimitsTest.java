package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.security.LimitSettings.PerMinute;
import io.feedmill.api.http.HttpSettings;
import io.feedmill.api.rights.UserRights;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.testkit.FakeStores;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

class RateLimitsTest {
    private final Clock clock = new Clock();
    private final Callers callers = new Callers(
            new AnnouncementSettings(new UserId("feedmill")),
            new UserRights(new FakeStores(java.time.Clock.systemUTC()).rights(), InstantSource.system()));

    private static final class Clock implements TimeMeter {
        private long nanos;

        @Override
        public long currentTimeNanos() {
            return nanos;
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }

    @AfterEach
    void forgetTheCaller() {
        SecurityContextHolder.clearContext();
    }

    private RateLimits limits(boolean services, int buckets) {
        LimitSettings settings = new LimitSettings(true, services, new PerMinute(2, 120, 1, 1, 1, 1, 1, 1, 1), 16);
        return new RateLimits(settings, buckets, AllCalls.calls(), callers, clock);
    }

    private static int call(RateLimits limits, String caller, Scope... scopes) throws Exception {
        Jwt token =
                Jwt.withTokenValue("x").header("alg", "ES256").subject(caller).build();
        String[] authorities = Arrays.stream(scopes).map(Scope::authority).toArray(String[]::new);
        SecurityContextHolder.setContext(new SecurityContextImpl(
                new JwtAuthenticationToken(token, AuthorityUtils.createAuthorityList(authorities), caller)));
        MockHttpServletResponse answer = new MockHttpServletResponse();
        limits.doFilter(new MockHttpServletRequest("GET", "/v1/feeds/home/ann"), answer, new MockFilterChain());
        return answer.getStatus();
    }

    @Test
    void callsComeBackOneByOne() throws Exception {
        RateLimits limits = limits(false, 10);
        assertThat(call(limits, "ann")).isEqualTo(200);
        assertThat(call(limits, "ann")).isEqualTo(200);
        assertThat(call(limits, "ann")).isEqualTo(429);
        clock.nanos += Duration.ofSeconds(30).toNanos();
        assertThat(call(limits, "ann")).isEqualTo(200);
        assertThat(call(limits, "ann")).isEqualTo(429);
    }

    @Test
    void servicesAreLimitedIfTheSettingSaysSo() throws Exception {
        RateLimits limits = limits(true, 10);
        call(limits, "app", Scope.ACT_AS);
        call(limits, "app", Scope.ACT_AS);
        assertThat(call(limits, "app", Scope.ACT_AS)).isEqualTo(429);
        assertThat(call(limits, "app")).as("a user of the same name").isEqualTo(200);
    }

    @Test
    void remembersABoundedNumberOfCallers() throws Exception {
        RateLimits limits = limits(false, 2);
        for (int i = 0; i < 1_000; i++) {
            call(limits, "user-" + i);
        }
        assertThat(limits.callers()).isLessThanOrEqualTo(2);
    }

    /** One token's stalled bodies would refuse those of all others. */
    @Test
    void refusesToLetOneTokenSendAllBodies() {
        HttpSettings http = BoundSettings.bind(
                "feedmill.http", HttpSettings.class, Map.of("feedmill.http.concurrent-bodies", "32"));
        assertThat(new RequestsInProgress(inProgress(true, 31), http, AllCalls.calls(), callers))
                .isNotNull();
        assertThat(new RequestsInProgress(inProgress(false, 32), http, AllCalls.calls(), callers))
                .isNotNull();
        assertThatThrownBy(() -> new RequestsInProgress(inProgress(true, 32), http, AllCalls.calls(), callers))
                .hasMessage("feedmill.limits.concurrent must be below feedmill.http.concurrent-bodies");
    }

    private static LimitSettings inProgress(boolean enabled, int concurrent) {
        return new LimitSettings(enabled, false, new PerMinute(1, 1, 1, 1, 1, 1, 1, 1, 1), concurrent);
    }
}
