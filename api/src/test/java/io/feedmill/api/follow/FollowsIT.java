package io.feedmill.api.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.memory.FaultRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ApiTest
record FollowsIT(Http http, MemoryStores stores, FaultRules faults) {
    @Test
    void refusesOneFollowMoreThanTheMaximumAndCountsIt() {
        UserId user = new UserId("f.eager");
        List<Follow> follows = IntStream.range(0, 7_499)
                .mapToObj(i -> new Follow(user, new UserId("f" + i)))
                .toList();
        stores.follows().importAll(follows);
        double before = http.refused("too-many-follows");
        assertThat(http.put("/v1/users/f.eager/following/f.last").status()).isEqualTo(204);
        assertThat(http.put("/v1/users/f.eager/following/f.more").problem()).isEqualTo("too-many-follows");
        assertThat(http.put("/v1/users/f.eager/following/f.last").status()).isEqualTo(204);
        await().atMost(Duration.ofSeconds(5))
                .until(() -> http.refused("too-many-follows") == before + 1); // counted after the answer
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, a%20b/following/c",
        "PUT, a/following/c%23",
        "DELETE, a%2A/following/c",
        "GET, a%40/following",
        "GET, ~/followers"
    })
    void refusesBadIds(String method, String path) {
        assertThat(http.send(method, "/v1/users/" + path).problem()).isEqualTo("invalid-user");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE"})
    void refusesSelfFollows(String method) {
        assertThat(http.send(method, "/v1/users/alice/following/alice").problem())
                .isEqualTo("self-follow");
    }

    @Test
    void aCursorIsBoundToItsList() {
        run("c1 scoped\nc2 scoped\nscoped d1\nscoped d2");
        String cursor = http.get("/v1/users/scoped/followers?limit=1").next().orElseThrow();
        assertThat(http.get("/v1/users/scoped/followers?cursor=" + cursor).status())
                .isEqualTo(200);
        assertThat(http.get("/v1/users/scoped/following?cursor=" + cursor).problem())
                .isEqualTo("invalid-cursor");
        assertThat(http.get("/v1/users/walked/followers?cursor=" + cursor).problem())
                .isEqualTo("invalid-cursor");
        assertThat(http.get("/v1/feeds/home/scoped?cursor=" + cursor).problem()).isEqualTo("invalid-cursor");
    }

    @Test
    void tellsWhomOfAListTheUserFollowsInItsOrder() {
        run("lister l1\nlister l2\nl3 lister");
        Answer answer = http.get("/v1/users/lister/following?of=l2,l3,nobody,l1,l2");
        assertThat(answer.ids()).containsExactly("l2", "l1");
        assertThat(answer.text("end")).isEqualTo("complete");
        assertThat(http.get("/v1/users/lister/following?of=l3").ids()).isEmpty();
        assertThat(http.get("/v1/users/lister/following").ids()).containsExactly("l1", "l2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "l1,", "l1,l%202", "l1,.."})
    void refusesAListWithAnInvalidId(String of) {
        assertThat(http.get("/v1/users/lister/following?of=" + of).problem()).isEqualTo("invalid-parameter");
    }

    @Test
    void refusesAListOfMoreThanAHundredAndACursorBesideOne() {
        run("cursed c1\ncursed c2");
        String hundred = String.join(",", Collections.nCopies(100, "c1"));
        assertThat(http.get("/v1/users/cursed/following?of=" + hundred).ids()).containsExactly("c1");
        assertThat(http.get("/v1/users/cursed/following?of=c2," + hundred).problem())
                .isEqualTo("invalid-parameter");
        String cursor = http.get("/v1/users/cursed/following?limit=1").next().orElseThrow();
        assertThat(http.get("/v1/users/cursed/following?of=c2&cursor=" + cursor).problem())
                .isEqualTo("invalid-cursor");
    }

    @Test
    void importsLinesAndReportsBadOnes() {
        Answer answer = run("# a graph\ni1 imported\n\ni1 i1\ni2 imported\ni!3 imported\n");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"imported\":2,\"rejectedCount\":1,\"rejected\":"
                        + "[{\"line\":6,\"reason\":\"the follower's id is not valid\"}],"
                        + "\"ignored\":{\"comment\":1,\"self\":1}}");
    }

    @Test
    void importsBeyondTheBodyLimit() {
        byte[] lines = "large1 large2\n".repeat(20_000).getBytes(StandardCharsets.UTF_8);
        assertThat(run(lines).json().path("imported").asInt()).isEqualTo(20_000);
        assertThat(run(Http.chunked(lines)).json().path("imported").asInt()).isEqualTo(20_000);
    }

    /** Sends more than Tomcat discards after an answer. */
    @Test
    void answersAFailureWhileTheClientIsStillSending() {
        faults.refuse(call -> call.names("follows", "followers:throttled"), Kind.THROTTLED);
        byte[] lines = ("x throttled\n" + "y z\n".repeat(2_000_000)).getBytes(StandardCharsets.UTF_8);
        assertThat(run(Http.chunked(lines)).problem()).isEqualTo("import-interrupted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "text/html", "text/plain;charset=utf-16"})
    void importsPlainTextInUtf8Only(String type) {
        assertThat(http.post("/v1/follows:import", type, "a b").status()).isEqualTo(415);
    }

    @Test
    void importsNoUnknownCharset() throws IOException {
        String head = "POST /v1/follows:import HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain;charset=nonsense\r\n";
        assertThat(http.raw(head + "Connection: close\r\nContent-Length: 3\r\n\r\na b"))
                .startsWith("HTTP/1.1 415");
    }

    private Answer run(Object lines) {
        return http.post("/v1/follows:import", "text/plain; charset=UTF-8", lines);
    }
}
