package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ApiTest
record LimitsIT(Http http) {
    private static final int IMPORTS = 30;

    private static Answer run(Http caller) {
        return caller.post("/v1/follows:import", "text/plain", "l.bob l.ann");
    }

    @Test
    void aCallerHasItsOwnCallsOfEachScope() {
        Http ann = http.user("l.ann", Scope.IMPORT, Scope.FEED);
        Answer first = run(ann);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.header("RateLimit-Policy")).isEqualTo("\"import\";q=30;w=60");
        assertThat(first.header("RateLimit")).matches("\"import\";r=29;t=[12]");
        List<Answer> answers =
                IntStream.range(1, 3 * IMPORTS).mapToObj(i -> run(ann)).toList();
        assertThat(answers.subList(0, IMPORTS - 1)).extracting(Answer::status).containsOnly(200);
        Answer refused = answers.stream()
                .filter(answer -> answer.status() == 429)
                .findFirst()
                .orElseThrow();
        assertThat(refused.problem()).isEqualTo("too-many-calls");
        assertThat(refused.header("Retry-After")).isBetween("1", "2");
        assertThat(refused.header("RateLimit")).startsWith("\"import\";r=0;t=");
        assertThat(ann.get("/v1/feeds/home/l.ann").status()).isEqualTo(200);
        assertThat(run(http.user("l.bob", Scope.IMPORT)).status()).isEqualTo(200);
    }

    /** What makes a worker read a whole home feed, and what each API keeps, costs its caller more than what reads a row. */
    @Test
    void whatCausesMoreWorkCountsAsSeveralCalls() {
        Http cleo = http.user("l.cleo", Scope.FOLLOW, Scope.POST, Scope.FEED);
        http.put("/v1/users/l.dan/following/l.cleo");
        http.put("/v1/users/l.fay/following/l.cleo");
        String eve = "/v1/users/l.cleo/following/l.eve";
        int left = left(cleo.put(eve));
        left = assertCalls(10, left, cleo.delete(eve));
        left = assertCalls(1, left, cleo.delete(eve));
        left = assertCalls(10, left, cleo.delete("/v1/users/l.cleo/followers/l.dan"));
        left = assertCalls(10, left, cleo.put("/v1/users/l.cleo/blocked/l.fay"));
        assertCalls(1, left, cleo.put("/v1/users/l.cleo/blocked/l.fay"));
        String post = "/v1/posts/" + http.publish("l.cleo", "hello");
        left = left(cleo.put(post + "/permissions", "{\"permissions\":[\"l.gil\"]}"));
        assertThat(left).isEqualTo(116);
        left = assertCalls(4, left, cleo.delete(post));
        assertCalls(1, left, cleo.delete(post));
    }

    @Test
    void eachFurtherReadOfAPageThatShowsNothingCountsAsACall() {
        Http hal = http.user("l.hal", Scope.FEED);
        for (int post = 0; post < 110; post++) {
            http.post("/v1/posts", "{\"author\":\"l.ida\",\"text\":\"x\",\"permissions\":[\"l.ida\"]}");
        }
        assertThat(left(hal.get("/v1/feeds/user/l.ida?limit=1"))).isEqualTo(1_197);
    }

    /** Some calls may have come back since the one before. */
    private static int assertCalls(int calls, int before, Answer answer) {
        int now = left(answer);
        assertThat(before - now).isBetween(calls - 3, calls);
        return now;
    }

    private static int left(Answer answer) {
        assertThat(answer.status()).isLessThan(300);
        return Integer.parseInt(answer.header("RateLimit").replaceAll(".*;r=([0-9]+);.*", "$1"));
    }

    @Test
    void aServiceHasNoLimit() {
        for (int i = 0; i <= IMPORTS; i++) {
            Answer answer = run(http);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("RateLimit")).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/nothing",
        "PATCH, /v1/posts",
        "GET, /nothing",
        "POST, /v1/openapi.json",
        "GET, /v1/openapi.json"
    })
    void whatIsNoCallCountsAsOneOfAFeed(String method, String path) {
        Http caller = http.user("lost." + method + path.length(), Scope.POST);
        List<String> left = IntStream.range(0, 20)
                .mapToObj(i -> caller.send(method, path).header("RateLimit"))
                .toList();
        assertThat(left.getFirst()).startsWith("\"feed\";r=1199;");
        // a call comes back in 50 ms
        assertThat(left.getLast()).matches("\"feed\";r=11(8[0-9]|9[0-8]);.*");
    }
}
