package io.feedmill.api.http;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;

/** Checks texts that clients send. */
public final class ClientText {
    private static final int MAX_LENGTH = 10_000;

    private ClientText() {}

    /**
     * Returns the text of a post or a message.
     *
     * @throws ProblemException 400 if it has not 1 to 10,000 code points, or an unpaired surrogate
     */
    public static String require(String text) {
        int length = text.codePointCount(0, text.length());
        if (length < 1 || length > MAX_LENGTH) {
            throw invalid("Invalid text of " + length + " characters: use 1 to 10,000 characters (code points).");
        }
        if (!isWellFormed(text)) {
            throw invalid("Invalid text: remove the unpaired surrogate.");
        }
        return text;
    }

    /** Returns whether the text has no unpaired surrogate, which UTF-8 cannot encode. */
    public static boolean isWellFormed(String text) {
        return text.codePoints().noneMatch(ClientText::isSurrogate);
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static ProblemException invalid(String detail) {
        return new ProblemException(ProblemType.INVALID_TEXT, detail);
    }
}
