package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.SetBackClock;
import io.feedmill.api.security.SampleCalls.Sample;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.testkit.OffClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;
import org.springframework.web.bind.annotation.RequestMethod;

/** An API whose clock is far off the store's, or is set back. */
@ApiTest
@TestPropertySource(properties = ApiTest.ANNOUNCES)
record ClocksIT(Http http, SampleCalls samples, ClockOffset offset, SetBackClock clock) {
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
        assertRefused(http.post("/v1/posts", Http.newPost("alice", "hello")));
        assertThat(http.management("/actuator/health/readiness").status()).isEqualTo(503);
        assertThat(http.management("/actuator/health/liveness").status()).isEqualTo(200);
        measure(Duration.ofMinutes(4), () -> !offset.isFarOff());
        http.publish("alice", "hello");
        assertThat(http.management("/actuator/health/readiness").status()).isEqualTo(200);
        assertThat(http.management("/actuator/health/liveness").body()).contains("ticks");
    }

    private static void assertRefused(Answer refused) {
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.problem()).isEqualTo("storage-unavailable");
        assertThat(refused.text("detail")).startsWith("The clock");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
    }

    /** The check before a call is some milliseconds older than its tick. */
    @Test
    void refusesTheTickOfACallThatWasPermittedBeforeTheClockWasSetBack() {
        List<String> refused = new ArrayList<>();
        for (HttpCall call : AllCalls.list()) {
            String user = "set-back-" + AllCalls.list().indexOf(call);
            Sample sample = samples.of(call, user);
            clock.setBackDuring(() -> {
                Answer answer = http.send(sample.request(http.user(user, call.scope())));
                if (answer.status() >= 500) {
                    assertRefused(answer);
                    refused.add(call.toString());
                }
            });
        }
        assertThat(refused)
                .contains(
                        "POST /v1/posts",
                        "PUT /v1/posts/{id}",
                        "DELETE /v1/users/{user}/following/{author}",
                        "POST /v1/feeds/home/{user}:rebuild",
                        "POST /v1/rooms/{room}/messages",
                        "PUT /v1/admin/users/{user}");
    }
}
