package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.FakeApi;
import io.feedmill.api.Http;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.testkit.server.DynamoBackend;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** What one API takes back, another one over the same tables refuses within two seconds: also a token that it remembers as valid. */
@Tag("full")
class TwoApisIT {
    private static final Duration PROMISE = Duration.ofSeconds(2);
    private static final DynamoBackend TABLES = DynamoBackend.inDynamoDbLocal();
    private static final ConfigurableApplicationContext FIRST = newApi();
    private static final ConfigurableApplicationContext SECOND = newApi();

    private final Http one = FIRST.getBean(Http.class);
    private final Http two = SECOND.getBean(Http.class);

    private static ConfigurableApplicationContext newApi() {
        return new SpringApplicationBuilder(FakeApi.class)
                .profiles("local")
                .initializers((GenericApplicationContext context) -> {
                    context.registerBean(Http.class);
                    register(context, RecallStore.class, TABLES.stores().recalls());
                    register(context, RightsStore.class, TABLES.stores().rights());
                })
                .run("--server.port=0", "--management.server.port=0");
    }

    private static <T> void register(GenericApplicationContext context, Class<T> type, T store) {
        context.registerBean(type, () -> store, bean -> bean.setPrimary(true));
    }

    @AfterAll
    static void stop() {
        FIRST.close();
        SECOND.close();
    }

    private static Http as(Http api, String user) {
        return api.user(user, Scope.FEED);
    }

    private static String problem(Http api, String user) {
        return api.get("/v1/feeds/home/" + user).problem();
    }

    /** Makes a change at one API; returns when the calls for the user, which the other one answered, are refused there. */
    private void change(String path, String change, Http caller, String user, String refusal) {
        assertThat(problem(caller, user)).isEqualTo("none");
        assertThat(one.put(path, change).status()).isEqualTo(204);
        await().atMost(PROMISE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> problem(caller, user).equals(refusal));
    }

    private static String before() {
        return "{\"tokensNotBefore\":\"" + Instant.now().plusSeconds(1) + "\"}";
    }

    @Test
    void aRememberedTokenOfBefore() {
        change("/v1/admin/users/t.ann", before(), as(two, "t.ann"), "t.ann", "unauthenticated");
        assertThat(problem(as(one, "t.ann"), "t.ann")).isEqualTo("unauthenticated");
        assertThat(problem(as(two, "t.bob"), "t.bob")).isEqualTo("none");
    }

    @Test
    void aSuspendedUserAloneAndThroughAService() {
        assertThat(problem(two, "t.cid")).isEqualTo("none");
        change("/v1/admin/users/t.cid", "{\"suspended\":true}", as(two, "t.cid"), "t.cid", "suspended");
        assertThat(problem(two, "t.cid")).isEqualTo("suspended");
        assertThat(two.get("/v1/feeds/user/t.bob?viewer=t.cid").problem()).isEqualTo("suspended");
        assertThat(two.post("/v1/posts", Http.newPost("t.cid", "hello")).problem())
                .isEqualTo("suspended");
        one.put("/v1/admin/users/t.cid", "{\"suspended\":false}");
        await().atMost(PROMISE).until(() -> problem(two, "t.cid").equals("none"));
    }

    @Test
    void theTokensOfAll() {
        Http dan = as(two, "t.dan");
        change("/v1/admin/users", before(), dan, "t.dan", "unauthenticated");
        await().atMost(Duration.ofSeconds(10)).until(() -> {
            Http later = one.user("t.mod", Scope.ADMIN);
            return later.put("/v1/admin/users", "{\"tokensNotBefore\":\"1970-01-01T00:00:00Z\"}")
                            .status()
                    == 204;
        });
        await().atMost(PROMISE).until(() -> problem(dan, "t.dan").equals("none"));
    }
}
