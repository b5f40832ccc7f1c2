package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.FakeApi;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.TestTokens;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles("local")
@Import(Http.class)
@SpringBootTest(
        classes = FakeApi.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"feedmill.limits.per-minute.feed=3", "feedmill.limits.per-minute.reports=1"})
class LimitsIT {
    private final Http http;

    @Autowired
    LimitsIT(Http http) {
        this.http = http;
    }

    @Test
    void aCallerHasItsOwnCallsOfEachScope() {
        Http ann = http.as(TestTokens.user("ann", Scope.FEED, Scope.FOLLOW));
        assertThat(ann.get("/v1/feeds/home/ann").header("RateLimit")).startsWith("\"feed\";r=2;t=");
        assertThat(ann.get("/v1/feeds/home/ann").header("RateLimit-Policy")).isEqualTo("\"feed\";q=3;w=60");
        assertThat(ann.get("/v1/feeds/home/bob").status()).isEqualTo(403);
        Answer refused = ann.get("/v1/feeds/home/ann");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.problem()).isEqualTo("too-many-calls");
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 20);
        assertThat(refused.header("RateLimit")).startsWith("\"feed\";r=0;t=");
        assertThat(ann.get("/v1/users/ann/following").status()).isEqualTo(200);
        assertThat(http.as(TestTokens.user("bob", Scope.FEED))
                        .get("/v1/feeds/home/bob")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aServiceHasNoLimit() {
        for (int i = 0; i < 5; i++) {
            Answer answer = http.get("/v1/feeds/home/ann");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("RateLimit")).isEmpty();
        }
    }
}
