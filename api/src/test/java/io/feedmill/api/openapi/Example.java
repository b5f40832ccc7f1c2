package io.feedmill.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.security.SampleCalls;
import io.feedmill.api.security.SampleCalls.Sample;
import io.feedmill.api.security.Scope;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.UriUtils;
import org.springframework.web.util.pattern.PathPatternParser;
import tools.jackson.databind.JsonNode;

/** The example of an operation of the document. */
record Example(JsonNode document, String verb, String path, JsonNode operation) {

    /** Sends it for a user of its own, and compares the answer with the document. */
    void check(Http http, SampleCalls samples) {
        String user = operation.path("operationId").asString() + "-" + Operation.USER;
        Sample sample = samples.of(verb.toUpperCase(Locale.ROOT), path, user);
        compare(sample, user);
        Answer answer = http.send(sample.request(http.user(user, scope())));
        JsonNode documented = resolved(operation.path("responses").path(Integer.toString(answer.status())));
        assertThat(documented.isMissingNode()).as(answer.toString()).isFalse();
        assertThat(answer.status() < 300 || answer.problem().equals("report-not-found"))
                .as(answer.body())
                .isTrue();
        documented.path("headers").propertyNames().stream()
                .filter(name -> !name.equals("RateLimit"))
                .forEach(name -> assertThat(answer.header(name)).as(name).isNotEmpty());
        if (!answer.header("Location").isEmpty()) {
            assertThat(answer.header("Location")).startsWith("/app/v1/");
        }
        if (documented.has("content")) {
            MediaType type = MediaType.parseMediaType(answer.header("Content-Type"));
            JsonNode content = documented.path("content").path(type.getType() + "/" + type.getSubtype());
            assertThat(content.isMissingNode()).as(type.toString()).isFalse();
            checkFields(resolved(content.path("schema")), answer.json());
            checkEvent(content.path("example").asString(""), answer.body());
        } else {
            assertThat(answer.body()).isEmpty();
        }
    }

    private Scope scope() {
        String scope = operation.at("/security/0/token/0").asString();
        return Scope.valueOf(scope.toUpperCase(Locale.ROOT));
    }

    /** The sample is the example, but for ids of what it has made. */
    private void compare(Sample sample, String user) {
        String target = path;
        for (JsonNode parameter : operation.path("parameters")) {
            String example = of(parameter.path("example").asString("[^/]+"), user);
            target = target.replace("{" + parameter.path("name").asString() + "}", example);
        }
        assertThat(sample.target()).matches(target);
        checkVariables(sample.target());
        JsonNode content = operation.at("/requestBody/content").path(sample.type());
        JsonNode body = content.path("example");
        assertThat(of(body.isString() ? body.asString() : body.toString(), user))
                .isEqualTo(
                        body.isString()
                                ? sample.body()
                                : Description.JSON.readTree(sample.body()).toString());
    }

    /** Ids that answers have fit the pattern of the variable, and are their own percent-encoding. */
    private void checkVariables(String sample) {
        Map<String, String> variables = Objects.requireNonNull(
                        PathPatternParser.defaultInstance.parse(path).matchAndExtract(PathContainer.parsePath(sample)))
                .getUriVariables();
        for (JsonNode parameter : operation.path("parameters")) {
            String value = variables.get(parameter.path("name").asString());
            if (value != null && parameter.path("in").asString().equals("path")) {
                assertThat(value)
                        .matches(resolved(parameter.path("schema"))
                                .path("pattern")
                                .asString(".*"))
                        .isEqualTo(UriUtils.encode(value, StandardCharsets.UTF_8));
            }
        }
    }

    private static String of(String text, String user) {
        return text.replaceAll("\\b" + Operation.USER + "\\b", user);
    }

    private void checkFields(JsonNode schema, JsonNode body) {
        JsonNode properties = schema.path("properties");
        if (properties.isObject()) {
            assertThat(properties.propertyNames()).containsAll(body.propertyNames());
            assertThat(body.propertyNames())
                    .containsAll(schema.path("required")
                            .valueStream()
                            .map(JsonNode::asString)
                            .toList());
        }
    }

    /** The first event of a stream is as in the example: the page, which may say more. */
    private static void checkEvent(String example, String answer) {
        if (!example.isEmpty()) {
            assertThat(answer.lines().findFirst()).isEqualTo(example.lines().findFirst());
            assertThat(data(answer).propertyNames())
                    .startsWith(data(example).propertyNames().iterator().next());
        }
    }

    private static JsonNode data(String events) {
        String line = events.lines().skip(1).findFirst().orElseThrow();
        return Description.JSON.readTree(line.replaceFirst("^data: ", ""));
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asString().substring(1)) : node;
    }
}
