package io.feedmill.bench.streamframework;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.feedmill.stack.load.StepFailure;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The line protocol of {@code driver.py}. */
final class Messages {
    private static final JsonMapper JSON = JsonMapper.shared();

    private Messages() {}

    /** A request: the driver has a method of the same name. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "do")
    @JsonSubTypes({
        @JsonSubTypes.Type(name = "start", value = Start.class),
        @JsonSubTypes.Type(name = "publish", value = Publish.class),
        @JsonSubTypes.Type(name = "kill", value = Kill.class),
        @JsonSubTypes.Type(name = "pages", value = Pages.class)
    })
    sealed interface Request {}

    /** @param follows a file of lines {@code follower author} */
    record Start(String follows, int workers) implements Request {}

    /** @param chunk followers a task */
    record Publish(List<Integer> authors, String text, int chunk) implements Request {}

    /** @param after share of the deliveries before the kill, from 0 to 1 */
    record Kill(List<Integer> authors, String text, int chunk, double after) implements Request {}

    record Pages(List<Integer> users, int limit) implements Request {}

    /** The response to a {@link Start}. */
    record Started() {}

    static String encode(Request request) {
        return JSON.writeValueAsString(request);
    }

    /** Decodes a response. Throws a {@link StepFailure} for an error and for anything that is not JSON. */
    static <T> T decode(String line, Class<T> type) {
        try {
            JsonNode response = JSON.readTree(line);
            if (response.has("error")) {
                throw new StepFailure(
                        "Stream-Framework failed: " + response.get("error").asString());
            }
            return JSON.treeToValue(response, type);
        } catch (JacksonException e) {
            throw new StepFailure("Unreadable response of Stream-Framework: %s (%s)".formatted(line, e.getMessage()));
        }
    }
}
