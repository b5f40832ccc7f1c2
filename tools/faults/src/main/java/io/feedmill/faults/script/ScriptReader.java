package io.feedmill.faults.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads scripts from JSON, as {@code docs/faults.md} describes them. The first mistake ends it with a {@link ScriptException}. */
public final class ScriptReader {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private ScriptReader() {}

    public static Script read(Path file) {
        try {
            return read(Files.readString(file), file.toString());
        } catch (IOException e) {
            throw new ScriptException("The script " + file + " cannot be read.", e);
        }
    }

    /** Reads the text; the name is how messages call it. */
    public static Script read(String text, String name) {
        try {
            if (STRICT.readTree(text) instanceof ObjectNode object) {
                return script(object);
            }
            throw new IllegalArgumentException("it must be an object");
        } catch (JacksonException e) {
            throw new ScriptException(name + " is no JSON: " + firstLine(e), e);
        } catch (IllegalArgumentException e) {
            throw new ScriptException(name + ": " + e.getMessage() + ".", e);
        }
    }

    private static Script script(ObjectNode object) {
        Fields fields = new Fields(object);
        long seed = fields.longInteger("seed").orElse(0L);
        String keyAttribute = fields.text("keyAttribute").orElse("pk");
        List<ObjectNode> objects = fields.objects("rules");
        fields.end();
        List<Rule> rules = new ArrayList<>();
        objects.forEach(each -> rules.add(rule(each, rules.size() + 1)));
        return new Script(seed, keyAttribute, rules);
    }

    private static Rule rule(ObjectNode object, int number) {
        String name = "rule " + number + " (" + object.path("fault").asString("?") + "): ";
        try {
            return rule(new Fields(object));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + e.getMessage(), e);
        }
    }

    private static Rule rule(Fields fields) {
        Fault fault = FaultReader.read(fields.required("fault", kind(fields)), fields);
        double probability = fields.number("probability").orElse(1.0);
        Scope scope = new Scope(fields.texts("operations"), fields.texts("tables"), fields.texts("queues"));
        Window window = new Window(fields.duration("from").orElse(Duration.ZERO), fields.duration("to"));
        fields.end();
        return new Rule(fault, probability, scope, window);
    }

    private static Optional<FaultKind> kind(Fields fields) {
        return fields.text("fault")
                .map(text -> FaultKind.of(text)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "there is no such fault; there are " + String.join(", ", FaultKind.texts()))));
    }

    private static String firstLine(JacksonException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("") + " at line "
                + (e.getLocation() == null
                        ? "?"
                        : Integer.toString(e.getLocation().getLineNr()));
    }
}
