package io.feedmill.api.http;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;

/**
 * Checks texts of clients. An unpaired surrogate has no bytes in UTF-8; control characters but tab, line feed and carriage return break terminals,
 * logs and files. Characters that change the direction of writing are allowed, since texts from right to left need them.
 */
public final class ClientText {
    /** What a text must not have, for sentences. */
    public static final String REFUSED =
            "unpaired surrogates and control characters other than tab, line feed and carriage return";

    private static final int MAX_LENGTH = 10_000;

    private ClientText() {}

    /** Returns the text of a post or a message; throws 400 if it has not 1 to 10,000 code points, or a character that is not allowed. */
    public static String require(String text) {
        int length = text.codePointCount(0, text.length());
        if (length < 1 || length > MAX_LENGTH) {
            throw invalid("Invalid text of " + length + " characters: use 1 to 10,000 characters (code points).");
        }
        if (!isAllowed(text)) {
            throw invalid("Invalid text: remove " + REFUSED + ".");
        }
        return text;
    }

    /** Returns whether the text has none of {@link #REFUSED}. */
    public static boolean isAllowed(String text) {
        return text.codePoints().allMatch(ClientText::isAllowed);
    }

    private static boolean isAllowed(int codePoint) {
        return switch (codePoint) {
            case '\t', '\n', '\r' -> true;
            default -> !Character.isISOControl(codePoint) && Character.getType(codePoint) != Character.SURROGATE;
        };
    }

    private static ProblemException invalid(String detail) {
        return new ProblemException(ProblemType.INVALID_TEXT, detail);
    }
}
