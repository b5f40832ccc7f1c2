package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.TestTokens;
import io.feedmill.api.rights.UserRights;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.rights.RightsStore.Rights;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.memory.FaultRules;
import java.time.Instant;
import java.util.Date;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What administrators take back. The calls of suspended users, one by one, are in {@link CallMatrixIT}. */
@ApiTest
record RightsIT(Http http, RightsStore store, UserRights rights, FaultRules faults) {
    private static final String USERS = "/v1/admin/users";
    private static final String SUSPEND = "{\"suspended\":true}";

    /** Other tests have older tokens. */
    @AfterEach
    void giveAllTokensBack() {
        store.change(RightsStore.ALL, Instant.EPOCH, null);
        rights.changed(RightsStore.ALL);
    }

    private Http user(String name) {
        return http.user(name, Scope.FEED, Scope.POST, Scope.FOLLOW);
    }

    private static String notBefore(Instant instant) {
        return "{\"tokensNotBefore\":\"" + instant + "\"}";
    }

    private Answer change(String user, String body) {
        return http.put(USERS + "/" + user, body);
    }

    @Test
    void whatIsTakenBackHoldsForWhoeverComesWithTheId() {
        assertThat(http.get(USERS + "/r.ann").body()).isEqualTo("{\"user\":\"r.ann\",\"suspended\":false}");
        assertThat(change("r.ann", SUSPEND).status()).isEqualTo(204);
        assertThat(change("r.ann", notBefore(Instant.parse("2020-01-01T00:00:00Z")))
                        .body())
                .isEmpty();
        assertThat(http.get(USERS + "/r.ann").body())
                .isEqualTo(
                        "{\"user\":\"r.ann\",\"tokensNotBefore\":\"2020-01-01T00:00:00.000000000Z\",\"suspended\":true}");
        assertThat(user("r.ann").get("/v1/feeds/home/r.ann").problem()).isEqualTo("suspended");
        change("r.ann", "{\"suspended\":false}");
        change("r.ann", "{}");
        assertThat(user("r.ann").get("/v1/feeds/home/r.ann").status()).isEqualTo(200);
        assertThat(store.find("r.ann")).isEqualTo(new Rights(Instant.parse("2020-01-01T00:00:00Z"), false));
    }

    @Test
    void aRefusedTokenSaysWhyAndOneOfLaterIsTaken() {
        Http before = user("r.bob");
        assertThat(before.get("/v1/feeds/home/r.bob").status()).isEqualTo(200);
        change("r.bob", notBefore(Instant.now().plusSeconds(1)));
        Answer refused = before.get("/v1/feeds/home/r.bob");
        assertThat(refused.problem()).isEqualTo("unauthenticated");
        assertThat(refused.text("detail")).startsWith("The token is not valid: It was issued before 2");
        assertThat(refused.header("WWW-Authenticate")).contains("invalid_token");
        change("r.bob", notBefore(Instant.now().minusSeconds(5)));
        assertThat(before.get("/v1/feeds/home/r.bob").status()).isEqualTo(200);
    }

    @Test
    void theTokensOfAllAreTakenBackThoseOfTheAdministratorIncluded() {
        Http admin = http.user("r.mod", Scope.ADMIN);
        Instant cut = Instant.now().plusSeconds(1);
        assertThat(admin.put(USERS, notBefore(cut)).status()).isEqualTo(204);
        assertThat(admin.put(USERS, notBefore(cut)).problem()).isEqualTo("unauthenticated");
        assertThat(user("r.cid").get("/v1/feeds/home/r.cid").problem()).isEqualTo("unauthenticated");
        assertThat(http.get("/v1/feeds/user/r.cid").problem()).isEqualTo("unauthenticated");
        String later = TestTokens.sign(TestTokens.claims("r.mod", Scope.ADMIN)
                .issueTime(Date.from(cut.plusSeconds(2)))
                .build());
        assertThat(http.as(later).put(USERS, notBefore(Instant.EPOCH)).status()).isEqualTo(204);
        assertThat(user("r.cid").get("/v1/feeds/home/r.cid").status()).isEqualTo(200);
    }

    @Test
    void aSuspendedServiceMakesNoCall() {
        Http service = http.as(TestTokens.sign(
                TestTokens.claims("r|app@clients", Scope.ACT_AS, Scope.FEED).build()));
        assertThat(service.get("/v1/feeds/home/r.dan").status()).isEqualTo(200);
        assertThat(change("r%7Capp@clients", SUSPEND).status()).isEqualTo(204);
        assertThat(service.get("/v1/feeds/home/r.dan").problem()).isEqualTo("suspended");
        assertThat(service.get("/v1/feeds/user/r.dan").problem()).isEqualTo("suspended");
    }

