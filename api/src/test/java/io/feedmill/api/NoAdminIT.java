package io.feedmill.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.Http.Answer;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Without the settings the API has no admin calls and no console, and believes no header about its caller's address: also on Kubernetes, where Spring Boot would. */
@ExtendWith(OutputCaptureExtension.class)
@Import(Http.class)
@SpringBootTest(
        classes = FakeApi.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "feedmill.cursor.keys=a-key-of-at-least-32-characters-for-the-test",
            "spring.main.cloud-platform=kubernetes"
        })
record NoAdminIT(Http http, RequestMappingHandlerMapping requestMappingHandlerMapping) {
    @ParameterizedTest
    @CsvSource({
        "GET, /console/",
        "GET, /console/app.js",
        "GET, /v1/admin/dead-letters",
        "DELETE, /v1/admin/dead-letters",
        "POST, /v1/admin/dead-letters/deliver:redrive",
        "GET, /v1/admin/dead-letters/deliver:redrive",
        "GET, /v1/admin/workers",
        "GET, /v1/admin/rooms/seattle",
        "PUT, /v1/admin/rooms/seattle",
        "GET, /v1/admin/partitions/feedmill-homes",
        "POST, /v1/admin/announcements",
        "GET, /v1/admin/announcements/1111111111111111111111"
    })
    void answersLikeAnyUnknownPath(String method, String path) {
        Answer answer = http.send(method, path);
        Answer unknown = http.send(method, "/v1/nothing");
        assertThat(answer.status()).isEqualTo(404);
        for (String field : Set.of("type", "title", "status", "detail")) {
            assertThat(answer.json().path(field)).isEqualTo(unknown.json().path(field));
        }
    }

    @Test
    void aCallerDoesNotChooseItsAddress(CapturedOutput output) {
        http.send(http.as("").request("GET", "/v1/posts/x").header("X-Forwarded-For", "9.9.9.9"));
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(output).contains("\"source\":{\"ip\":\"127.0.0.1\"}"));
        assertThat(output).doesNotContain("9.9.9.9");
    }

    @Test
    void mapsNoAdminCallAtAll() {
        assertThat(requestMappingHandlerMapping.getHandlerMethods().keySet())
                .flatExtracting(RequestMappingInfo::getPatternValues)
                .contains("/v1/posts")
                .noneMatch(pattern -> pattern.contains("admin"));
    }
}
