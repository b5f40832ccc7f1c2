package io.feedmill.api.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import java.util.Map;
import java.util.Objects;

/** Metadata as clients give it: a flat map of strings. */
final class Metadata {
    private static final int MAX_BYTES = 4 * 1024;

    private Metadata() {}

    /**
     * The metadata itself.
     *
     * @throws ProblemException 400 if a name is empty, a value is null, or names and values take more than 4 KiB as UTF-8
     */
    static Map<String, String> checked(Map<String, String> metadata) {
        if (metadata.containsKey("") || metadata.values().stream().anyMatch(Objects::isNull)) {
            throw invalid("The metadata has a name without characters, or a value that is null.");
        }
        int bytes = metadata.entrySet().stream()
                .mapToInt(entry -> bytes(entry.getKey()) + bytes(entry.getValue()))
                .sum();
        if (bytes > MAX_BYTES) {
            throw invalid("The names and values of the metadata take " + bytes + " bytes; 4,096 are allowed.");
        }
        return metadata;
    }

    private static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }

    private static ProblemException invalid(String detail) {
        return new ProblemException(ProblemType.INVALID_BODY, detail);
    }
}
