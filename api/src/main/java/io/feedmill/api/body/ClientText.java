package io.feedmill.api.body;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;

/** Texts as they come in from clients: proper ones pass, others end the request. */
public final class ClientText {
    private static final int MAX_IN_A_POST = 10_000;

    private ClientText() {}

    /**
     * The text of a post or a message itself.
     *
     * @throws ProblemException 400 if it has no or more than 10,000 code points, or half of a surrogate pair
     */
    public static String require(String text) {
        int length = text.codePointCount(0, text.length());
        if (length < 1 || length > MAX_IN_A_POST) {
            throw invalid("The text has " + length + " characters (code points); 1 to 10,000 are allowed.");
        }
        if (!isWhole(text)) {
            throw invalid("The text has half of a surrogate pair, which is no character.");
        }
        return text;
    }

    /** Whether it has no half of a surrogate pair, which UTF-8 cannot say. */
    public static boolean isWhole(String text) {
        return text.codePoints().noneMatch(ClientText::isHalfOfAPair);
    }

    private static boolean isHalfOfAPair(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static ProblemException invalid(String detail) {
        return new ProblemException(ProblemType.INVALID_TEXT, detail);
    }
}
