package io.feedmill.faults.script;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes the fields out of an object of a script, each once, and refuses what nobody took. Each method throws an {@link IllegalArgumentException}
 * that says what is wrong with the field.
 */
final class Fields {
    private final ObjectNode object;
    private final Set<String> taken = new HashSet<>();

    Fields(ObjectNode object) {
        this.object = object;
    }

    boolean has(String name) {
        return object.has(name);
    }

    Optional<String> text(String name) {
        return take(name, JsonNode::isString, "a text in quotes").map(JsonNode::stringValue);
    }

    Optional<Boolean> flag(String name) {
        return take(name, JsonNode::isBoolean, "true or false").map(JsonNode::booleanValue);
    }

    Optional<Double> number(String name) {
        return take(name, JsonNode::isNumber, "a number").map(JsonNode::doubleValue);
    }

    Optional<Integer> integer(String name) {
        return take(name, node -> node.isIntegralNumber() && node.canConvertToInt(), "a whole number")
                .map(JsonNode::intValue);
    }

    Optional<Long> longInteger(String name) {
        return take(name, node -> node.isIntegralNumber() && node.canConvertToLong(), "a whole number")
                .map(JsonNode::longValue);
    }

    /** For instance {@code "250ms"}. */
    Optional<Duration> duration(String name) {
        return text(name).map(text -> in(name, () -> DurationText.parse(text)));
    }

    /** A duration, or an object that names a distribution. */
    Optional<Distribution> distribution(String name) {
        return object.path(name).isObject()
                ? take(name, JsonNode::isObject, "").map(each -> in(name, () -> distribution(each.asObject())))
                : duration(name).map(Distribution.Fixed::new);
    }

    Set<String> texts(String name) {
        return take(name, Fields::isListOfTexts, "a list of texts")
                .map(list ->
                        Set.copyOf(list.valueStream().map(JsonNode::stringValue).toList()))
                .orElse(Set.of());
    }

    List<ObjectNode> objects(String name) {
        return take(name, Fields::isListOfObjects, "a list of objects")
                .map(list -> list.valueStream().map(JsonNode::asObject).toList())
                .orElse(List.of());
    }

    /** The value with this text; the first one if the field is absent. */
    <E extends Enum<E>> E choice(String name, Class<E> type, Function<E, String> text) {
        List<E> all = List.of(type.getEnumConstants());
        String wanted = text(name).orElse(text.apply(all.getFirst()));
        return all.stream()
                .filter(each -> text.apply(each).equals(wanted))
                .findFirst()
                .orElseThrow(() -> wrong(
                        name,
                        "one of " + String.join(", ", all.stream().map(text).toList())));
    }

    <T> T required(String name, Optional<T> value) {
        return value.orElseThrow(() -> new IllegalArgumentException("\"" + name + "\" is missing"));
    }

    /** Throws unless every field has been taken. */
    void end() {
        object.propertyNames().stream()
                .filter(name -> !taken.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("there is no field \"" + name + "\"");
                });
    }

    private static Distribution distribution(ObjectNode object) {
        Fields fields = new Fields(object);
        String kind = fields.required("distribution", fields.text("distribution"));
        Distribution distribution = switch (kind) {
            case "uniform" -> new Distribution.Uniform(fields.time("min"), fields.time("max"));
            case "exponential" -> new Distribution.Exponential(fields.time("mean"));
            case "lognormal" -> new Distribution.LogNormal(fields.time("median"), fields.time("p99"));
            default -> throw wrong("distribution", "one of uniform, exponential, lognormal");
        };
        fields.end();
        return distribution;
    }

    private Duration time(String name) {
        return required(name, duration(name));
    }

    private Optional<JsonNode> take(String name, Predicate<JsonNode> type, String wanted) {
        taken.add(name);
        Optional<JsonNode> value = Optional.ofNullable(object.get(name));
        if (!value.map(type::test).orElse(true)) {
            throw wrong(name, wanted);
        }
        return value;
    }

    private static boolean isListOfTexts(JsonNode node) {
        return node.isArray() && node.valueStream().allMatch(JsonNode::isString);
    }

    private static boolean isListOfObjects(JsonNode node) {
        return node.isArray() && node.valueStream().allMatch(JsonNode::isObject);
    }

    private static <T> T in(String name, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"" + name + "\": " + e.getMessage(), e);
        }
    }

    private static IllegalArgumentException wrong(String name, String wanted) {
        return new IllegalArgumentException("\"" + name + "\" must be " + wanted);
    }
}
