package io.feedmill.api.post;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.TestTokens;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.SampleCalls;
import io.feedmill.api.security.SampleCalls.Sample;
import io.feedmill.api.security.Scope;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.testkit.MemoryStores;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.SecurityAnnotationScanners;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Whatever the API accepts from one client, clients in other languages read; what they could not read is refused with its reason. */
@ApiTest
@Tag("full")
record DataBoundsIT(
        Http http,
        SampleCalls samples,
        MemoryStores stores,
        MonotonicTicks clock,
        RequestMappingHandlerMapping requestMappingHandlerMapping) {
    private static final String LONG_NAME = "n".repeat(50_001);

    /** Data and a part of the reason. */
    static final List<List<String>> REFUSED = List.of(
            List.of(nested(62), "61 levels"),
            List.of(nested(400), "61 levels"),
            List.of(nested(1_000), "nesting depth"),
            List.of("{\"a\":1e400}", "range of a double"),
            List.of("{\"a\":-1e309}", "range of a double"),
            List.of("{\"a\":1" + "0".repeat(309) + "}", "range of a double"),
            List.of("{\"a\":[{\"b\":1e-400}]}", "range of a double"),
            List.of("{\"a\":" + "1".repeat(1_001) + "}", "length (1001)"),
            List.of("{\"a\":1e99999999999}", "cannot be read"),
            List.of("{\"" + LONG_NAME + "\":1}", "Name length"),
            List.of("{\"a\":\"\\ud800\"}", "surrogates"),
            List.of("{\"a\":[\"\\u0000\"]}", "control characters"));

    private static final List<String> ACCEPTED = List.of(
            nested(61),
            "{}",
            "{\"\":null,\"__proto__\":{},\"$ref\":\"#\"}",
            "{\"a\":1.7976931348623157e308,\"b\":-5e-324,\"c\":0e999,\"d\":-0}",
            "{\"a\":12345678901234567890123456789012345678901234567890}",
            "{\"a\":0." + "1".repeat(900) + "}",
            "{\"a\":\"\\u2028\\uffff\\ud83d\\ude00\\t\\n\"}");

    /** An object of this many levels. */
    private static String nested(int levels) {
        return "{\"a\":" + "[".repeat(levels - 1) + "]".repeat(levels - 1) + "}";
    }

    private static String post(String author, String data) {
        return "{\"author\":\"" + author + "\",\"text\":\"hi\",\"data\":" + data + "}";
    }

    @ParameterizedTest
    @FieldSource("REFUSED")
    void dataThatSomeClientsCannotReadIsRefusedWithTheReason(List<String> dataAndReason) {
        String data = dataAndReason.getFirst();
        Http author = http.user("bounds", Scope.POST);
        String post = http.publish("bounds", "hi");
        assertThat(List.of(
                        http.post("/v1/posts", post("bounds", data)),
                        author.put("/v1/posts/" + post, "*", "{\"text\":\"hi\",\"data\":" + data + "}")))
                .allSatisfy(answer -> {
                    assertThat(answer.status()).isEqualTo(400);
                    assertThat(answer.problem()).isEqualTo("invalid-body");
                    assertThat(answer.text("detail"))
                            .contains(dataAndReason.getLast())
                            .doesNotContain("StreamReadConstraints", "`");
                });
        assertThat(http.get("/v1/feeds/home/bounds").json().at("/items/0").has("data"))
                .isFalse();
    }

    @TestFactory
    Stream<DynamicTest> everyCallWithJsonNamesTheLimitOfTheParser() {
        return requestMappingHandlerMapping.getHandlerMethods().entrySet().stream()
                .filter(handler -> handler.getKey()
                        .getConsumesCondition()
                        .getConsumableMediaTypes()
                        .contains(MediaType.APPLICATION_JSON))
                .flatMap(handler -> calls(handler.getKey())
                        .map(call -> DynamicTest.dynamicTest(
                                call,
                                () -> check(
                                        call.split(" "),
                                        Objects.requireNonNull(SecurityAnnotationScanners.requireUnique(Access.class)
                                                .scan(
                                                        handler.getValue().getMethod(),
                                                        handler.getValue().getBeanType()))))));
    }

    private static Stream<String> calls(RequestMappingInfo mapping) {
        return mapping.getPatternValues().stream()
                .flatMap(path ->
                        mapping.getMethodsCondition().getMethods().stream().map(method -> method + " " + path));
    }

    private void check(String[] call, Access access) {
        Sample sample = samples.of(call[0], call[1], "limited");
        assertThat(sample.body()).isNotEmpty();
        Answer answer = http.send(new Sample(sample.method(), sample.path(), sample.type(), "{\"" + LONG_NAME + "\":1}")
                .request(http.user("limited", access.scope())));
        assertThat(answer.problem()).isEqualTo("invalid-body");
        assertThat(answer.text("detail")).contains("Name length (50001)");
    }

    @Test
    void storedDataBeyondTheBoundsIsNotShown() {
        for (String data : List.of(nested(498), nested(62), "{\"a\":1e400}")) {
            PostId post = PostId.create(clock.next(), new SecureRandom());
            stores.posts()
                    .publish(
                            new Post(
                                    post,
                                    new UserId("stored"),
                                    new Content("kept", data),
                                    1,
                                    new Place("Storedland", null, null),
                                    Audience.everyone(),
                                    Mode.PUSH),
                            null);
            for (String path : List.of(
                    "/v1/posts/" + post,
                    "/v1/posts/" + post + "/versions",
                    "/v1/posts/" + post + "/versions/1",
                    "/v1/feeds/home/stored",
                    "/v1/feeds/home/stored/live",
                    "/v1/feeds/user/stored",
                    "/v1/places/Storedland/posts")) {
                assertThat(http.get(path).body()).contains("\"kept\"").doesNotContain("\"data\"");
            }
        }
    }

    /** Of a page and of a live feed. Swift's JSONDecoder takes 512 levels and numbers of a double. */
    @Test
    void clientsReadAllThatIsAccepted(@TempDir Path folder) throws Exception {
        for (String data : ACCEPTED) {
            assertThat(http.post("/v1/posts", post("accepted", data)).status())
                    .as(data)
                    .isEqualTo(201);
        }
        FeedmillClient client =
                FeedmillClient.of(URI.create("http://127.0.0.1:" + http.port()), TestTokens::service, Limits.DEFAULT);
        assertThat(client.homeFeed("accepted")).hasSize(ACCEPTED.size());
        Path page = folder.resolve("page.json");
        Files.writeString(page, http.get("/v1/feeds/home/accepted").body());
        Path reader = folder.resolve("reader.go");
        Files.writeString(reader, """
                package main
                import ("encoding/json"; "os")
                func main() {
                  bytes, _ := os.ReadFile(os.Args[1])
                  var page any
                  if err := json.Unmarshal(bytes, &page); err != nil { panic(err) }
                }
                """);
        read("python3", "-c", "import json, sys; json.loads(open(sys.argv[1], 'rb').read())", page.toString());
        read("go", "run", reader.toString(), page.toString());
        read("node", "-e", "JSON.parse(require('fs').readFileSync(process.argv[1]))", page.toString());
    }

    /** Skips a language that is not installed. */
    private static void read(String... command) throws IOException, InterruptedException {
        ProcessBuilder parser = new ProcessBuilder(command).redirectErrorStream(true);
        parser.environment().put("GO111MODULE", "off");
        Process run;
        try {
            run = parser.start();
        } catch (IOException e) {
            return;
        }
        String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(run.waitFor()).as(output).isZero();
    }
}