    @Test
    void thePostsOfASuspendedUserStayAndAnAdministratorTakesThemDown() {
        String post = "/v1/posts/" + http.publish("r.eve", "hello");
        String other = "/v1/posts/" + http.publish("r.eve", "again");
        change("r.eve", SUSPEND);
        assertThat(user("r.fay").get(post).status()).isEqualTo(200);
        assertThat(user("r.fay").put("/v1/users/r.fay/following/r.eve").status())
                .isLessThan(300);
        Http service = http.service(Scope.POST);
        assertThat(service.delete(post + "?viewer=r.eve").problem()).isEqualTo("suspended");
        assertThat(service.put(post + "/metadata?viewer=r.eve", "{}").problem()).isEqualTo("suspended");
        assertThat(service.put(post + "/metadata?viewer=r.fay", "{}").problem()).isEqualTo("post-not-found");
        assertThat(http.user("r.mod", Scope.ADMIN).delete(other).status()).isEqualTo(204);
    }

    @Test
    void nobodyElseLearnsOfASuspension() {
        change("r.gus", SUSPEND);
        assertThat(user("r.hal").get("/v1/feeds/home/r.gus").problem()).isEqualTo("insufficient-scope");
        assertThat(user("r.hal").get("/v1/feeds/user/r.ann?viewer=r.gus").problem())
                .isEqualTo("insufficient-scope");
    }

    /** The counters of a suspended user are evidence. */
    @Test
    void whoReadsForAllActsAsNobody() {
        change("r.ida", SUSPEND);
        assertThat(http.user("r.mod", Scope.REPORTS)
                        .get("/v1/users/r.ida/counters")
                        .status())
                .isEqualTo(200);
        assertThat(http.service(Scope.POST).get("/v1/users/r.ida/counters").problem())
                .isEqualTo("suspended");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'suspended':'true'} | invalid-body",
                "{'suspended':1} | invalid-body",
                "{'tokensNotBefore':5} | invalid-body",
                "{'tokensNotBefore':'today'} | invalid-body",
                "{'tokensNotBefore':'1969-12-31T23:59:59Z'} | invalid-body",
                "{'tokensNotBefore':'9999-01-01T00:00:00Z'} | invalid-body",
                "{'banned':true} | invalid-body",
                "[] | invalid-body",
                "{ | malformed-json"
            })
    void refusesBadBodies(String body, String problem) {
        assertThat(change("r.joe", body.replace('\'', '"')).problem()).isEqualTo(problem);
        assertThat(http.put(USERS, body.replace('\'', '"')).problem()).isEqualTo(problem);
        assertThat(store.find("r.joe")).isEqualTo(Rights.FULL);
    }

    @Test
    void ofAllOnlyTheTokensAreTakenBack() {
        assertThat(http.put(USERS, SUSPEND).problem()).isEqualTo("invalid-body");
        assertThat(http.put(USERS, "{}").problem()).isEqualTo("invalid-body");
        assertThat(http.get(USERS).problem()).isEqualTo("method-not-allowed");
    }

    @Test
    void tokensAreTakenBackUpToAMinuteAhead() {
        Instant now = Instant.now();
        assertThat(change("r.kim", notBefore(now.plusSeconds(75))).problem()).isEqualTo("invalid-body");
        assertThat(change("r.kim", notBefore(now.plusSeconds(50))).status()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%20b", "%C3%A9"})
    void refusesNamesThatNoTokenHas(String name) {
        assertThat(change(name, SUSPEND).problem()).isEqualTo("invalid-user");
        assertThat(http.get(USERS + "/" + name).problem()).isEqualTo("invalid-user");
        assertThat(change("x".repeat(256), SUSPEND).problem()).isEqualTo("invalid-user");
    }

    /** Neither its token nor a service's call for it: the caller is not known. */
    @ParameterizedTest
    @CsvSource({
        "TRANSIENT, 503, storage-unavailable",
        "REJECTED, 503, storage-unavailable",
        "THROTTLED, 503, storage-throttled",
        "PERMANENT, 500, internal-error"
    })
    void whileTheStorageDoesNotAnswerAnUnknownCallerIsRefused(Kind kind, int status, String problem) {
        String user = "broken." + kind;
        faults.refuse(call -> call.names("recalls", "caller:" + user), kind);
        for (Answer answer : new Answer[] {
            user(user).get("/v1/feeds/home/" + user),
            http.get("/v1/feeds/home/" + user),
            http.get("/v1/feeds/user/r.ann?viewer=" + user),
            http.post("/v1/posts", Http.newPost(user, "hello"))
        }) {
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.problem()).isEqualTo(problem);
            assertThat(answer.header("Retry-After")).isEqualTo(status == 503 ? "1" : "");
        }
    }
}
