package io.feedmill.simulation;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feedmill.simulation.Story.Outcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What a JVM prints after a story, a line of JSON: its length in virtual time, how often it reached what, and a failure, unless it kept all promises. */
record StoryLine(
        long seed,
        long steps,
        long millis,
        Map<String, Map<String, Long>> reached,
        @Nullable Failure failure) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    StoryLine {
        if (reached == null) {
            throw new IllegalArgumentException("reached is missing");
        }
    }

    /** A story that failed, of a kind that it keeps as it is shrunk, and the shrunk story in words; empty: one of this kind is told already. */
    record Failure(String kind, String first, List<String> told) {}

    static StoryLine of(Outcome outcome, Reached reached, @Nullable Failure failure) {
        return new StoryLine(outcome.seed(), outcome.steps(), outcome.time().toMillis(), reached.counts(), failure);
    }

    /** Returns the line, without its end. */
    String json() {
        return JSON.writeValueAsString(this);
    }

    /** Reads a line; null: it is something else. */
    static @Nullable StoryLine of(String line) {
        try {
            return line.startsWith("{") ? JSON.readValue(line, StoryLine.class) : null;
        } catch (JacksonException e) {
            return null;
        }
    }
}
