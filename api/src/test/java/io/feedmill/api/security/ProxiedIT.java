package io.feedmill.api.security;

import static io.feedmill.api.security.AuditIT.text;
import static io.feedmill.api.security.AuditIT.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.context.TestPropertySource;

/** An API behind a proxy that the settings name, which tells also of what services do, and has no public URL. */
@ExtendWith(OutputCaptureExtension.class)
@ApiTest
@TestPropertySource(
        properties = {
            "server.forward-headers-strategy=native",
            "server.tomcat.remoteip.internal-proxies=127.0.0.1/32",
            "feedmill.audit.service-calls=true",
            "feedmill.audit.refusals-per-minute=3",
            "feedmill.security.resource="
        })
record ProxiedIT(Http http) {
    private void refused(String address) {
        http.send(http.as("").request("GET", "/v1/posts/x").header("X-Forwarded-For", address));
    }

    @Test
    void tellsTheAddressOfTheClientAsTheProxySawIt(CapturedOutput output) {
        refused("6.6.6.6, 9.9.9.9");
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(written(output)).hasSize(1));
        assertThat(text(written(output).findFirst().orElseThrow(), "/source/ip"))
                .isEqualTo("9.9.9.9");
    }

    @Test
    void tellsOfTheFirstRefusalsOfAnAddressInAMinute(CapturedOutput output) {
        for (int i = 0; i < 20; i++) {
            refused("7.7.7.7");
        }
        refused("8.8.8.8");
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(written(output))
                        .extracting(event -> text(event, "/source/ip"))
                        .containsExactly("7.7.7.7", "7.7.7.7", "7.7.7.7", "8.8.8.8"));
    }

    @Test
    void tellsWhatServicesChangeAndForWhom(CapturedOutput output) {
        Http backend = http.service(Scope.POST, Scope.FEED, Scope.FOLLOW);
        String post = "/v1/posts/" + backend.publish("p.ann", "hello");
        backend.put("/v1/users/p.bob/following/p.ann");
        backend.delete(post + "?viewer=p.ann");
        backend.get("/v1/feeds/home/p.bob");
        http.user("p.cid", Scope.POST).publish("p.cid", "hello");
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(written(output))
                        .extracting(event -> text(event, "/event/action") + " "
                                + text(event, "/user/id") + " for " + text(event, "/user/effective/id") + " "
                                + text(event, "/http/request/method") + " " + text(event, "/url/path"))
                        .containsExactlyInAnyOrder(
                                "service-call backend for p.ann POST /v1/posts",
                                "service-call backend for p.bob PUT /v1/users/p.bob/following/p.ann",
                                "service-call backend for p.ann DELETE " + post));
    }

    @Test
    void withoutAPublicUrlNothingIsSaidOfTheResource() {
        assertThat(http.as("").get("/.well-known/oauth-protected-resource").problem())
                .isEqualTo("unauthenticated");
        assertThat(http.as("").get("/v1/posts/x").header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(http.as("x").get("/v1/posts/x").header("WWW-Authenticate"))
                .startsWith("Bearer error=\"invalid_token\"")
                .doesNotContain("resource_metadata", "localhost");
    }
}
