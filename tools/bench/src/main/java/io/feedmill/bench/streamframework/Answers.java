package io.feedmill.bench.streamframework;

import io.feedmill.stack.load.StepFailure;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code driver.py} says. */
final class Answers {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** That it is done. */
    record Done() {}

    private Answers() {}

    static <T> T parse(String line, Class<T> type) {
        try {
            JsonNode answer = JSON.readTree(line);
            if (answer.has("error")) {
                throw new StepFailure(
                        "Stream-Framework failed: " + answer.get("error").asString());
            }
            return JSON.treeToValue(answer, type);
        } catch (JacksonException e) {
            throw new StepFailure(
                    "Stream-Framework answered what nobody understands: %s (%s)".formatted(line, e.getMessage()));
        }
    }
}
