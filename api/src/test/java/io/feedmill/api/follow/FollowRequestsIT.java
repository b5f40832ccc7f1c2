package io.feedmill.api.follow;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.security.Scope;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Follow policies and requests, as clients see them. */
@ApiTest
record FollowRequestsIT(Http http, MemoryStores stores, MemoryQueue queue) {
    private Http as(String user) {
        return http.user(user, Scope.FEED, Scope.FOLLOW, Scope.POST);
    }

    private int policy(String user, String policy) {
        return http.send(
                        http.request("PUT", "/v1/users/" + user + "/follow-policy", "{\"policy\": \"" + policy + "\"}"))
                .status();
    }

    private int put(String path) {
        return http.put("/v1/users/" + path).status();
    }

    private int delete(String path) {
        return http.delete("/v1/users/" + path).status();
    }

    private List<String> requests(String user) {
        return http.get("/v1/users/" + user + "/requests").ids();
    }

    private List<FollowChange.Kind> sent(String follower) {
        return queue.sent().stream()
                .map(sent -> sent.message() instanceof Reconcile reconcile ? reconcile.pair() : null)
                .filter(pair -> pair != null && pair.follower().value().equals(follower))
                .map(FollowChange::kind)
                .toList();
    }

    @Test
    void aUserIsOpenUntilItSaysOtherwise() {
        assertThat(http.get("/v1/users/q.new/follow-policy").body()).isEqualTo("{\"policy\":\"open\"}");
        assertThat(policy("q.new", "asks")).isEqualTo(204);
        assertThat(http.get("/v1/users/q.new/follow-policy").body()).isEqualTo("{\"policy\":\"asks\"}");
        assertThat(policy("q.new", "open")).isEqualTo(204);
        assertThat(http.get("/v1/users/q.new/follow-policy").body()).isEqualTo("{\"policy\":\"open\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"policy\": \"ASKS\"}",
                "{\"policy\": \"closed\"}",
                "{\"policy\": \"\"}",
                "{\"policy\": null}",
                "{\"policy\": true}",
                "{\"policy\": 1}",
                "{}",
                "{\"policy\": \"asks\", \"since\": 1}",
                "[]",
                "\"asks\""
            })
    void refusesOtherPolicies(String body) {
        assertThat(http.send(http.request("PUT", "/v1/users/q.bad/follow-policy", body))
                        .problem())
                .isEqualTo("invalid-body");
        assertThat(http.get("/v1/users/q.bad/follow-policy").body()).contains("open");
    }

    @Test
    void aFollowIsAskedRefusedAskedAgainAndAccepted() {
        policy("q.dora", "asks");
        Http finn = as("q.finn");
        Http dora = as("q.dora");
        for (int i = 0; i < 2; i++) {
            Answer asked = finn.put("/v1/users/q.finn/following/q.dora");
            assertThat(asked.status()).isEqualTo(202);
            assertThat(asked.body()).isEmpty();
        }
        assertThat(finn.get("/v1/users/q.finn/following/q.dora").problem()).isEqualTo("follow-requested");
        assertThat(dora.get("/v1/users/q.dora/requests").body())
                .isEqualTo("{\"items\":[\"q.finn\"],\"end\":\"complete\"}");
        assertThat(dora.delete("/v1/users/q.dora/requests/q.finn").status()).isEqualTo(204);
        assertThat(dora.delete("/v1/users/q.dora/requests/q.finn").status()).isEqualTo(204);
        assertThat(finn.get("/v1/users/q.finn/following/q.dora").problem()).isEqualTo("follow-not-found");
        assertThat(dora.put("/v1/users/q.dora/requests/q.finn").problem()).isEqualTo("follow-request-not-found");
        assertThat(finn.put("/v1/users/q.finn/following/q.dora").status()).isEqualTo(202);
        for (int i = 0; i < 2; i++) {
            assertThat(dora.put("/v1/users/q.dora/requests/q.finn").status()).isEqualTo(204);
        }
        assertThat(finn.get("/v1/users/q.finn/following/q.dora").status()).isEqualTo(204);
        assertThat(requests("q.dora")).isEmpty();
        assertThat(sent("q.finn"))
                .containsExactly(FollowChange.Kind.REQUEST, FollowChange.Kind.REQUEST, FollowChange.Kind.FOLLOW);
    }

