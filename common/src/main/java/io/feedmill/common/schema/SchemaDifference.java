package io.feedmill.common.schema;

import java.util.List;
import java.util.Map;

/** A setting of a table or queue that is not as defined. */
public record SchemaDifference(String resource, String setting, String expected, String found) {

    /** Returns the settings that are not as expected, in the order of the expected ones. */
    static List<SchemaDifference> between(String resource, Map<String, String> expected, Map<String, String> found) {
        return expected.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(found.get(entry.getKey())))
                .map(entry -> new SchemaDifference(
                        resource, entry.getKey(), entry.getValue(), found.getOrDefault(entry.getKey(), "unknown")))
                .toList();
    }

    static SchemaDifference missing(String resource) {
        return new SchemaDifference(resource, "existence", "exists", "missing");
    }

    public boolean isMissing() {
        return setting.equals("existence");
    }

    /** The difference as a line, such as {@code feedmill-posts: billing: provisioned, not on demand}. */
    public String line() {
        return isMissing() ? resource + ": missing" : resource + ": " + setting + ": " + found + ", not " + expected;
    }
}
