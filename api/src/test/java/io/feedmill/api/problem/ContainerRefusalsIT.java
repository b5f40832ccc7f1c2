package io.feedmill.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that Tomcat or Spring MVC refuses get the same problems as all others. */
@ApiTest
record ContainerRefusalsIT(Http http) {
    private static final String HOST = "\r\nHost: localhost\r\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/posts/a|b",
                "/v1/posts/%zz",
                "/v1/posts/a%2Fb",
                "/v1/posts/%00",
                "/v1/posts/%5C",
                "/v1/posts/%ff",
                "/v1/posts/<script>",
                "/v1/feeds/home/ben;x",
                "/v1/users;x=1/ben/following",
                "/../../v1/posts",
                "/v1/posts/\u00e9"
            })
    void refusesThePath(String path) throws IOException {
        checkProblem(
                http.raw("GET " + path + " HTTP/1.1" + HOST + "Connection: close\r\n\r\n"), 400, "malformed-request");
    }

    @ParameterizedTest
    @CsvSource({
        "'NONSENSE\r\n\r\n', 400, malformed-request",
        "'G\u0001T / HTTP/1.1\r\nHost: x\r\n\r\n', 400, malformed-request",
        "'GET / HTTP/1.1\r\n\r\n', 400, malformed-request",
        "'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 505, refused",
        "'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400, malformed-request",
        "'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400, malformed-request",
        "'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400, malformed-request",
        "'TRACE /v1/posts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405, method-not-allowed",
        "'FROB /v1/posts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405, method-not-allowed",
        "'POST /v1/posts HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: nonsense\r\nConnection: close\r\n\r\n', 501, refused"
    })
    void refusesTheRequest(String request, int status, String type) throws IOException {
        checkProblem(http.raw(request), status, type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"//", "//a:b:c/", "/v1/[x]", "/v1/posts/a//b"})
    void findsNothingAtOddPaths(String path) throws IOException {
        String answer = http.raw("GET " + path + " HTTP/1.1" + HOST + "Connection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 40").contains("application/problem+json", "\"type\":\"https");
    }

    @Test
    void refusesHeadersThatAreTooLarge() throws IOException {
        String header = "X-Large: " + "x".repeat(20_000) + "\r\n";
        checkProblem(http.raw("GET /v1/posts/a HTTP/1.1" + HOST + header + "\r\n"), 400, "malformed-request");
    }

    @Test
    void refusesABodyThatBreaksOff() throws IOException {
        String head = "POST /v1/posts HTTP/1.1" + HOST + "Content-Type: application/json\r\n";
        checkProblem(http.raw(head + "Content-Length: 100\r\n\r\n{"), 400, "malformed-request");
        checkProblem(http.raw(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"), 400, "malformed-request");
    }

    @ParameterizedTest
    @CsvSource({
        "OPTIONS /v1/posts, 'Origin: https://example.org\r\nAccess-Control-Request-Method: PUT', 403, origin-not-allowed",
        "GET /v1/nothing, Content-Type: application/*, 415, unsupported-media-type",
        "GET /v1/feeds/home/ann, Content-Type: */*;q=1, 415, unsupported-media-type"
    })
    void refusesWhatSpringMvcRefusesWithoutAProblem(String line, String headers, int status, String type)
            throws IOException {
        checkProblem(http.raw(line + " HTTP/1.1" + HOST + headers + "\r\nConnection: close\r\n\r\n"), status, type);
    }

    private static void checkProblem(String answer, int status, String type) {
        assertThat(answer).startsWith("HTTP/1.1 " + status);
        assertThat(answer).contains("Content-Type: application/problem+json");
        assertThat(answer).contains("\"type\":\"https://feedmill.io/problems/" + type + "\"", "\"status\":" + status);
        assertThat(answer).doesNotContainIgnoringCase("<html", "tomcat", "exception");
    }
}
