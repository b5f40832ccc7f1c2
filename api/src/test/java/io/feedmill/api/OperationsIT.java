package io.feedmill.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The endpoints and logs for operators. */
@ApiTest
@ExtendWith(OutputCaptureExtension.class)
record OperationsIT(Http http) {
    @ParameterizedTest
    @ValueSource(strings = {"health", "health/liveness", "health/readiness"})
    void isHealthy(String path) {
        assertThat(http.management("/actuator/" + path).text("status")).isEqualTo("UP");
    }

    @Test
    void readinessShowsTheBreakers() {
        assertThat(http.management("/actuator/health/readiness")
                        .json()
                        .at("/components/dependencies/details")
                        .toString())
                .isEqualTo("{\"store\":\"closed\",\"queue\":\"closed\"}");
    }

    @Test
    void showsItsMetricsAtOnce() {
        assertThat(http.management("/actuator/prometheus").body())
                .contains(
                        "feedmill_posts_accepted_total",
                        "feedmill_plans_unsent_total",
                        "feedmill_follows_imported_total",
                        "feedmill_follows_rejected_total",
                        "feedmill_dead_letters_redriven_total{queue=\"deliver\"}",
                        "feedmill_breaker_state{dependency=\"store\",state=\"closed\"} 1.0",
                        "feedmill_breaker_openings_total{dependency=\"queue\",reason=\"SlowCalls\"} 0.0",
                        "feedmill_store_calls_in_progress 0.0",
                        "feedmill_queue_calls_in_progress 0.0",
                        "feedmill_messages_posted_total",
                        "feedmill_device_events_total{outcome=\"stored\"}",
                        "feedmill_device_events_total{outcome=\"duplicate\"}",
                        "feedmill_complete_until_age_seconds",
                        "jvm_memory_used_bytes");
    }

    @Test
    void callsWithAnObjectiveHaveBuckets() {
        http.publish("ann", "timed");
        http.get("/v1/feeds/home/ann");
        http.get("/v1/feeds/user/ann");
        String samples = http.management("/actuator/prometheus").body();
        assertThat(samples).containsPattern("bucket\\{.*uri=\"/v1/posts\",le=\"0.1\"");
        assertThat(samples).containsPattern("bucket\\{.*uri=\"/v1/feeds/home/\\{user}\",le=\"0.05\"");
        assertThat(samples).containsPattern("bucket\\{.*uri=\"/v1/feeds/user/\\{author}\",le=\"1.0\"");
        assertThat(samples).doesNotContainPattern("bucket\\{.*uri=\"/v1/feeds/user/\\{author}\",le=\"0.1\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/env", "/configprops", "/beans", "/heapdump", "/metrics", "/loggers", "/shutdown"})
    void showsNothingElse(String path) {
        assertThat(http.management("/actuator" + path).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"health", "health/readiness", "prometheus"})
    void showsNothingOnThePortOfRequests(String path) {
        assertThat(http.get("/actuator/" + path).problem()).isEqualTo("not-found");
    }

    /** Tomcat would close it after 100 requests. */
    @Test
    void keepsAConnectionOpen() {
        assertThat(IntStream.range(0, 101)
                        .mapToObj(request -> http.get("/v1/feeds/home/bob").header("Connection")))
                .containsOnly("");
    }

    @Test
    void logsThePostsIdAndNotItsText(CapturedOutput output) {
        String id = http.publish("logged", "a most private text");
        assertThat(output).contains("\"post\":\"" + id + "\"").doesNotContain("private");
    }

    @Test
    void handlesRequestsOnVirtualThreads(CapturedOutput output) {
        http.publish("logged", "hello");
        assertThat(output).contains("\"thread\":{\"name\":\"tomcat-handler-");
    }
}
