package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.TestTokens;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient.RequestHeadersSpec;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Every call of Spring MVC with every kind of token: a handler without {@link Access} that is not open fails the build. */
@ApiTest
@TestPropertySource(properties = ApiTest.ANNOUNCES)
record CallMatrixIT(Http http, SampleCalls samples, RequestMappingHandlerMapping requestMappingHandlerMapping) {
    /** By what is wrong. */
    private static final Map<String, String> INVALID_TOKENS = new LinkedHashMap<>();

    /** The error page, which answers nothing by itself, and what everybody may read. */
    private static final Set<String> OPEN = Set.of("* /error", "GET /v1/openapi.json", "GET " + ResourceSettings.PATH);

    private static final AtomicInteger USERS = new AtomicInteger();

    static List<HttpCall> calls() {
        return AllCalls.list();
    }

    private static String newUser() {
        return "matrix-" + USERS.incrementAndGet();
    }

    @Test
    void everyHandlerSaysWhoMayCallIt() {
        List<String> handlers = requestMappingHandlerMapping.getHandlerMethods().keySet().stream()
                .flatMap(CallMatrixIT::lines)
                .filter(line -> !OPEN.contains(line))
                .toList();
        assertThat(handlers).hasSizeGreaterThan(40);
        assertThat(calls()).extracting(HttpCall::toString).containsExactlyInAnyOrderElementsOf(handlers);
    }

    private static Stream<String> lines(RequestMappingInfo mapping) {
        Set<String> methods = mapping.getMethodsCondition().getMethods().stream()
                .map(Enum::name)
                .collect(Collectors.toSet());
        return mapping.getPatternValues().stream()
                .flatMap(path ->
                        (methods.isEmpty() ? Set.of("*") : methods).stream().map(method -> method + " " + path));
    }

    @BeforeAll
    static void signInvalidTokens() throws JOSEException {
        String user = "matrix";
        Instant now = Instant.now();
        JWTClaimsSet valid = TestTokens.claims(user, Scope.values()).build();
        Map<String, String> tokens = INVALID_TOKENS;
        tokens.put("absent", "");
        tokens.put("malformed", "x");
        tokens.put("expired", signed(user, c -> c.expirationTime(Date.from(now.minus(Duration.ofMinutes(2))))));
        tokens.put("without end", signed(user, c -> c.expirationTime(null)));
        tokens.put("not yet valid", signed(user, c -> c.notBeforeTime(Date.from(now.plus(Duration.ofMinutes(9))))));
        tokens.put("without time of issue", signed(user, c -> c.issueTime(null)));
        tokens.put("issued later", signed(user, c -> c.issueTime(Date.from(now.plus(Duration.ofMinutes(9))))));
        tokens.put("too long-lived", signed(user, c -> c.expirationTime(Date.from(now.plus(Duration.ofHours(25))))));
        tokens.put("wrong issuer", signed(user, c -> c.issuer("https://other.test")));
        tokens.put("without issuer", signed(user, c -> c.issuer(null)));
        tokens.put("wrong audience", signed(user, c -> c.audience("other")));
        tokens.put("without audience", signed(user, c -> c.audience((String) null)));
        tokens.put("alg none", new PlainJWT(valid).serialize());
        tokens.put(
                "HS256 signed with the public key",
                TestTokens.sign(
                        valid,
                        JWSAlgorithm.HS256,
                        new MACSigner(TestTokens.pem(TestTokens.keys().toECPublicKey())
                                .getBytes(StandardCharsets.US_ASCII))));
        tokens.put("another key", TestTokens.sign(valid, JWSAlgorithm.ES256, new ECDSASigner(TestTokens.generate())));
    }

    private static String signed(String user, UnaryOperator<JWTClaimsSet.Builder> change) {
        return TestTokens.sign(
                change.apply(TestTokens.claims(user, Scope.values())).build());
    }

