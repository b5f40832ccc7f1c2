package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.testkit.OffClock;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.RequestMethod;

/** An API whose clock is far off the store's. */
@ApiTest
record ClocksIT(Http http, ClockOffset offset, Clock clock) {
    private static final Duration OFF = Duration.ofMinutes(6);

    /** Measures once a second: the clock is the process's. */
    private void measure(Duration ahead, BooleanSupplier measured) {
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            OffClock.answer(offset, clock.instant(), ahead);
            return measured.getAsBoolean();
        });
    }

    /** Other tests have the same server. */
    @AfterEach
    void setRight() {
        measure(Duration.ZERO, offset::isRight);
    }

    private Answer call(HttpCall call) {
        return http.send(call.method().name(), call.path().getPatternString().replaceAll("\\{[a-z]+}", "alice"));
    }

    private boolean isRefused(HttpCall call) {
        return call(call).json().path("detail").asString("").startsWith("The clock");
    }

    @Test
    void takesNoChangesAndIsNotReady() {
        measure(OFF, offset::isFarOff);
        for (HttpCall call : AllCalls.list()) {
            boolean reads = call.method() == RequestMethod.GET;
            assertThat(isRefused(call)).as("%s %s", call.method(), call.path()).isEqualTo(!reads);
        }
        Answer refused = http.post("/v1/posts", Http.newPost("alice", "hello"));
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.problem()).isEqualTo("storage-unavailable");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(http.management("/actuator/health/readiness").status()).isEqualTo(503);
        assertThat(http.management("/actuator/health/liveness").status()).isEqualTo(200);
        measure(Duration.ofMinutes(4), () -> !offset.isFarOff());
        http.publish("alice", "hello");
        assertThat(http.management("/actuator/health/readiness").status()).isEqualTo(200);
        assertThat(http.management("/actuator/health/liveness").body()).contains("ticks");
    }
}
