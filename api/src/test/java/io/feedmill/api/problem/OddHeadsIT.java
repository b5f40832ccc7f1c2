package io.feedmill.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Heads of requests that no client library sends: each is answered, an error by a documented problem that shows no internals. */
@ApiTest
record OddHeadsIT(Http http) {
    private static final String END = "\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    private static final String BODY = "{\"author\":\"odd\",\"text\":\"hello\"}";
    private static final Pattern ANSWER = Pattern.compile("HTTP/1.1 ([0-9]{3}).*?\r\n\r\n(.*)", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("\"type\":\"https://feedmill.io/problems/([a-z-]+)\"");
    private static final Set<Integer> SERVER_ERRORS = Set.of(501, 503, 505);
    private static final Set<String> TYPES = Arrays.stream(ProblemType.values())
            .filter(type -> type != ProblemType.INTERNAL_ERROR)
            .map(ProblemType::value)
            .collect(Collectors.toSet());

    static Stream<String> requestLines() {
        Stream<String> methods = """
                PATCH
                OPTIONS
                TRACE
                CONNECT
                get
                FROB
                G\u0001T
                GET /v1/posts
                POST\t
                """.lines().map(method -> method + " /v1/posts HTTP/1.1");
        Stream<String> versions = """
                HTTP/1.0
                HTTP/2.0
                HTTP/9.9
                http/1.1
                HTTP/1.1 x
                FTP/1.1
                HTTP/11
                """.lines().map(version -> "GET /v1/posts/x " + version);
        Stream<String> targets = """
                *
                /
                /error
                /actuator/health
                /v1/
                localhost:80
                http://localhost/v1/posts
                https://[::1/x
                /WEB-INF/web.xml
                /%2e%2e/%2e%2e/etc/passwd
                ?
                #
                /v1/feeds/home/odd?=x
                /v1/feeds/home/odd?&&
                /v1/feeds/home/odd?limit
                /v1/posts/%ff
                /v1/posts/%zz
                /v1/posts/%C0%AF
                /v1/posts/a\\b
                /v1/posts/\u00e9
                /v1/posts/x%0d%0aX:%20y
                """.lines().map(target -> "GET " + target + " HTTP/1.1");
        Stream<String> longOnes =
                Stream.of("X".repeat(300) + " / HTTP/1.1", "GET /" + "a/".repeat(5_000) + " HTTP/1.1");
        return Stream.of(methods, versions, targets, longOnes).flatMap(lines -> lines);
    }

    static Stream<String> headers() {
        Stream<String> lines = """
                Content-Type: application/json;charset=UTF-16
                Content-Type: application/json;charset=nonsense
                Content-Type: application/json;charset="
                Content-Type: application/json;charset=
                Content-Type: text/plain
                Content-Type: text/plain;charset=UTF-16
                Content-Type: text/plain;charset=%
                Content-Type: */*
                Content-Type: application/*
                Content-Type: nonsense
                Content-Type:\s
                Content-Type: a/b/c
                Content-Type: application/x-www-form-urlencoded
                Content-Type: multipart/form-data; boundary=x
                Content-Type: application/json, text/plain
                Content-Type: application/json; q=2
                Content-Encoding: gzip
                Accept: text/html
                Accept: */
                Accept: application/json;q=2
                Accept:\s
                Accept: ,
                Accept: application/problem+json;q=0, */*;q=0.1
                Accept-Encoding: gzip, br, *;q=0
                Accept-Charset: nonsense
                Range: bytes=0-1
                Range: bytes=-1,5-,x
                Cookie: a=\u0001; b
                X-Forwarded-For: 1.2.3.4
                X-Forwarded-Host: a b
                X-Forwarded-Proto: gopher
                X-Forwarded-Prefix: //x
                Forwarded: for=;;
                X-HTTP-Method-Override: DELETE
                Upgrade: h2c
                Upgrade: websocket
                Connection: upgrade
                Connection: close, x
                Idempotency-Key:\s
                Idempotency-Key: \u00e9
                Idempotency-Key: a\tb
                Idempotency-Key: key-1
                Host: a b
                Host: [::1
                Host: x:99999
                Host:\s
                Host: \u00ff
                Bad Header: x
                : x
                No colon
                X:\u0000
                X: \u007f
                X\u00e9: x
                Traceparent: 00-zz-zz-01
                Transfer-Encoding: identity
                Keep-Alive: timeout=-1

                If-Match: nonsense
                If-Match: W/"1"
                If-None-Match: "
                If-Modified-Since: yesterday
                If-Range: "1"
                Transfer-Encoding: nonsense
                Content-Length: -1
                Content-Length: 5, 6
                Expect: nonsense
                """.lines();
        return Stream.concat(
                lines,
                Stream.of(
                        " folded: x",
                        "Accept: " + "a/b,".repeat(300),
                        "Cookie: " + "a=b;".repeat(500),
                        "X: " + "x".repeat(20_000)));
    }

    @ParameterizedTest
    @MethodSource("requestLines")
    void anOddRequestLineIsAnswered(String line) throws IOException {
        check(http.raw(line + END));
    }

    @ParameterizedTest
    @MethodSource("headers")
    void anOddHeaderIsAnswered(String header) throws IOException {
        check(http.raw("GET /v1/feeds/home/odd HTTP/1.1\r\n" + header + END));
        String length = "\r\nContent-Type: application/json\r\nContent-Length: " + BODY.length();
        check(http.raw("POST /v1/posts HTTP/1.1\r\n" + header + length + END + BODY));
    }

    private static void check(String answer) {
        Matcher parts = ANSWER.matcher(answer);
        assertThat(parts.matches()).as(answer).isTrue();
        int status = Integer.parseInt(parts.group(1));
        assertThat(status < 500 || SERVER_ERRORS.contains(status)).as(answer).isTrue();
        if (status >= 400) {
            Matcher type = TYPE.matcher(parts.group(2));
            assertThat(type.find()).as(answer).isTrue();
            assertThat(TYPES).contains(type.group(1));
            assertThat(answer).doesNotContain("Exception", "io.feedmill.", "<html", "Tomcat", "\tat ");
        }
    }
}
