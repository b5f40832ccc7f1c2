package io.feedmill.api.fanout;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.TestTokens;
import io.feedmill.api.security.Scope;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.RequeueReason;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@ApiTest
record FanoutIT(Http http, JobStore jobs) {
    @Test
    void showsTheProgressOfAPost() {
        PostId id = PostId.parse(http.publish("fanned", "hello"));
        JsonNode accepted = fanout(id);
        assertThat(accepted.propertyNames())
                .containsExactly(
                        "job",
                        "cause",
                        "state",
                        "expected",
                        "delivered",
                        "skipped",
                        "skippedBy",
                        "slices",
                        "pendingSlices",
                        "acceptedAt",
                        "mode");
        check(id, "ACCEPTED", 0, 0, 0, 0, 0);
        plan(id, new Slice(1, user("a"), user("m"), 1_000));
        plan(id, new Slice(2, user("n"), user("z"), 500));
        check(id, "PLANNING", 1_500, 0, 0, 2, 2);
        jobs.endPlanning(JobId.of(id), 2);
        jobs.finish(JobId.of(id), 1, 990, Skipped.by(Reason.NOT_FOLLOWING, 10));
        check(id, "DELIVERING", 1_500, 990, 10, 2, 1);
        jobs.finish(JobId.of(id), 2, 500, Skipped.NONE);
        jobs.close(jobs.find(JobId.of(id)).orElseThrow());
        check(id, "COMPLETE", 1_500, 1_490, 10, 2, 0);
        assertThat(fanout(id).path("completedAt").asString()).matches(".*\\.\\d{9}Z");
        assertThat(http.get("/v1/users/fanned/counters").body()).startsWith("{\"posts\":1,\"deliveries\":1490,");
    }

    @Test
    void tellsTheAuthorAndAdministratorsTheOldestPendingSlices() {
        PostId id = PostId.parse(http.publish("slow", "hello"));
        for (int number = 1; number <= 22; number++) {
            plan(id, new Slice(number, user("a" + number), user("b" + number), 10));
        }
        jobs.finish(JobId.of(id), 1, 10, Skipped.NONE);
        jobs.requeued(JobId.of(id), 3, 2, RequeueReason.THROTTLED, Instant.EPOCH);
        JsonNode job = fanout(id, TestTokens.user("slow", Scope.FEED));
        assertThat(job.path("pendingSlices").asInt()).isEqualTo(21);
        assertThat(job.path("oldestPending")).hasSize(20);
        assertThat(job.path("oldestPending").get(0)).hasToString("{\"slice\":2,\"attempt\":0}");
        assertThat(job.path("oldestPending").get(1))
                .hasToString("{\"slice\":3,\"attempt\":2,\"reason\":\"throttled\"}");
        assertThat(fanout(id).path("oldestPending")).hasSize(20);
        assertThat(fanout(id, TestTokens.user("ben", Scope.FEED))).hasToString("{\"state\":\"PLANNING\"}");
        assertThat(http.get("/v1/posts/" + id + "/jobs").json().at("/items/0").has("oldestPending"))
                .isFalse();
    }

    @Test
    void countersOfAnUnknownAuthorAreZero() {
        assertThat(http.get("/v1/users/nobody/counters").body())
                .isEqualTo("{\"posts\":0,\"deliveries\":0,\"followers\":{\"count\":0,\"exact\":true},"
                        + "\"following\":{\"count\":0,\"exact\":true}}");
        assertThat(http.get("/v1/users/a%20b/counters").problem()).isEqualTo("invalid-user");
    }

    private void plan(PostId id, Slice slice) {
        jobs.putSlice(JobId.of(id), slice);
        jobs.advance(JobId.of(id), slice);
    }

    private JsonNode fanout(PostId id, String token) {
        return http.as(token).get("/v1/posts/" + id + "/fanout").json();
    }

    private JsonNode fanout(PostId id) {
        return http.get("/v1/posts/" + id + "/fanout").json();
    }

    private void check(PostId id, String state, int... counts) {
        JsonNode fanout = fanout(id);
        assertThat(fanout.path("state").asString()).isEqualTo(state);
        assertThat(new int[] {
                    fanout.path("expected").asInt(),
                    fanout.path("delivered").asInt(),
                    fanout.path("skipped").asInt(),
                    fanout.path("slices").asInt(),
                    fanout.path("pendingSlices").asInt()
                })
                .containsExactly(counts);
    }
}
