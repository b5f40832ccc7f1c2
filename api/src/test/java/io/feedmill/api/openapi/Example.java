package io.feedmill.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.TestTokens;
import io.feedmill.api.security.SampleCalls;
import io.feedmill.api.security.SampleCalls.Sample;
import io.feedmill.api.security.Scope;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient.RequestBodySpec;
import org.springframework.test.web.servlet.client.RestTestClient.RequestHeadersSpec;
import tools.jackson.databind.JsonNode;

/** The example of an operation of the document. */
record Example(JsonNode document, String verb, String path, JsonNode operation) {

    /** Sends it for a user of its own, and compares the answer with the document. */
    void check(Http http, SampleCalls samples) {
        String user = operation.path("operationId").asString() + "-" + Operation.USER;
        Sample sample = samples.of(verb.toUpperCase(java.util.Locale.ROOT), path, user);
        Answer answer = http.send(request(http.as(TestTokens.user(user, scope())), sample, user));
        JsonNode documented = resolved(operation.path("responses").path(Integer.toString(answer.status())));
        assertThat(documented.isMissingNode()).as(answer.toString()).isFalse();
        assertThat(answer.status() < 300 || answer.problem().equals("report-not-found"))
                .as(answer.body())
                .isTrue();
        documented.path("headers").propertyNames().stream()
                .filter(name -> !name.equals("RateLimit"))
                .forEach(name -> assertThat(answer.header(name)).as(name).isNotEmpty());
        if (documented.has("content")) {
            MediaType type = MediaType.parseMediaType(answer.header("Content-Type"));
            JsonNode content = documented.path("content").path(type.getType() + "/" + type.getSubtype());
            assertThat(content.isMissingNode()).as(type.toString()).isFalse();
            checkFields(resolved(content.path("schema")), answer.json());
        } else {
            assertThat(answer.body()).isEmpty();
        }
    }

    private Scope scope() {
        String scope = operation.path("security").path(0).path("token").path(0).asString();
        return Arrays.stream(Scope.values())
                .filter(known -> known.value().equals(scope))
                .findFirst()
                .orElseThrow();
    }

    private RequestHeadersSpec<?> request(Http http, Sample sample, String user) {
        String target = path;
        for (JsonNode parameter : operation.path("parameters")) {
            String variable = "{" + parameter.path("name").asString() + "}";
            // An id is one of what the sample has made.
            target = parameter.has("example")
                    ? target.replace(variable, of(parameter.path("example").asString(), user))
                    : target.replace(variable, "{}");
        }
        assertThat(sample.path()).matches(target.replace("{}", "[^/]+"));
        RequestBodySpec request = http.request(verb.toUpperCase(java.util.Locale.ROOT), sample.path());
        for (JsonNode reference : operation.path("parameters")) {
            JsonNode parameter = resolved(reference);
            if (parameter.path("in").asString().equals("header") && parameter.has("example")) {
                request.header(
                        parameter.path("name").asString(),
                        parameter.path("example").asString());
            }
        }
        var body = operation.path("requestBody").path("content").properties().stream()
                .findFirst();
        if (body.isEmpty()) {
            return request;
        }
        JsonNode example = body.get().getValue().path("example");
        String text = example.isString() ? example.asString() : example.toString();
        return request.header("Content-Type", body.get().getKey())
                .body(of(text, user).getBytes(StandardCharsets.UTF_8));
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

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asString().substring(1)) : node;
    }
}
