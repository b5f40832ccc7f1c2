package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.http.Charge;
import io.feedmill.api.http.HttpSettings;
import io.feedmill.api.rights.UserRights;
import io.feedmill.api.security.Callers.AnnouncementSettings;
import io.feedmill.api.security.LimitSettings.PerMinute;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Parallel;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.testkit.MemoryStores;
import jakarta.servlet.ServletException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

class RateLimitsTest {
    private long nanos;
    private final Callers callers = new Callers(
            new AnnouncementSettings(new UserId("feedmill")),
            new UserRights(new MemoryStores(java.time.Clock.systemUTC()).rights(), SuspendSafeClock.system()));

    @AfterEach
    void forgetTheCaller() {
        SecurityContextHolder.clearContext();
    }

    private RateLimits limits(boolean services, int buckets) {
        LimitSettings settings = new LimitSettings(true, services, new PerMinute(2, 120, 1, 1, 1, 1, 1, 1, 1, 1), 16);
        return new RateLimits(settings, buckets, AllCalls.calls(), callers, () -> nanos);
    }

    /** How many calls more a call counts as. */
    private int further;

    /** How many Queries it makes, on threads of its own. */
    private int queries;

    private @Nullable String told;

    private int call(RateLimits limits, String caller, Scope... scopes) throws Exception {
        Jwt token =
                Jwt.withTokenValue("x").header("alg", "ES256").subject(caller).build();
        SecurityContextHolder.setContext(
                new SecurityContextImpl(new JwtAuthenticationToken(token, List.of(scopes), caller)));
        MockHttpServletResponse answer = new MockHttpServletResponse();
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/v1/feeds/home/ann");
        limits.doFilter(request, answer, (filtered, response) -> {
            Charge.calls(further);
            for (int query = 0; query < queries; query++) {
                Parallel.await(Parallel.start(Executors.callable(Charge::query)));
            }
        });
        told = answer.getHeader("RateLimit");
        return answer.getStatus();
    }

    @Test
    void callsComeBackOneByOne() throws Exception {
        RateLimits limits = limits(false, 10);
        assertThat(call(limits, "ann")).isEqualTo(200);
        assertThat(call(limits, "ann")).isEqualTo(200);
        assertThat(call(limits, "ann")).isEqualTo(429);
        nanos += Duration.ofSeconds(30).toNanos();
        assertThat(call(limits, "ann")).isEqualTo(200);
        assertThat(call(limits, "ann")).isEqualTo(429);
    }

    @Test
    void aCallMayCountAsSeveralAndItsCallerOwesThem() throws Exception {
        LimitSettings settings = new LimitSettings(true, false, new PerMinute(6, 120, 1, 1, 1, 1, 1, 1, 1, 1), 16);
        RateLimits limits = new RateLimits(settings, 10, AllCalls.calls(), callers, () -> nanos);
        further = 3;
        assertThat(call(limits, "ann")).isEqualTo(200);
        assertThat(told).isEqualTo("\"feed\";r=2;t=40");
        assertThat(call(limits, "ann")).isEqualTo(200);
        assertThat(told).as("two are owed").isEqualTo("\"feed\";r=0;t=80");
        nanos += Duration.ofSeconds(29).toNanos();
        assertThat(call(limits, "ann")).isEqualTo(429);
        nanos += Duration.ofSeconds(1).toNanos();
        further = 0;
        assertThat(call(limits, "ann")).isEqualTo(200);
        Charge.calls(100);
        assertThat(call(limits, "bob")).as("no call in progress").isEqualTo(200);
    }

    @Test
    void eachFurtherTenQueriesCountAsOneMoreCall() throws Exception {
        LimitSettings settings = new LimitSettings(true, false, new PerMinute(6, 120, 1, 1, 1, 1, 1, 1, 1, 1), 16);
        RateLimits limits = new RateLimits(settings, 10, AllCalls.calls(), callers, () -> nanos);
        queries = 10;
        call(limits, "ann");
        assertThat(told).isEqualTo("\"feed\";r=5;t=10");
        queries = 21;
        call(limits, "ann");
        assertThat(told).as("three calls").isEqualTo("\"feed\";r=2;t=40");
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
            call(limits, "user-" + i);
        }
        int refused = 0;
        for (int i = 0; i < 1_000; i++) {
            refused += call(limits, "user-" + i) == 429 ? 1 : 0;
        }
        assertThat(refused).isLessThanOrEqualTo(2);
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

    /** Answers that are read slowly, by however many callers. */
    @Test
    void aProcessHasABoundedNumberOfRequestsInProgress() throws Exception {
        HttpSettings http = BoundSettings.bind(
                "feedmill.http", HttpSettings.class, Map.of("feedmill.http.concurrent-requests", "2"));
        RequestsInProgress all = new RequestsInProgress(inProgress(false, 1), http, AllCalls.calls(), callers);
        assertThat(nested(all, "/v1/feeds/home/ann", 2)).containsExactly(200, 200);
        assertThat(nested(all, "/v1/feeds/home/ann", 3)).containsExactly(503, 200, 200);
        assertThat(nested(all, "/v1/feeds/home/ann/live", 3)).as("endless").containsExactly(200, 200, 200);
        assertThat(nested(all, "/v1/feeds/home/ann", 2)).as("permits come back").containsExactly(200, 200);
    }

    /** The states of requests, of which each begins while the one before is in progress: the last one first. */
    private static List<Integer> nested(RequestsInProgress all, String path, int requests) throws Exception {
        List<Integer> states = new ArrayList<>();
        MockHttpServletResponse answer = new MockHttpServletResponse();
        all.doFilter(new MockHttpServletRequest("GET", path), answer, (request, response) -> {
            try {
                states.addAll(requests == 1 ? List.of() : nested(all, path, requests - 1));
            } catch (Exception e) {
                throw new ServletException(e);
            }
        });
        states.add(answer.getStatus());
        return states;
    }

    private static LimitSettings inProgress(boolean enabled, int concurrent) {
        return new LimitSettings(enabled, false, new PerMinute(1, 1, 1, 1, 1, 1, 1, 1, 1, 1), concurrent);
    }
}
