package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.TestTokens;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ApiTest
@ExtendWith(OutputCaptureExtension.class)
record AuditIT(Http http) {
    /** Returns the lines of the audit log. */
    static Stream<JsonNode> written(CapturedOutput output) {
        return output.getOut()
                .lines()
                .filter(line -> line.contains("\"io.feedmill.audit\""))
                .map(JsonMapper.shared()::readTree);
    }

    /** A line may be written after its answer. */
    private static List<JsonNode> events(CapturedOutput output, int number) {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(written(output)).hasSizeGreaterThanOrEqualTo(number));
        assertThat(written(output)).hasSize(number);
        return written(output).toList();
    }

    static String text(JsonNode event, String pointer) {
        return event.at(pointer).asString("absent");
    }

    @Test
    void tellsWhoWasRefusedWhat(CapturedOutput output) {
        String token = TestTokens.user("a.eve", Scope.FEED);
        http.as(token).get("/v1/feeds/home/a.ann?viewer=x&secret=%20");
        JsonNode event = events(output, 1).getFirst();
        assertThat(text(event, "/@timestamp")).startsWith("20");
        assertThat(text(event, "/message")).isEqualTo("Call refused");
        assertThat(text(event, "/event/action")).isEqualTo("call-refused");
        assertThat(text(event, "/event/outcome")).isEqualTo("failure");
        assertThat(text(event, "/event/reason")).isEqualTo("insufficient-scope");
        assertThat(text(event, "/user/id")).isEqualTo("a.eve");
        assertThat(text(event, "/http/request/method")).isEqualTo("GET");
        assertThat(event.at("/http/response/status_code").asInt()).isEqualTo(403);
        assertThat(text(event, "/url/path")).isEqualTo("/v1/feeds/home/a.ann");
        assertThat(text(event, "/source/ip")).isEqualTo("127.0.0.1");
        assertThat(event.toString()).doesNotContain(token, "secret");
    }

    @Test
    void tellsOfRefusalsInBodiesAndOfHiddenPosts(CapturedOutput output) {
        Http eve = http.user("a.eve", Scope.POST);
        eve.post("/v1/posts", Http.newPost("a.ann", "a most private text"));
        eve.put("/v1/posts/" + http.publish("a.ann", "hello") + "/metadata", "{\"a\":\"private\"}");
        assertThat(events(output, 2))
                .extracting(event -> text(event, "/event/reason"))
                .containsExactlyInAnyOrder("insufficient-scope", "post-not-found");
        assertThat(output).doesNotContain("private");
    }

    @Test
    void showsNeitherTokensNorPathsOfNobody(CapturedOutput output) {
        String token = TestTokens.user("a.eve", Scope.FEED);
        http.as(token + "x").get("/v1/feeds/user/a.ann?access_token=" + token);
        http.as("").get("/v1/" + token);
        http.as("").get("/v1/posts/" + token);
        http.as("").get("/v1/places/my%20secret%20home/posts");
        assertThat(events(output, 4))
                .extracting(event -> text(event, "/url/path") + " " + text(event, "/user/id"))
                .containsExactlyInAnyOrder(
                        "/v1/feeds/user/a.ann absent",
                        "absent absent",
                        "/v1/posts/{id} absent",
                        "/v1/places/{country}/posts absent");
        assertThat(output).doesNotContain(token.substring(0, 30), "secret", token.substring(token.length() - 30));
    }

    @Test
    void tellsWhatAdministratorsDo(CapturedOutput output) {
        Http mod = http.user("a.mod", Scope.ADMIN, Scope.FEED);
        String post = "/v1/posts/" + http.publish("a.ann", "hello");
        mod.get("/v1/feeds/user/a.ann");
        mod.get("/v1/admin/dead-letters");
        mod.get("/v1/admin/rooms/a.nowhere");
        mod.delete(post);
        http.service(Scope.POST, Scope.ADMIN).post("/v1/posts", Http.newPost("feedmill", "hello"));
        assertThat(events(output, 4))
                .extracting(event -> text(event, "/user/id") + " " + text(event, "/http/request/method") + " "
                        + text(event, "/url/path") + " " + text(event, "/event/outcome"))
                .containsExactlyInAnyOrder(
                        "a.mod GET /v1/admin/dead-letters success",
                        "a.mod GET /v1/admin/rooms/a.nowhere failure",
                        "a.mod DELETE " + post + " success",
                        "backend POST /v1/posts success");
    }

    @Test
    void tellsOfImportsAndReports(CapturedOutput output) {
        Http ops = http.user("a.ops", Scope.IMPORT, Scope.REPORTS);
        ops.post("/v1/follows:import", "text/plain", "a.bob a.ann");
        ops.get("/v1/reports/2026-01-01T00:00:00Z");
        ops.get("/v1/users/a.ann/counters");
        http.user("a.ann", Scope.POST).get("/v1/users/a.ann/counters");
        assertThat(events(output, 3))
                .extracting(event -> text(event, "/user/id") + " " + text(event, "/event/action") + " "
                        + text(event, "/http/request/method") + " " + text(event, "/url/path"))
                .containsExactlyInAnyOrder(
                        "a.ops import-call POST /v1/follows:import",
                        "a.ops reports-call GET /v1/reports/{id}",
                        "a.ops reports-call GET /v1/users/a.ann/counters");
    }

    @Test
    void tellsForWhomAServiceIsRefused(CapturedOutput output) {
        Http mod = http.user("a.mod", Scope.ADMIN);
        mod.put("/v1/admin/users/a.off", "{\"suspended\":true}");
        http.service(Scope.FEED).get("/v1/feeds/home/a.off?viewer=a.off");
        assertThat(events(output, 2))
                .filteredOn(event -> text(event, "/event/action").equals("call-refused"))
                .extracting(event -> text(event, "/event/reason") + " " + text(event, "/user/effective/id"))
                .containsExactly("suspended a.off");
    }

    @Test
    void whatServicesDoForUsersIsNotTold(CapturedOutput output) {
        Http backend = http.service(Scope.POST, Scope.FEED);
        backend.publish("a.ann", "hello");
        backend.get("/v1/rooms/a.room/messages");
        assertThat(events(output, 1))
                .extracting(event -> text(event, "/event/action"))
                .containsExactly("call-refused");
    }

    @Test
    void countsCallersThatAskOftenForWhatTheyMayNotSee() {
        String hidden = "/v1/posts/"
                + http.post("/v1/posts", "{\"author\":\"a.ann\",\"text\":\"x\",\"permissions\":[]}")
                        .id();
        double before = metric("feedmill_callers_probing_total ");
        for (int i = 0; i < 60; i++) {
            http.get(hidden);
            http.user("a.often", Scope.FEED).get(i == 0 ? "/v1/feeds/home/a.ann" : hidden);
            http.user("a.scan", Scope.FEED).get(hidden);
        }
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() ->
                        assertThat(metric("feedmill_callers_probing_total ")).isEqualTo(before + 1));
    }

    @Test
    void countsRefusals() {
        double before = unauthenticated();
        http.as("").get("/v1/feeds/home/a.ann");
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(unauthenticated()).isEqualTo(before + 1));
    }

    private double unauthenticated() {
        return metric("feedmill_calls_refused_total{reason=\"unauthenticated\"} ");
    }

    private double metric(String count) {
        return http.management("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(count))
                .mapToDouble(line -> Double.parseDouble(line.substring(count.length())))
                .sum();
    }
}
