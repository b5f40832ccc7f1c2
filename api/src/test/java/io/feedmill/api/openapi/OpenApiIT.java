package io.feedmill.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.SampleCalls;
import io.swagger.v3.core.converter.ModelConverters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springdoc.webmvc.api.OpenApiWebMvcResource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.test.context.TestPropertySource;
import org.springframework.util.StringUtils;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The document of the API is what the code says, and the API answers its examples as it says. Writes it with {@code mvn verify -pl api -am
 * -Dit.test=OpenApiIT -Dtest=NoSuch -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false -Dopenapi.write=true}.
 */
@ApiTest
@TestPropertySource(
        properties = {
            "springdoc.api-docs.enabled=true",
            "springdoc.paths-to-match=/v1/**",
            "springdoc.override-with-generic-response=false"
        })
record OpenApiIT(
        Http http,
        SampleCalls samples,
        OpenApiWebMvcResource springdoc,
        RequestMappingHandlerMapping requestMappingHandlerMapping) {
    private static final Path DOCUMENT = Path.of("..", "docs", "openapi.json");

    /** It cannot read the class. */
    @BeforeEach
    void readItAsAMap() {
        ModelConverters.getInstance(true)
                .addConverter((type, context, chain) -> chain.next()
                        .resolve(
                                type.getType().getTypeName().endsWith("class " + ObjectNode.class.getName() + "]")
                                        ? type.type(Map.class)
                                        : type,
                                context,
                                chain));
    }

    @Test
    void theDocumentIsWhatTheCodeSays() throws IOException {
        byte[] read = springdoc.openapiJson(new MockHttpServletRequest(), "", Locale.ROOT);
        JsonNode made = new Description(read, samples).of(requestMappingHandlerMapping.getHandlerMethods());
        String text = made.toPrettyString() + "\n";
        if (Boolean.getBoolean("openapi.write")) {
            Files.writeString(DOCUMENT, text);
        }
        assertThat(text).isEqualTo(Files.readString(DOCUMENT));
    }

    @Test
    void theDocumentHasEachProblem() throws IOException {
        Set<String> types = document().path("components").path("responses").findValues("enum").stream()
                .flatMap(JsonNode::valueStream)
                .map(JsonNode::asString)
                .collect(Collectors.toSet());
        // The two of other paths and methods than those of the document, and what only the container refuses.
        assertThat(EnumSet.complementOf(EnumSet.of(ProblemType.METHOD_NOT_ALLOWED, ProblemType.REFUSED)))
                .allSatisfy(type -> assertThat(types).contains(type.uri().toString()));
    }

    /** oapi-codegen calls what an operation answers by its id and Response. */
    @Test
    void noSchemaHasTheNameThatAGeneratorMakesOfAnOperation() throws IOException {
        Set<String> made = document().path("paths").findValues("operationId").stream()
                .flatMap(id -> Stream.of("Response", "Params", "JSONRequestBody")
                        .map(suffix -> StringUtils.capitalize(id.asString()) + suffix))
                .collect(Collectors.toSet());
        assertThat(document().at("/components/schemas").propertyNames()).doesNotContainAnyElementsOf(made);
    }

    @TestFactory
    Stream<DynamicTest> theApiAnswersEachExample() throws IOException {
        JsonNode document = document();
        return document.path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .map(operation -> DynamicTest.dynamicTest(
                                operation.getValue().path("operationId").asString(),
                                () -> new Example(document, operation.getKey(), path.getKey(), operation.getValue())
                                        .check(http, samples))));
    }

    private static JsonNode document() throws IOException {
        return Description.JSON.readTree(Files.readString(DOCUMENT));
    }
}