    @ParameterizedTest
    @MethodSource("calls")
    void takesNoInvalidToken(HttpCall call) {
        SampleCalls.Sample sample = samples.of(call, newUser());
        for (Map.Entry<String, String> token : INVALID_TOKENS.entrySet()) {
            Answer answer = http.send(sample.request(http.as(token.getValue())));
            assertUnauthenticated(token.getKey(), answer);
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void takesNoSecondToken(HttpCall call) {
        String user = newUser();
        String token = TestTokens.user(user, call.scope());
        SampleCalls.Sample sample = samples.of(call, user);
        RequestHeadersSpec<?> twoHeaders =
                sample.request(http.as(token)).header("Authorization", "Bearer " + TestTokens.service());
        assertUnauthenticated("two headers", http.send(twoHeaders));
        assertUnauthenticated(
                "and in the query",
                http.send(sample.query("access_token=" + token).request(http.as(token))));
        assertUnauthenticated(
                "in the query",
                http.send(sample.query("x=1&access%5Ftoken=" + token).request(http.as(""))));
    }

    private static void assertUnauthenticated(String token, Answer answer) {
        assertThat(answer.status()).as(token).isEqualTo(401);
        assertThat(answer.problem()).as(token).isEqualTo("unauthenticated");
        assertThat(answer.header("WWW-Authenticate")).as(token).startsWith("Bearer");
    }

    @ParameterizedTest
    @MethodSource("calls")
    void needsItsScope(HttpCall call) {
        String user = newUser();
        Scope[] others = Arrays.stream(Scope.values())
                .filter(scope -> scope != call.scope() && scope != call.anyOwner())
                .toArray(Scope[]::new);
        Answer answer = http.send(samples.of(call, user).request(http.user(user, others)));
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.problem()).isEqualTo("insufficient-scope");
        assertThat(answer.header("WWW-Authenticate"))
                .contains("scope=\"" + call.scope().value() + "\"");
    }

    @ParameterizedTest
    @MethodSource("calls")
    void isNotForAnotherUser(HttpCall call) {
        String owner = newUser();
        Http another = http.user("another-" + owner, call.scope());
        Answer answer = http.send(samples.of(call, owner).request(another));
        if (call.owner().equals(Access.ALL)) {
            assertAnswered(answer);
        } else {
            assertForNoOther(call, answer);
        }
    }

    /** A service that names a viewer is that user. */
    @ParameterizedTest
    @MethodSource("calls")
    void isNotForAServiceThatNamesAnotherUser(HttpCall call) {
        String owner = newUser();
        SampleCalls.Sample sample = samples.of(call, owner).query("viewer=another-" + owner);
        Answer answer = http.send(sample.request(http.as(TestTokens.service())));
        if (call.takesViewer()) {
            assertForNoOther(call, answer);
        } else {
            assertThat(answer.problem()).isEqualTo("invalid-parameter");
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void isNotForAClientWhoseScopesOfServicesDoNotCount(HttpCall call) {
        String owner = newUser();
        String token = TestTokens.sign(TestTokens.claims("another-" + owner, Scope.values())
                .claim("azp", "app")
                .build());
        Answer answer = http.send(samples.of(call, owner).request(http.as(token)));
        if (call.scope().isOfServices()) {
            assertThat(answer.problem()).isEqualTo("insufficient-scope");
        } else {
            assertForNoOther(call, answer);
        }
    }

    private static void assertForNoOther(HttpCall call, Answer answer) {
        String name = call.toString();
        if (call.owner().equals(Access.READER) && !name.contains("{id}")) {
            assertThat(answer.status()).isEqualTo(200);
        } else if (call.owner().equals(Access.READER) || call.owner().equals(Access.AUTHOR)) {
            assertThat(answer.problem()).isEqualTo(name.contains("/rooms/") ? "message-not-found" : "post-not-found");
        } else {
            assertThat(answer.problem()).isEqualTo("insufficient-scope");
        }
        assertThat(answer.body()).doesNotContain(SampleCalls.TEXT);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void isForAServiceThatNamesNobodyUnlessTheOwnerIsStored(HttpCall call) {
        SampleCalls.Sample sample = samples.of(call, newUser());
        Answer answer = http.send(sample.request(http.service(call.scope())));
        if (call.isOfAuthor()) {
            assertThat(answer.problem()).isEqualTo("viewer-required");
        } else if (call.toString().startsWith("GET /v1/posts/{id}")) {
            assertThat(answer.problem()).isEqualTo("post-not-found");
        } else {
            assertAnswered(answer);
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void isForItsUser(HttpCall call) {
        String owner = newUser();
        assertAnswered(http.send(samples.of(call, owner).request(http.user(owner, call.scope()))));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void isForAServiceThatNamesTheUser(HttpCall call) {
        String owner = newUser();
        Http service = http.service(call.scope());
        SampleCalls.Sample sample = samples.of(call, owner);
        assertAnswered(http.send((call.takesViewer() ? sample.query("viewer=" + owner) : sample).request(service)));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void isNotForTokensThatWereTakenBack(HttpCall call) {
        String owner = newUser();
        SampleCalls.Sample sample = samples.of(call, owner);
        Http remembered = http.user(owner, call.scope());
        assertAnswered(http.send(sample.request(remembered)));
        takeBack(owner, "{\"tokensNotBefore\":\"" + Instant.now().plusSeconds(1) + "\"}");
        assertUnauthenticated("taken back", http.send(sample.request(remembered)));
        takeBack(owner, "{\"tokensNotBefore\":\"2020-01-01T00:00:00Z\"}");
        assertAnsweredAgain(http.send(samples.of(call, owner).request(remembered)));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void isNotForASuspendedUser(HttpCall call) {
        String owner = newUser();
        SampleCalls.Sample sample = samples.of(call, owner);
        Http remembered = http.user(owner, call.scope());
        assertAnswered(http.send(sample.request(remembered)));
        takeBack(owner, "{\"suspended\":true}");
        assertSuspended(http.send(sample.request(remembered)));
        assertSuspended(http.send(sample.request(http.user(owner, Scope.values()))));
        takeBack(owner, "{\"suspended\":false}");
        assertAnsweredAgain(http.send(samples.of(call, owner).request(remembered)));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void noServiceMakesItForASuspendedUser(HttpCall call) {
        String owner = newUser();
        SampleCalls.Sample sample = samples.of(call, owner);
        takeBack(owner, "{\"suspended\":true}");
        Http service = http.service(call.scope());
        if (call.owner().equals(Access.ALL)) {
            assertAnswered(http.send(sample.request(service)));
        } else {
            assertSuspended(http.send(sample.query("viewer=" + owner).request(service)));
            boolean named = !call.owner().equals(Access.READER) && !call.owner().equals(Access.AUTHOR);
            assertThat(!named || http.send(sample.request(service)).problem().equals("suspended"))
                    .isTrue();
        }
    }

    private void takeBack(String user, String change) {
        assertThat(http.put("/v1/admin/users/" + user, change).status()).isEqualTo(204);
    }

    private static void assertSuspended(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(403);
        assertThat(answer.problem()).isEqualTo("suspended");
    }

    @ParameterizedTest
    @MethodSource("calls")
    void anotherScopeMayBeEnough(HttpCall call) {
        if (call.anyOwner() != null) {
            String owner = newUser();
            Http other = http.user("another-" + owner, call.anyOwner());
            assertAnswered(http.send(samples.of(call, owner).request(other)));
        }
    }

    /** A home feed is rebuilt once an hour. */
    private static void assertAnsweredAgain(Answer answer) {
        if (!answer.problem().equals("rebuilt-recently")) {
            assertAnswered(answer);
        }
    }

    /** No test makes a report. */
    private static void assertAnswered(Answer answer) {
        if (!answer.problem().equals("report-not-found")) {
            assertThat(answer.status()).as(answer.body()).isBetween(200, 299);
        }
    }
}