    @Test
    void allRequestsAreRefusedByCallsOfAHundredThatCountByFours() {
        stores.follows().setAsks(user("q.flooded"), true);
        IntStream.range(0, 130)
                .forEach(i -> stores.follows().follow(new Follow(user("q.flood" + i), user("q.flooded"))));
        Http flooded = as("q.flooded");
        String path = "/v1/users/q.flooded/requests";
        assertThat(as("q.flood1").delete(path).problem()).isEqualTo("insufficient-scope");
        Answer first = flooded.delete(path);
        assertThat(first.body()).isEqualTo("{\"refused\":100}");
        assertThat(left(first)).isBetween(274, 290);
        assertThat(requests("q.flooded")).hasSize(30);
        assertThat(first.status()).isEqualTo(200);
        for (int i = 0; i < 2; i++) {
            Answer rest = flooded.delete(path);
            assertThat(rest.status()).isEqualTo(204);
            assertThat(rest.body()).isEmpty();
        }
        assertThat(requests("q.flooded")).isEmpty();
        assertThat(as("q.flood1").put("/v1/users/q.flood1/following/q.flooded").status())
                .isEqualTo(202);
    }

    private static int left(Answer answer) {
        return Integer.parseInt(answer.header("RateLimit").replaceAll(".*r=(\\d+).*", "$1"));
    }

    @Test
    void requestsAreReadByPagesOfTheirUserAlone() {
        policy("q.star", "asks");
        List<String> fans = IntStream.range(0, 5).mapToObj("q.fan%d"::formatted).toList();
        fans.forEach(fan -> put(fan + "/following/q.star"));
        Http star = as("q.star");
        assertThat(star.pages("/v1/users/q.star/requests?limit=2").flatMap(page -> page.ids().stream()))
                .containsExactlyElementsOf(fans);
        String cursor = star.get("/v1/users/q.star/requests?limit=2").next().orElseThrow();
        assertThat(star.get("/v1/users/q.star/followers?cursor=" + cursor).problem())
                .isEqualTo("invalid-cursor");
        assertThat(http.get("/v1/users/q.star/requests?cursor=" + cursor).problem())
                .isEqualTo("invalid-cursor");
        assertThat(as("q.fan1").get("/v1/users/q.star/requests").problem()).isEqualTo("insufficient-scope");
        assertThat(as("q.fan1").put("/v1/users/q.star/requests/q.fan1").problem())
                .isEqualTo("insufficient-scope");
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, alice/requests/alice, self-follow",
        "DELETE, alice/requests/alice, self-follow",
        "PUT, alice/requests/b%20c, invalid-user",
        "DELETE, a%40/requests/b, invalid-user",
        "GET, a%40/requests, invalid-user",
        "GET, a%40/follow-policy, invalid-user"
    })
    void refusesBadIds(String method, String path, String problem) {
        assertThat(http.send(method, "/v1/users/" + path).problem()).isEqualTo(problem);
    }

    @Test
    void refusesOneOpenRequestMoreThanTheMaximumAndCountsIt() {
        IntStream.rangeClosed(0, 500).forEach(i -> stores.follows().setAsks(user("q.shy" + i), true));
        IntStream.range(0, 500).forEach(i -> stores.follows().follow(new Follow(user("q.eager"), user("q.shy" + i))));
        double before = http.refused("too-many-follow-requests");
        assertThat(http.put("/v1/users/q.eager/following/q.shy500").problem()).isEqualTo("too-many-follow-requests");
        assertThat(put("q.eager/following/q.shy0")).isEqualTo(202);
        assertThat(http.refused("too-many-follow-requests")).isEqualTo(before + 1);
    }

    @Test
    void aFollowerWithTheMaximumOfFollowsIsNotAccepted() {
        policy("q.pia", "asks");
        put("q.full/following/q.pia");
        UserId full = user("q.full");
        List<Follow> follows = IntStream.range(0, 7_500)
                .mapToObj(i -> new Follow(full, user("f" + i)))
                .toList();
        stores.follows().importAll(follows);
        assertThat(http.put("/v1/users/q.pia/requests/q.full").problem()).isEqualTo("too-many-follows");
        assertThat(requests("q.pia")).containsExactly("q.full");
        delete("q.full/following/f0");
        assertThat(put("q.pia/requests/q.full")).isEqualTo(204);
    }
}
