package io.feedmill.api.problem;

import io.feedmill.common.key.UserId;
import java.util.Map;

/** Paths as logs may show them. */
public final class LoggedPath {
    private LoggedPath() {}

    /** Returns the path if all its variables are ids, which are too short for a token; else the pattern that it matches. */
    public static String of(String path, String pattern, Map<?, ?> variables) {
        return variables.values().stream().map(String::valueOf).allMatch(UserId::isValid) ? path : pattern;
    }
}
