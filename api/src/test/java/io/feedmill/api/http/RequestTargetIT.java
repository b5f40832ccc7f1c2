package io.feedmill.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.security.AllCalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.UriUtils;

/** Each call has one spelling of its path, so that a proxy can authorize by it, and a query in UTF-8. */
@ApiTest
record RequestTargetIT(Http http, RequestMappingHandlerMapping requestMappingHandlerMapping) {
    /** A call of the API; its path has variables. */
    private record Call(String method, String path) {
        String with(String variable) {
            return path.replaceAll("\\{[a-z]+}", variable);
        }
    }

    private static List<Call> calls() {
        return Stream.concat(AllCalls.lines().stream(), Stream.of("GET /v1/openapi.json"))
                .map(line -> line.split(" "))
                .map(call -> new Call(call[0], call[1]))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"viewer=%ED%A0%80", "viewer=%ff", "%C0%AF=1", "viewer=%e2&limit=%82%ac", "x=%zz", "x=%4", "%"})
    void noCallTakesAQueryThatIsNotUtf8(String query) throws IOException {
        assertThat(calls()).hasSizeGreaterThan(30);
        for (Call call : calls()) {
            assertRefused(raw(call.method(), call.with("alice") + "?" + query));
        }
        assertRefused(raw("GET", "/actuator/health?" + query));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%ED%A0%80", "%ff", "%C0%AF", "%F4%90%80%80"})
    void noCallTakesAPathThatIsNotUtf8(String name) throws IOException {
        List<Call> named =
                calls().stream().filter(call -> call.path().contains("{")).toList();
        assertThat(named).hasSizeGreaterThan(25);
        for (Call call : named) {
            assertRefused(raw(call.method(), call.with(name)));
        }
    }

    @Test
    void takesQueriesInUtf8() {
        assertThat(http.get("/v1/feeds/home/alice?limit=%31&&seen=tru%65&").status())
                .isEqualTo(200);
        for (String unknown : List.of("%F0%9F%98%80=x", "%c3%a9+%2B=x", "limit=1&%20")) {
            assertThat(http.get("/v1/feeds/home/alice?" + unknown).problem()).isEqualTo("invalid-parameter");
        }
    }

    /** Tomcat refuses a parameter without a name, and limits their number. */
    @Test
    void refusesParametersThatTomcatDoesNotRead() {
        assertThat(http.get("/v1/feeds/home/alice?=x").problem()).isEqualTo("malformed-request");
        assertThat(http.get("/v1/feeds/home/alice?" + "a&".repeat(2_000)).problem())
                .isEqualTo("malformed-request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/%61dmin/dead-letters",
                "/v1/admin/dead%2dletters",
                "/v1/admin/dead%2Dletters",
                "/v1/feeds/%68ome/alice",
                "/v1/feeds/home/%7a%7A%59%30%39%5f%5F",
                "/v1/feeds/home/al%69ce",
                "/v1/feeds/home/a%2Eb",
                "/v1/feeds/home/a%7Eb",
                "/v1/feeds/home/%2e%2e",
                "/v1/feeds/home/../user/alice",
                "/v1/feeds/home/..",
                "/v1/feeds/./home/alice",
                "/v1/feeds/home/.",
                "/v1/feeds/home//alice",
                "//v1/feeds/home/alice",
                "/v1/feeds/home/alice//",
                "/v1/feeds/home/alice;x=1",
                "/v1;x/feeds/home/alice",
                "/v1/feeds/home%2Falice",
                "/v1/feeds/home%2falice",
                "/v1/feeds/home%5Calice",
                "/v1/feeds/home\\alice",
                "/v1/reports%3Arun",
                "/v1/follows%3aimport",
                "/v1/admin/dead-letters/deliver%3Aredrive",
                "/v1/feeds/home/alice%3Arebuild",
                "/v1/users/alice/notifications%3Aunseen",
                "/v1/users/alice/notifications%3aseen",
                "/v1/users/alice/notifications/x%3Aread",
                "/v1/feeds/home/alice%00",
                "/v1/places/%55SA/posts",
                "/v1/places/USA/../posts",
                "/v1/places/U%2FS/posts"
            })
    void refusesAnotherSpellingOfAPath(String path) throws IOException {
        assertRefused(raw("GET", path));
        assertRefused(raw("POST", path));
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/places/a%3Ab%23c%25d%20e%C3%A9/posts, 200",
        "/v1/places/a:b/posts, 200",
        "/v1/users/a%3Ab/following, 400",
        "/v1/feeds/home/a..b, 200",
        "/v1/feeds/home/...a, 200",
        "/v1/feeds/home/alice/, 404",
        "/v1/feeds/home/a%20b, 400",
        "/V1/feeds/home/alice, 404",
        "/v1/%2561dmin/dead-letters, 404"
    })
    void readsEncodedReservedCharacters(String path, int status) {
        Answer answer = http.get(path);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.problem()).isNotEqualTo("malformed-request");
    }

    /** RFC 6570: all but unreserved characters are encoded. What a variable may not have is refused by the call itself. */
    @ParameterizedTest
    @ValueSource(strings = {":", "a:b!$&'()*+,=@[] \u00fc|%\"<>^`{}#?", "2026-11-27:23:59:59.0"})
    void eachVariableIsTakenAsClientsEncodeIt(String value) throws IOException {
        String encoded = UriUtils.encode(value, StandardCharsets.UTF_8);
        List<Call> named =
                calls().stream().filter(call -> call.path().contains("{")).toList();
        for (Call call : named) {
            String answer = raw(call.method(), call.with(encoded));
            assertThat(answer).as(call.toString()).doesNotContain("/problems/malformed-request\"");
            if (value.equals(":")) {
                assertThat(answer.substring(0, 12))
                        .isEqualTo(raw(call.method(), call.with(value)).substring(0, 12));
            }
        }
    }

    /** The description names only the type of problems for them: generated clients accept nothing else. */
    @Test
    void callsThatAnswerNothingAreMadeByWhoAcceptsOnlyProblems() {
        List<RequestMappingInfo> silent = requestMappingHandlerMapping.getHandlerMethods().entrySet().stream()
                .filter(call -> call.getValue().getMethod().getReturnType() == void.class)
                .map(Map.Entry::getKey)
                .toList();
        assertThat(silent)
                .hasSizeGreaterThan(15)
                .allSatisfy(call -> assertThat(call.getProducesCondition().getProducibleMediaTypes())
                        .doesNotContain(MediaType.APPLICATION_JSON));
    }

    private String raw(String method, String target) throws IOException {
        return http.raw(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n"
                + "Connection: close\r\n\r\n");
    }

    private static void assertRefused(String answer) {
        assertThat(answer)
                .startsWith("HTTP/1.1 400")
                .contains("application/problem+json", "https://feedmill.io/problems/malformed-request");
    }
}
