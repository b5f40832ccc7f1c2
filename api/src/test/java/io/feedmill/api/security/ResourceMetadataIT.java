package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.TestTokens;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the API says to anybody comes from its settings, never from the request. */
@ApiTest
record ResourceMetadataIT(Http nobody) {
    private static final String PATH = "/.well-known/oauth-protected-resource";

    ResourceMetadataIT {
        nobody = nobody.as("");
    }

    private String raw(String path) throws IOException {
        return nobody.raw("GET " + path + " HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    }

    @Test
    void theResourceIsThePublicUrl() throws IOException {
        assertThat(nobody.get(PATH).text("resource")).isEqualTo(TestTokens.RESOURCE);
        assertThat(raw(PATH))
                .startsWith("HTTP/1.1 200")
                .contains(TestTokens.RESOURCE)
                .doesNotContain("evil");
    }

    @Test
    void theChallengeNamesTheMetadataOfThePublicUrl() throws IOException {
        String named = "resource_metadata=\"https://feedmill.test/.well-known/oauth-protected-resource/app\"";
        assertThat(nobody.get("/v1/posts/x").header("WWW-Authenticate")).isEqualTo("Bearer " + named);
        assertThat(nobody.as("x").get("/v1/posts/x").header("WWW-Authenticate"))
                .startsWith("Bearer error=\"invalid_token\"")
                .endsWith(", " + named);
        assertThat(raw("/v1/posts/x"))
                .startsWith("HTTP/1.1 401")
                .contains(named)
                .doesNotContain("evil");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/x", "/x/y", "/"})
    void nothingElseIsOpen(String more) {
        assertThat(nobody.get(PATH + more).problem()).isEqualTo("unauthenticated");
    }
}
