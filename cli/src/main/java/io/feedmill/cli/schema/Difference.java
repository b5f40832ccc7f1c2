package io.feedmill.cli.schema;

import java.util.List;
import java.util.Map;

/** A setting of a table or queue that is not as defined. */
public record Difference(String resource, String setting, String expected, String found) {

    /** Returns the settings that are not as expected, in the order of the expected ones. */
    static List<Difference> between(String resource, Map<String, String> expected, Map<String, String> found) {
        return expected.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(found.get(entry.getKey())))
                .map(entry -> new Difference(
                        resource, entry.getKey(), entry.getValue(), found.getOrDefault(entry.getKey(), "unknown")))
                .toList();
    }

    static Difference missing(String resource) {
        return new Difference(resource, "existence", "exists", "missing");
    }

    boolean isMissing() {
        return setting.equals("existence");
    }

    String line() {
        return isMissing()
                ? resource + ": missing"
                : "%s: %s: %s, not %s".formatted(resource, setting, found, expected);
    }
}
