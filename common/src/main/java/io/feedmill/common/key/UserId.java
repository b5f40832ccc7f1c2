package io.feedmill.common.key;

/** The id of an author, follower or viewer: 1 to 64 characters from A-Z a-z 0-9 _ . - except {@code .} and {@code ..}. Ordered as the strings are. */
public record UserId(String value) implements Comparable<UserId> {
    private static final int MAX_LENGTH = 64;

    /** The message of a refusal is one line and shows at most 64 characters of the id. */
    public UserId {
        require(value);
    }

    /** A loop instead of a stream: a worker checks a thousand ids for each slice. A URL's path drops {@code .} and {@code ..}. */
    public static boolean isValid(String id) {
        if (id.isEmpty() || id.length() > MAX_LENGTH || id.equals(".") || id.equals("..")) {
            return false;
        }
        for (int i = 0; i < id.length(); i++) {
            if (!isAllowed(id.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAllowed(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "_.-".indexOf(c) >= 0;
    }

    /** Checks a name that has the form of a user id. */
    static void require(String id) {
        if (!isValid(id)) {
            throw Refusal.of("an id of 1 to 64 characters from A-Z a-z 0-9 _ . - except . and ..", id);
        }
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
