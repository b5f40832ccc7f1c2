package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.security.SampleCalls.Sample;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient.RequestHeadersSpec;
import org.springframework.web.bind.annotation.RequestMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Every call with options that it does not take: what a client asks for beside the call is honoured or refused, never ignored. */
@ApiTest
@TestPropertySource(properties = ApiTest.ANNOUNCES)
@Tag("full")
record OptionsIT(Http http, SampleCalls samples) {
    private static final AtomicInteger USERS = new AtomicInteger();

    /** Make nothing more when they are repeated, whatever the key: stores ids or what is there already, or is refused for an hour. */
    private static final Set<String> REPEATABLE = Set.of(
            "POST /v1/posts/{id}/views",
            "POST /v1/users/{user}/notifications",
            "POST /v1/devices/{device}/events",
            "POST /v1/follows:import",
            "POST /v1/feeds/home/{user}:rebuild",
            "POST /v1/reports:run",
            "POST /v1/admin/dead-letters/{queue}:redrive");

    static List<HttpCall> calls() {
        return AllCalls.list();
    }

    static Stream<HttpCall> posts() {
        return calls().stream().filter(call -> call.method() == RequestMethod.POST);
    }

    static Stream<HttpCall> changesOfPosts() {
        return calls().stream().filter(OptionsIT::changesPost);
    }

    private static boolean changesPost(HttpCall call) {
        return call.isOfAuthor() && call.toString().contains(" /v1/posts/{id}");
    }

    /** A request of its user. */
    private record Prepared(Sample sample, Http http) {
        RequestHeadersSpec<?> request() {
            return sample.request(http);
        }

        Answer send() {
            return http.send(request());
        }

        Prepared body(String body) {
            return new Prepared(new Sample(sample.method(), sample.path(), sample.type(), body), http);
        }

        Answer with(String header, String value) {
            return http.send(request().headers(headers -> headers.set(header, value)));
        }
    }

    private Prepared prepare(HttpCall call) {
        String user = "options-" + USERS.incrementAndGet();
        return new Prepared(samples.of(call, user), http.user(user, call.scope()));
    }

