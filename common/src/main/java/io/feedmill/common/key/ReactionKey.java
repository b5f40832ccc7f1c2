package io.feedmill.common.key;

/**
 * The partition key of the item that says that a user has reacted to a post: {@code <post id>_<kind>_<user>}. Neither
 * a post id nor a kind has a {@code _}, so no two triples share a key.
 *
 * @param kind a {@link ReactionKind}
 */
public record ReactionKey(PostId post, String kind, UserId user) {

    /** Throws an {@link IllegalArgumentException} if the kind is invalid. */
    public ReactionKey {
        ReactionKind.require(kind);
    }

    public String value() {
        return post.value() + ViewKey.SEPARATOR + kind + ViewKey.SEPARATOR + user.value();
    }

    @Override
    public String toString() {
        return value();
    }

    /** The name of a kind of reaction: 1 to 32 characters from a-z 0-9 -. */
    public static final class ReactionKind {
        private static final int MAX_LENGTH = 32;

        private ReactionKind() {}

        public static boolean isValid(String kind) {
            return !kind.isEmpty()
                    && kind.length() <= MAX_LENGTH
                    && kind.chars().allMatch(ReactionKind::isAllowed);
        }

        /** The kind itself. Throws an {@link IllegalArgumentException} if it is not valid. */
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
}
