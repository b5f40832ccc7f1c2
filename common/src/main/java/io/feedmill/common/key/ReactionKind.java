package io.feedmill.common.key;

/** What a kind of reaction may be called: 1 to 32 characters from a-z 0-9 -. */
public final class ReactionKind {
    private static final int MAX_LENGTH = 32;

    private ReactionKind() {}

    public static boolean isValid(String kind) {
        return !kind.isEmpty() && kind.length() <= MAX_LENGTH && kind.chars().allMatch(ReactionKind::isAllowed);
    }

    /**
     * The kind itself.
     *
     * @throws IllegalArgumentException if it is not valid
     */
    public static String require(String kind) {
        if (!isValid(kind)) {
            throw Refusal.of("a kind of 1 to 32 characters from a-z 0-9 -", kind);
        }
        return kind;
    }

    private static boolean isAllowed(int c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    }
}
