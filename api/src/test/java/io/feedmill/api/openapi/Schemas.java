package io.feedmill.api.openapi;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Completes the schemas that springdoc reads from the records: which fields are always there, and which are raw JSON. */
final class Schemas {
    private static final String REFERENCE = "#/components/schemas/";

    private static final List<Class<?>> RECORDS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.feedmill.api").stream()
                    .filter(JavaClass::isRecord)
                    .<Class<?>>map(JavaClass::reflect)
                    .toList();

    private final ObjectNode schemas;

    Schemas(ObjectNode schemas) {
        this.schemas = schemas;
    }

    /** Completes all schemas. */
    static void complete(ObjectNode schemas) {
        schemas.forEachEntry((name, schema) -> {
            JsonNode own = schema.path("allOf").path(1);
            if (own.isObject()) {
                // The interface, which has no fields, comes first.
                schemas.set(name, own);
            }
            complete(name, (ObjectNode) schemas.get(name));
        });
    }

    private static void complete(String name, ObjectNode schema) {
        JsonNode properties = schema.path("properties");
        Set<String> fields = new TreeSet<>(properties.propertyNames());
        RECORDS.stream()
                .filter(type -> name.startsWith(type.getSimpleName()))
                .map(Schemas::components)
                .filter(components -> names(components).equals(fields))
                .findFirst()
                .ifPresent(components -> complete(schema, components));
    }

    /** Returns the fields of a record, with those of its unwrapped ones in their place. */
    private static List<RecordComponent> components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .flatMap(component -> component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)
                        ? components(component.getType()).stream()
                        : Stream.of(component))
                .toList();
    }

    private static Set<String> names(List<RecordComponent> components) {
        return components.stream().map(RecordComponent::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    private static void complete(ObjectNode schema, List<RecordComponent> components) {
        ArrayNode required = schema.putArray("required");
        for (RecordComponent component : components) {
            if (component.getType() != Optional.class
                    && !component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                required.add(component.getName());
            }
            if (component.getAccessor().isAnnotationPresent(JsonRawValue.class)) {
                ((ObjectNode) schema.path("properties"))
                        .putObject(component.getName())
                        .put("type", "object");
            } else if (component.getName().matches("since|.*At")) {
                ((ObjectNode) schema.path("properties").path(component.getName())).put("format", "date-time");
            }
        }
        if (required.isEmpty()) {
            schema.remove("required");
        }
    }

    /** Has the bodies that clients send admit no other field. */
    void close(JsonNode requested) {
        Set<String> names = new TreeSet<>();
        collect(requested, names);
        for (String name : names) {
            ObjectNode schema = (ObjectNode) schemas.get(name);
            if (schema.has("properties")) {
                schema.put("additionalProperties", false);
            }
        }
    }

    /** Removes the schemas to which no operation of the document refers. */
    void prune(JsonNode document) {
        Set<String> names = new TreeSet<>();
        Stream.of("/paths", "/components/parameters", "/components/responses")
                .forEach(part -> collect(document.at(part), names));
        schemas.retain(names);
    }

    /** Collects the names of the schemas to which it refers, directly or not. */
    private void collect(JsonNode from, Set<String> names) {
        for (String reference : from.findValuesAsString("$ref")) {
            if (reference.startsWith(REFERENCE) && names.add(reference.substring(REFERENCE.length()))) {
                collect(schemas.path(reference.substring(REFERENCE.length())), names);
            }
        }
    }
}
