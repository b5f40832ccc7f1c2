package io.feedmill.api.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.api.security.SampleCalls;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.util.pattern.PathPattern;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes the document of the API: springdoc's, with what the code says beside, see {@link Operation}, and what {@code openapi.yml} says. */
final class Description {
    static final JsonMapper JSON = JsonMapper.shared();

    private final JsonNode written;
    private final ObjectNode read;
    private final SampleCalls samples;

    /** @param springdoc its document */
    Description(byte[] springdoc, SampleCalls samples) throws IOException {
        this.written = JSON.valueToTree(new Yaml().load(new ClassPathResource("openapi.yml").getInputStream()));
        // A state alone fits both kinds of jobs.
        String text = new String(springdoc, UTF_8).replace("\"oneOf\":", "\"anyOf\":");
        for (Map.Entry<String, JsonNode> names : written.path("renamed").properties()) {
            text = text.replaceAll(
                    "(schemas/|\")" + names.getKey() + "(?=\"(}|:\\{))",
                    "$1" + names.getValue().asString());
        }
        this.read = (ObjectNode) JSON.readTree(text);
        this.samples = samples;
    }

    /** Returns the document; all calls are among the handlers. */
    JsonNode of(Map<RequestMappingInfo, HandlerMethod> handlers) {
        Map<String, Map<RequestMethod, Operation>> operations = new TreeMap<>();
        handlers.forEach((mapping, handler) -> {
            if (Operation.access(handler.getMethod()) != null) {
                for (PathPattern path : Objects.requireNonNull(mapping.getPathPatternsCondition())
                        .getPatterns()) {
                    RequestMethod method = mapping.getMethodsCondition()
                            .getMethods()
                            .iterator()
                            .next();
                    operations
                            .computeIfAbsent(path.getPatternString(), key -> new TreeMap<>())
                            .put(method, new Operation(mapping, path, method, handler.getMethod(), written));
                }
            }
        });
        ObjectNode document = (ObjectNode) written.path("document");
        document.set("paths", paths(operations, document));
        complete(document);
        return document;
    }

    private ObjectNode paths(Map<String, Map<RequestMethod, Operation>> operations, ObjectNode document) {
        Set<String> sentences = new TreeSet<>(written.path("operations").propertyNames());
        ObjectNode responses = document.withObjectProperty("components").putObject("responses");
        ObjectNode paths = JSON.createObjectNode();
        operations.forEach((path, methods) -> methods.forEach((method, operation) -> {
            String verb = operation.verb();
            JsonNode known = read.path("paths").path(path).path(verb);
            paths.withObjectProperty(path).set(verb, operation.describe(known, samples, responses));
            sentences.remove(operation.id());
        }));
        if (!sentences.isEmpty()) {
            throw new AssertionError("No such operations: " + sentences);
        }
        return paths;
    }

    private void complete(ObjectNode document) {
        ((ObjectNode) document.path("components").path("parameters"))
                .forEachEntry((name, parameter) -> ((ObjectNode) parameter)
                        .put("name", name)
                        .put("in", parameter.path("in").asString("query")));
        ObjectNode schemas = document.path("components").withObjectProperty("schemas");
        ObjectNode ofRecords = (ObjectNode) read.path("components").path("schemas");
        Schemas all = new Schemas(schemas);
        Schemas.complete(ofRecords);
        merge(ofRecords, written.path("schemas"));
        ofRecords.propertyNames().stream().sorted().forEach(name -> schemas.set(name, ofRecords.get(name)));
        document.path("paths").findValues("requestBody").forEach(all::close);
        all.prune(document);
    }

    /** The fields of both, of objects in both the same; else {@code more} replaces what is there. */
    private static void merge(ObjectNode into, JsonNode more) {
        more.properties().forEach(field -> {
            JsonNode value = field.getValue();
            if (into.get(field.getKey()) instanceof ObjectNode inner && value.isObject() && !value.has("$ref")) {
                merge(inner, value);
            } else {
                into.set(field.getKey(), value);
            }
        });
    }
}
