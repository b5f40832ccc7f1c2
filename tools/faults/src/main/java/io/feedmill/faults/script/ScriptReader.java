package io.feedmill.faults.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.LogicalType;

/** Reads scripts from JSON, as {@code tools/faults/README.md} describes them. Stops at the first error with a {@link ScriptException}. */
public final class ScriptReader {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .addModule(new SimpleModule().addDeserializer(Duration.class, new TimeDeserializer()))
            .registerSubtypes(Arrays.stream(FaultKind.values())
                    .map(kind -> new NamedType(kind.type(), kind.text()))
                    .toArray(NamedType[]::new))
            .build();

    private static final Set<String> RULE_FIELDS =
            Set.of("probability", "operations", "tables", "queues", "from", "to");

    /** Every field that a script may omit. {@code burst} is {@code unitsPerSecond} by default. */
    private static final JsonNode DEFAULTS = MAPPER.readTree("""
            {"script": {"seed": 0, "keyAttribute": "pk", "rules": []},
             "rule": {"probability": 1, "operations": [], "tables": [], "queues": [], "from": "0s", "to": null},
             "throttle": {"error": "ProvisionedThroughputExceededException", "limit": "ProvisionedThroughputExceeded"},
             "unprocessed": {"share": 0.5},
             "partition-capacity": {"unitsPerSecond": 1000, "error": "ProvisionedThroughputExceededException"},
             "table-capacity": {"error": "ProvisionedThroughputExceededException"},
             "deny": {"error": "AccessDeniedException"},
             "error": {"status": 500, "applied": false},
             "duplicate": {"copies": 1, "after": "1s"},
             "reorder": {"time": "1s"},
             "fail-delete": {"silently": false}}""");

    private ScriptReader() {}

    /** An invalid script. The message is one sentence for the script's author. */
    public static final class ScriptException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ScriptException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private record ScriptFields(long seed, String keyAttribute, List<ObjectNode> rules) {}

    private record RuleFields(
            double probability,
            Set<String> operations,
            Set<String> tables,
            Set<String> queues,
            Duration from,
            Optional<Duration> to) {}

    /** Reads the text. Messages use the name for it. */
    public static Script read(String text, String name) {
        JsonNode json = parse(text, name);
        try {
            Rule.require(json.isObject(), "it must be an object");
            return script(json.asObject());
        } catch (JacksonException | IllegalArgumentException e) {
            throw new ScriptException(name + ": " + reason(e) + ".", e);
        }
    }

    private static JsonNode parse(String text, String name) {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException e) {
            String reason = e.getOriginalMessage().lines().findFirst().orElse("");
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new ScriptException("%s is not valid JSON: %s at line %d.".formatted(name, reason, line), e);
        }
    }

    private static Script script(ObjectNode json) {
        ScriptFields fields = MAPPER.treeToValue(withDefaults("script", json), ScriptFields.class);
        List<Rule> rules = new ArrayList<>();
        for (ObjectNode rule : fields.rules()) {
            try {
                rules.add(rule(rule));
            } catch (JacksonException | IllegalArgumentException e) {
                String number = "rule " + (rules.size() + 1);
                throw new IllegalArgumentException(
                        number + " (" + rule.path("fault").asString("?") + "): " + reason(e), e);
            }
        }
        return new Script(fields.seed(), fields.keyAttribute(), rules);
    }

    private static Rule rule(ObjectNode json) {
        ObjectNode own = withDefaults(kind(json).text(), json);
        if (own.has("unitsPerSecond")) {
            own.putIfAbsent("burst", own.get("unitsPerSecond"));
        }
        Fault fault = MAPPER.treeToValue(own.without(RULE_FIELDS), Fault.class);
        RuleFields fields =
                MAPPER.treeToValue(withDefaults("rule", json.deepCopy().retain(RULE_FIELDS)), RuleFields.class);
        return new Rule(
                fault,
                fields.probability(),
                new Rule.Scope(fields.operations(), fields.tables(), fields.queues()),
                new Rule.Window(fields.from(), fields.to()));
    }

    private static FaultKind kind(ObjectNode json) {
        return Arrays.stream(FaultKind.values())
                .filter(kind -> kind.text().equals(json.path("fault").asString("")))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"fault\" must be one of "
                        + Arrays.stream(FaultKind.values()).map(FaultKind::text).collect(Collectors.joining(", "))));
    }

    private static ObjectNode withDefaults(String name, ObjectNode json) {
        ObjectNode all = MAPPER.createObjectNode();
        DEFAULTS.path(name).forEachEntry(all::set);
        return all.setAll(json);
    }

    /** The error in words that name the field. */
    private static String reason(RuntimeException e) {
        if (!(e instanceof JacksonException json)) {
            return String.valueOf(e.getMessage());
        }
        String field = json.getPath().stream()
                .map(JacksonException.Reference::getPropertyName)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(".", "\"", "\""));
        if (json instanceof UnrecognizedPropertyException) {
            return "there is no field " + field;
        }
        if (json instanceof MismatchedInputException mismatch) {
            boolean missing = mismatch.getOriginalMessage().startsWith("Missing");
            return field + (missing ? " is missing" : " must be " + expected(mismatch.getTargetType()));
        }
        String check = json.getCause() == null
                ? json.getOriginalMessage()
                : String.valueOf(json.getCause().getMessage());
        return json.getPath().isEmpty() ? check : field + ": " + check;
    }

    private static String expected(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(Object::toString)
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        return switch (type.getSimpleName()) {
            case "long", "int" -> "a whole number";
            case "double" -> "a number";
            case "boolean" -> "true or false";
            case "String" -> "a text in quotes";
            case "Duration" -> "a whole number with us, ms, s, m or h, as in \"250ms\"";
            case "Distribution" -> "a time or a distribution: uniform, exponential or lognormal";
            case "ObjectNode" -> "an object";
            default -> "a list";
        };
    }

    /** Reads times as scripts write them: {@code 250ms}, {@code 10s}, {@code 5m}. */
    private static final class TimeDeserializer extends ValueDeserializer<Duration> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,9})(us|ms|s|m|h)");

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) {
            boolean scalar = parser.currentToken().isScalarValue();
            Matcher matcher = FORM.matcher(scalar ? parser.getString() : "");
            if (!matcher.matches()) {
                return context.reportInputMismatch(scalar ? Duration.class : Distribution.class, "Invalid time");
            }
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "us" -> Duration.ofNanos(amount * 1_000);
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofHours(amount);
            };
        }
    }
}