    private static void assertRefused(Answer answer, int status, String problem, String detail) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.problem()).isEqualTo(problem);
        assertThat(answer.text("detail")).contains(detail);
    }

    /** No test makes a report. */
    private static void assertAnswered(Answer answer) {
        if (!answer.problem().equals("report-not-found")) {
            assertThat(answer.status()).as(answer.body()).isBetween(200, 299);
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void anUnknownParameterIsRefusedByItsName(HttpCall call) {
        Prepared known = prepare(call);
        for (String query : List.of("form=2026", "Limit=1", "viewer%20=x")) {
            Answer answer = new Prepared(known.sample().query(query), known.http()).send();
            assertRefused(answer, 400, "invalid-parameter", "unknown");
        }
        assertThat(new Prepared(known.sample().query("form=2026"), known.http())
                        .send()
                        .body())
                .contains("'form'");
    }

    @ParameterizedTest
    @MethodSource("calls")
    void eachDocumentedParameterIsKnown(HttpCall call) throws IOException {
        JsonNode document = JsonMapper.shared().readTree(Files.readString(Path.of("..", "docs", "openapi.json")));
        JsonNode operation = document.path("paths")
                .path(call.path().getPatternString())
                .path(call.method().name().toLowerCase(Locale.ROOT));
        assertThat(operation.isObject()).isTrue();
        Prepared known = prepare(call);
        for (JsonNode parameter : operation.path("parameters")) {
            JsonNode described =
                    document.at(parameter.path("$ref").asString("#/none").substring(1));
            if (described.path("in").asString("").equals("query")) {
                Sample sample = known.sample().query(described.path("name").asString() + "=");
                assertThat(new Prepared(sample, known.http()).send().body()).doesNotContain("unknown");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aBodyIsRefusedWhereNoneIsTaken(HttpCall call) {
        Prepared known = prepare(call);
        if (known.sample().body().isEmpty()) {
            for (String type : List.of("application/json", "application/x-www-form-urlencoded")) {
                for (Object body : List.of(bytes("{}"), bytes(" "), Http.chunked(bytes("{}")))) {
                    assertRefused(send(known, type, body), 400, "invalid-body", "no body");
                }
            }
            assertAnswered(send(known, "application/json", Http.chunked(new byte[0])));
        }
    }

    private static Answer send(Prepared known, String type, Object body) {
        return known.http()
                .send(known.http()
                        .request(known.sample().method(), known.sample().path())
                        .header("Content-Type", type)
                        .body(body));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void anEncodedBodyIsRefused(HttpCall call) {
        Prepared known = prepare(call);
        for (String encoding : List.of("br", "gzip", "identity, gzip", "x")) {
            Answer answer = known.with("Content-Encoding", encoding);
            assertRefused(answer, 415, "unsupported-media-type", "Content-Encoding");
            assertThat(answer.header("Accept-Encoding")).isEqualTo("identity");
        }
        assertAnswered(known.with("Content-Encoding", "Identity"));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aConditionIsMetOrRefused(HttpCall call) {
        Prepared known = prepare(call);
        String date = "Fri, 27 Nov 2026 12:00:00 GMT";
        if (changesPost(call)) {
            assertRefused(known.with("If-Match", "\"99\""), 412, "version-stale", "version");
        } else {
            assertRefused(known.with("If-Match", "\"99\""), 400, "malformed-request", "If-Match");
        }
        assertRefused(known.with("If-Unmodified-Since", date), 400, "malformed-request", "If-Unmodified-Since");
        if (call.method() != RequestMethod.GET) {
            assertRefused(known.with("If-None-Match", "*"), 400, "malformed-request", "If-None-Match");
        } else {
            assertAnswered(known.with("If-None-Match", "\"99\""));
        }
        assertAnswered(known.with("If-Modified-Since", date));
    }

    @ParameterizedTest
    @MethodSource("changesOfPosts")
    void aStaleChangeChangesNothing(HttpCall call) {
        Prepared known = prepare(call);
        String post = known.sample().path().replaceFirst("(/v1/posts/[^/]+).*", "$1");
        Http reader = http.user("options-reader", Scope.FEED);
        JsonNode before = get(post).json();
        for (String tag :
                List.of("\"2\"", "W/\"2\"", "\"11\"", "\"1.1\"", "\"1-2\"", "\"01\"", "\"gzip\"", "\"2\", \"3\"")) {
            assertRefused(known.with("If-Match", tag), 412, "version-stale", "version");
        }
        for (String tag : List.of("1", "\"1", "", "nonsense")) {
            assertRefused(known.with("If-Match", tag), 400, "malformed-request", "If-Match");
        }
        assertThat(get(post).json()).isEqualTo(before);
        assertThat(reader.get(post).problem()).isEqualTo("post-not-found");
        assertThat(get(post + "/metadata").body()).isEqualTo("{}");
    }

    private Answer get(String post) {
        return http.get(post + "?viewer=options-" + USERS.get());
    }

    /** nginx makes tags weak when it compresses, Apache, Caddy and Jetty put the encoding behind the version. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "\"1\"",
                "W/\"1\"",
                "\"1-gzip\"",
                "\"1--gzip\"",
                "\"1;gzip\"",
                "\"1:br\"",
                "W/\"1-zstd\"",
                "\"7\", \"1\"",
                "\"7\",W/\"1-br\""
            })
    void theVersionIsFoundInWhatProxiesMakeOfIt(String tag) {
        changesOfPosts().forEach(call -> assertAnswered(prepare(call).with("If-Match", tag)));
    }

    @Test
    void linesOfAHeaderAreOneList() {
        changesOfPosts().forEach(call -> {
            Prepared known = prepare(call);
            assertAnswered(known.http().send(known.request().headers(headers -> {
                headers.set("If-Match", "\"7\"");
                headers.add("If-Match", "\"1\"");
            })));
        });
    }

    @ParameterizedTest
    @MethodSource("posts")
    void aRepetitionMakesNothingMore(HttpCall call) {
        Prepared known = prepare(call);
        Answer first = known.with("Idempotency-Key", "a key of " + call);
        Answer again = known.with("Idempotency-Key", "a key of " + call);
        assertAnswered(first);
        if (REPEATABLE.contains(call.toString())) {
            assertThat(again.problem()).isIn("none", "rebuilt-recently");
        } else {
            Sample sample = known.sample();
            assertThat(again.json()).isEqualTo(first.json());
            assertThat(known.body(reversed(sample.body()))
                            .with("Idempotency-Key", "a key of " + call)
                            .json())
                    .isEqualTo(first.json());
            Answer other = known.body(sample.body().replaceFirst("(text\": *\")", "$1another "))
                    .with("Idempotency-Key", "a key of " + call);
            assertRefused(other, 422, "idempotency-key-reused", "key");
            assertThat(known.with("Idempotency-Key", "b key of " + call).json()).isNotEqualTo(first.json());
        }
        assertThat(known.with("Idempotency-Key", "").problem())
                .isIn("invalid-idempotency-key", REPEATABLE.contains(call.toString()) ? again.problem() : "");
    }

    /** Returns the same object with its fields in the opposite order. */
    private static String reversed(String json) {
        ObjectNode reversed = JsonMapper.shared().createObjectNode();
        List<Map.Entry<String, JsonNode>> fields =
                List.copyOf(JsonMapper.shared().readTree(json).properties());
        fields.reversed().forEach(field -> reversed.set(field.getKey(), field.getValue()));
        return reversed.toPrettyString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json;charset=UTF-8",
                "Application/JSON; Charset=\"utf-8\"",
                "application/json;charset=UTF-16",
                "application/json;charset=UTF-32LE",
                "application/json;charset=ISO-8859-1",
                "application/json;profile=x;charset=utf-8",
                "application/merge-patch+json;charset=UTF-8",
                "text/json;charset=UTF-8"
            })
    void aMediaTypeIsReadAsItSaysOrRefused(String type) {
        Charset charset = Objects.requireNonNull(MediaType.parseMediaType(type).getCharset());
        Answer answer = http.post(
                "/v1/posts", type, Http.newPost("options-types", "héllo").getBytes(charset));
        assertThat(answer.status()).as(answer.body()).isIn(201, 415);
        assertThat(answer.json().path("text").asString("héllo")).isEqualTo("héllo");
    }

    @ParameterizedTest
    @MethodSource("calls")
    void headIsAnsweredAsGet(HttpCall call) {
        if (call.method() == RequestMethod.GET) {
            Prepared known = prepare(call);
            assertSameHead(known.sample().path(), known.http());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/openapi.json", "/.well-known/oauth-protected-resource", "/console/", "/v1/none"})
    void headIsAnsweredAsGetToEverybody(String path) {
        assertSameHead(path, http.as(""));
    }

    private static void assertSameHead(String path, Http http) {
        Answer get = http.get(path);
        Answer head = http.send("HEAD", path);
        assertThat(head.status()).as(get.body()).isEqualTo(get.status());
        assertThat(head.body()).isEmpty();
        assertThat(head.header("Content-Type")).isEqualTo(get.header("Content-Type"));
        assertThat(head.header("ETag")).isEqualTo(get.header("ETag"));
    }
}
