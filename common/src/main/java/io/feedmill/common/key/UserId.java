package io.feedmill.common.key;

/**
 * The id of an author, follower or viewer: 1 to 64 characters from A-Z a-z 0-9 _ . - except {@code .} and {@code ..}. Ordered as the strings are.
 */
public record UserId(String value) implements Comparable<UserId> {
    private static final int MAX_LENGTH = 64;

    /** Throws an {@link IllegalArgumentException} if it is not valid; the message is one line and shows at most 64 characters of it. */
    public UserId {
        require(value);
    }

    public static boolean isValid(String id) {
        return !id.isEmpty() && id.length() <= MAX_LENGTH && hasAllowedOnly(id) && !isPathStep(id);
    }

    /** A loop instead of a stream: a worker checks a thousand ids for each slice. */
    private static boolean hasAllowedOnly(String id) {
        for (int i = 0; i < id.length(); i++) {
            if (!isAllowed(id.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Checks a name that has the form of a user id. */
    static void require(String id) {
        if (!isValid(id)) {
            throw Refusal.of("an id of 1 to 64 characters from A-Z a-z 0-9 _ . - except . and ..", id);
        }
    }

    /** A URL's path drops these two. */
    private static boolean isPathStep(String id) {
        return id.equals(".") || id.equals("..");
    }

    private static boolean isAllowed(char c) {
        return switch (c) {
            case '_', '.', '-' -> true;
            default -> isBetween(c, 'A', 'Z') || isBetween(c, 'a', 'z') || isBetween(c, '0', '9');
        };
    }

    private static boolean isBetween(char c, char first, char last) {
        return c >= first && c <= last;
    }

    @Override
    public int compareTo(UserId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
